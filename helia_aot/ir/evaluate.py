"""Run a graph on arrays, operator by operator, with the meaning each operator gives itself."""

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import SSAValue
from xdsl.utils.exceptions import InterpretationError

from helia_aot.ir.constants import ConstOp, constant
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.types import Array


def evaluate(module: ModuleOp, inputs: Sequence[Array]) -> tuple[Array, ...]:
    """The outputs of the model on one array per input."""
    values = evaluate_all(module, inputs)
    (main,) = (op for op in module.body.block.ops if isinstance(op, FuncOp))
    terminator = main.body.block.last_op
    assert isinstance(terminator, ReturnOp), "a function ends in its return"
    return tuple(values[v] for v in terminator.operands)


def evaluate_all(module: ModuleOp, inputs: Sequence[Array]) -> dict[SSAValue, Array]:
    """Every value of the graph, inputs and constants included."""
    (main,) = (op for op in module.body.block.ops if isinstance(op, FuncOp))
    block = main.body.block
    values: dict[SSAValue, Array] = dict(zip(block.args, inputs, strict=True))
    for op in block.ops:
        match op:
            case AotOperator():
                values |= zip(
                    op.results, op.evaluate(*(values[v] for v in op.operands)), strict=True
                )
            case ConstOp():
                array = constant(op.output)
                assert array is not None, "a constant has a value"
                values[op.output] = array
            case ReturnOp():
                pass
            case _:
                raise InterpretationError(f"{op.name} has no meaning here")
    return values
