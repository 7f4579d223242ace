"""The tensors of a program in the order of their enumeration, each with its identifier.

Planning and emission name tensors alike because both ask here; nothing else is known of them.
"""

from collections.abc import Iterator, Mapping

from xdsl.ir import SSAValue

from helia_aot.ir import aot
from helia_aot.ir.identifiers import Names, identifier
from helia_aot.ir.provenance import tensor_name

Key = SSAValue | aot.KernelOp
"""A value, or the kernel whose scratch it is."""

Node = aot.KernelOp | aot.ViewOp
"""An operator of the program."""


def tensor_ids(module: aot.ModuleOp) -> dict[Key, str]:
    """Unique, C-safe identifiers without the prefix, in the order of the enumeration."""
    names = Names()
    return {key: names.unique(wanted) for key, wanted in _wanted(module)}


def operators(module: aot.ModuleOp) -> Iterator[Node]:
    """The operators in order of execution: the position of one is its `layer_index`."""
    for op in module.block.ops:
        if isinstance(op, Node):
            yield op


def operator_ids(module: aot.ModuleOp) -> dict[Node, str]:
    """`conv_2d_0`: the type and the position in execution order."""
    return {
        op: f"{identifier(op.kind.data) or 'operator'}_{layer}"
        for layer, op in enumerate(operators(module))
    }


def _wanted(module: aot.ModuleOp) -> Iterator[tuple[Key, str]]:
    ids = operator_ids(module)
    layers = {op: layer for layer, op in enumerate(ids)}
    for i, value in enumerate(module.block.args):
        yield value, identifier(tensor_name(value)) or f"input_{i}"
    for op in module.block.ops:
        match op:
            case aot.ConstantOp():
                wanted = identifier(tensor_name(op.output)) or _use(op, ids, layers)
                yield op.output, wanted or "constant"
            case aot.KernelOp() | aot.ViewOp():
                for value in op.results:
                    yield value, identifier(tensor_name(value)) or f"{ids[op]}_output"
                if isinstance(op, aot.KernelOp) and op.scratch.value.data:
                    yield op, f"{ids[op]}_scratch"
            case _:
                pass


def _use(op: aot.ConstantOp, ids: Mapping[Node, str], layers: Mapping[Node, int]) -> str:
    """`conv_2d_0_shifts`: the first operator that reads an unnamed constant, and as what."""
    users = [u.operation for u in op.output.uses if isinstance(u.operation, aot.KernelOp)]
    first = min(users, key=layers.__getitem__, default=None)
    if first is None:
        return ""
    fields = [k for k, v in first.constant_operands().items() if v is op.output]
    return f"{ids[first]}_{fields[0] if fields else 'input'}"
