"""Where the tensors of a planned program lie, as its text says. Knows no plan of its own."""

from collections.abc import Iterator

from helia_aot.ir import aot
from helia_aot.ir.program import Placement
from helia_aot.ir.tensor_table import Key, Node

NOT_PLANNED = "the module is not planned: run plan-memory before emitting C"


def placements(module: aot.ModuleOp) -> Iterator[tuple[Key, Placement]]:
    """Every tensor with its place; ValueError where the program has none."""
    yield from zip(module.block.args, _placed(module), strict=True)
    for op in module.block.walk():
        match op:
            case aot.ConstantOp() | aot.VariableOp() | aot.ViewOp():
                yield op.output, _placed(op)[0]
            case aot.IfOp() | aot.RowsOp():
                yield from zip(op.outputs, _placed(op), strict=True)
            case aot.WhileOp():
                for values, place in zip(op.carried(), _placed(op), strict=True):
                    yield from ((v, place) for v in values)
            case aot.KernelOp():
                keys = [*op.outputs, op] if op.scratch.value.data else op.outputs
                yield from zip(keys, _placed(op), strict=True)
            case _:
                pass


def _placed(op: aot.ModuleOp | aot.ConstantOp | aot.VariableOp | Node) -> list[Placement]:
    if op.placements is None:
        raise ValueError(NOT_PLANNED)
    return [p.data for p in op.placements]
