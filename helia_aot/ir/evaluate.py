"""Run a graph on arrays, operator by operator, with the meaning each operator gives itself."""

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, SSAValue
from xdsl.utils.exceptions import InterpretationError

from helia_aot.ir.constants import ConstOp, constant
from helia_aot.ir.ops.families.control import BranchOperator, LoopOperator, YieldOp
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.types import Array

Values = dict[SSAValue, Array]


def evaluate(module: ModuleOp, inputs: Sequence[Array]) -> tuple[Array, ...]:
    """The outputs of the model on one array per input."""
    values = evaluate_all(module, inputs)
    terminator = _main(module).last_op
    assert isinstance(terminator, ReturnOp), "a function ends in its return"
    return tuple(values[v] for v in terminator.operands)


def evaluate_all(module: ModuleOp, inputs: Sequence[Array]) -> Values:
    """Every value of the graph, inputs and constants included; of values in blocks the last."""
    block = _main(module)
    values: Values = dict(zip(block.args, inputs, strict=True))
    _run(block, values)
    return values


def _main(module: ModuleOp) -> Block:
    (main,) = (op for op in module.body.block.ops if isinstance(op, FuncOp))
    return main.body.block


def _run(block: Block, values: Values) -> tuple[Array, ...]:
    """What a block returns or yields, with all its values filled in."""
    for op in block.ops:
        match op:
            case BranchOperator():
                chosen = op.then_body if values[op.condition].item() else op.else_body
                values |= zip(op.results, _run(chosen.block, values), strict=True)
            case LoopOperator():
                values |= zip(op.results, _loop(op, values), strict=True)
            case AotOperator():
                arrays = (values[v] for v in op.operands)
                values |= zip(op.results, op.evaluate(*arrays), strict=True)
            case ConstOp():
                array = constant(op.output)
                assert array is not None, "a constant has a value"
                values[op.output] = array
            case ReturnOp() | YieldOp():
                return tuple(values[v] for v in op.operands)
            case _:
                raise InterpretationError(f"{op.name} has no meaning here")
    return ()


def _loop(op: LoopOperator, values: Values) -> tuple[Array, ...]:
    carried = tuple(values[v] for v in op.inits)
    condition, body = op.condition.block, op.body.block
    while True:
        values |= zip(condition.args, carried, strict=True)
        (goes_on,) = _run(condition, values)
        if not goes_on.item():
            return carried
        values |= zip(body.args, carried, strict=True)
        carried = _run(body, values)
