"""Run a graph on arrays, operator by operator, with the meaning each operator gives itself."""

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, SSAValue
from xdsl.utils.exceptions import InterpretationError

from helia_aot.ir.constants import ConstOp, constant
from helia_aot.ir.ops.families.control import BranchOperator, LoopOperator, YieldOp
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.ops.families.state import OnceOperator, State, StateOperator, variables
from helia_aot.ir.types import Array

Values = dict[SSAValue, Array]


def evaluate(
    module: ModuleOp, inputs: Sequence[Array], state: State | None = None
) -> tuple[Array, ...]:
    """The outputs of the model on one array per input; `state` goes from run to run."""
    values = evaluate_all(module, inputs, state)
    terminator = _main(module).body.block.last_op
    assert isinstance(terminator, ReturnOp), "a function ends in its return"
    return tuple(values[v] for v in terminator.operands)


def evaluate_all(module: ModuleOp, inputs: Sequence[Array], state: State | None = None) -> Values:
    """Every value of the graph, inputs and constants included; of values in blocks the last."""
    main = _main(module)
    block, state = main.body.block, State() if state is None else state
    for name, variable in variables(main).items():
        state.variables.setdefault(name, variable.zero)
    values: Values = dict(zip(block.args, inputs, strict=True))
    _Run(values, state).block(block)
    return values


def _main(module: ModuleOp) -> FuncOp:
    (main,) = (op for op in module.body.block.ops if isinstance(op, FuncOp))
    return main


class _Run:
    def __init__(self, values: Values, state: State):
        self.values, self.state = values, state

    def block(self, block: Block) -> tuple[Array, ...]:
        """What a block returns or yields, with all its values filled in."""
        for op in block.ops:
            match op:
                case AotOperator():
                    self.values |= zip(op.results, self.operator(op), strict=True)
                case ConstOp():
                    array = constant(op.output)
                    assert array is not None, "a constant has a value"
                    self.values[op.output] = array
                case ReturnOp() | YieldOp():
                    return tuple(self.values[v] for v in op.operands)
                case _:
                    raise InterpretationError(f"{op.name} has no meaning here")
        return ()

    def operator(self, op: AotOperator) -> tuple[Array, ...]:
        match op:
            case BranchOperator():
                holds = self.values[op.condition].item()
                return self.block((op.then_body if holds else op.else_body).block)
            case LoopOperator():
                return self.loop(op)
            case OnceOperator():
                if op not in self.state.called:
                    self.state.called.add(op)
                    self.block(op.body.block)
                return ()
            case StateOperator():
                return op.access(self.state, *(self.values[v] for v in op.operands))
            case _:
                return op.evaluate(*(self.values[v] for v in op.operands))

    def loop(self, op: LoopOperator) -> tuple[Array, ...]:
        carried = tuple(self.values[v] for v in op.inits)
        condition, body = op.condition.block, op.body.block
        while True:
            self.values |= zip(condition.args, carried, strict=True)
            (goes_on,) = self.block(condition)
            if not goes_on.item():
                return carried
            self.values |= zip(body.args, carried, strict=True)
            carried = self.block(body)
