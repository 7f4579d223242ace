"""The tensors of a program in the order of their enumeration, each with its identifier.

Planning and emission name tensors alike because both ask here; nothing else is known of them.
"""

from collections.abc import Iterator, Mapping

from xdsl.ir import Block, OpResult, SSAValue

from helia_aot.ir import aot
from helia_aot.ir.identifiers import Names, identifier
from helia_aot.ir.provenance import tensor_name

Key = SSAValue | aot.KernelOp
"""A value, or the kernel whose scratch it is."""

Node = aot.KernelOp | aot.ViewOp | aot.IfOp | aot.WhileOp | aot.RowsOp
"""An operator of the program."""


def tensor_ids(module: aot.ModuleOp) -> dict[Key, str]:
    """Unique, C-safe identifiers without the prefix, in the order of the enumeration."""
    names = Names()
    return {key: names.unique(wanted) for key, wanted in _wanted(module)}


def operators(module: aot.ModuleOp) -> Iterator[Node]:
    """The operators in order of execution: the position of one is its `layer_index`. One with
    nested blocks stands before the operators in them, and these stand in the order of the text."""
    for op in module.walk():
        if isinstance(op, Node):
            yield op


def operator_ids(module: aot.ModuleOp) -> dict[Node, str]:
    """`conv_2d_0`: the type and the position in execution order."""
    return {
        op: f"{identifier(op.kind.data) or 'operator'}_{layer}"
        for layer, op in enumerate(operators(module))
    }


def keys(module: aot.ModuleOp) -> Iterator[Key]:
    """All tensors, in the order of the enumeration."""
    yield from module.block.args
    for op in module.block.walk():
        yield from op.results
        yield from (a for region in op.regions for a in region.block.args)
        if isinstance(op, aot.KernelOp) and op.scratch.value.data:
            yield op


def _wanted(module: aot.ModuleOp) -> Iterator[tuple[Key, str]]:
    ids = operator_ids(module)
    layers = {op: layer for layer, op in enumerate(ids)}
    inputs: dict[Key, str] = {v: f"input_{i}" for i, v in enumerate(module.block.args)}
    for key in keys(module):
        if isinstance(key, aot.KernelOp):
            yield key, f"{ids[key]}_scratch"
        else:
            named = identifier(tensor_name(key))
            yield key, named or inputs.get(key) or _unnamed(key, ids, layers)


def _unnamed(value: SSAValue, ids: Mapping[Node, str], layers: Mapping[Node, int]) -> str:
    match value:
        case OpResult(op=aot.ConstantOp() as op):
            return _use(op, ids, layers) or "constant"
        case OpResult(op=op) if isinstance(op, Node):
            return f"{ids[op]}_output"
        case _:
            loop = value.owner.parent_op() if isinstance(value.owner, Block) else None
            assert isinstance(loop, aot.WhileOp), "arguments are inputs, or carried by a loop"
            return f"{ids[loop]}_carried"


def _use(op: aot.ConstantOp, ids: Mapping[Node, str], layers: Mapping[Node, int]) -> str:
    """`conv_2d_0_shifts`: the first operator that reads an unnamed constant, and as what."""
    users = [u.operation for u in op.output.uses if isinstance(u.operation, aot.KernelOp)]
    first = min(users, key=layers.__getitem__, default=None)
    if first is None:
        return ""
    fields = [k for k, v in first.constant_operands().items() if v is op.output]
    return f"{ids[first]}_{fields[0] if fields else 'input'}"
