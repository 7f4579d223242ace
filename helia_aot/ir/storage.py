"""Which values share bytes, and how long those bytes are in use. Knows no memory and no offset."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from xdsl.ir import Operation, SSAValue

from helia_aot.ir import aot
from helia_aot.ir.aliases import Aliases
from helia_aot.ir.constants import constant
from helia_aot.ir.lifetimes import Lifetimes
from helia_aot.ir.program import RegionRole, TensorKind
from helia_aot.ir.tensor_table import Key, keys
from helia_aot.ir.types import nbytes, tensor_type


class Reuse(NamedTuple):
    """Bytes that die at the operator that makes others, which may overwrite them there."""

    key: Key
    """Of the storage that dies."""
    distance: int
    """As `helia_aot.ir.overlap` defines it, between the starts of the two storages."""


class Storage(NamedTuple):
    """Bytes with one address: tensors that share them (`aliases`), or the scratch of a kernel."""

    key: Key
    """The first tensor of these bytes, or the kernel."""
    values: tuple[SSAValue, ...]
    """The tensor and all that share its bytes; none for scratch."""
    role: RegionRole
    kinds: frozenset[TensorKind]
    """Of all values."""
    ports: int
    """How often it is an input or an output of the model."""
    size: int
    first: int
    """Position of the operator that makes it; -1 for what stands before the first."""
    last: int
    """Position of the last operator that uses it; the number of operators for an output."""
    reuses: tuple[Reuse, ...] = ()
    """What it may run into although both are in use at its first operator."""


def storages(module: aot.ModuleOp) -> tuple[Storage, ...]:
    """All storage of a program, in the order of the tensor enumeration."""
    analysis = _Analysis(module)
    found = {s.key: s for s in analysis.storages()}
    for call in analysis.lifetimes.layers:
        if isinstance(call, aot.KernelOp) and call.overlap is not None:
            made = found[analysis.aliases.root(call.outputs[0])]
            found[made.key] = made._replace(reuses=tuple(analysis.reuses(call, found)))
    return tuple(found.values())


class _Analysis:
    def __init__(self, module: aot.ModuleOp):
        self.module = module
        self.lifetimes = Lifetimes(module)
        self.aliases = Aliases(module, self.lifetimes)
        last = module.block.last_op
        self.outputs = tuple(last.operands) if last is not None else ()

    def storages(self) -> Iterator[Storage]:
        for key in keys(self.module):
            if isinstance(key, aot.KernelOp):
                yield self.scratch(key)
            elif self.aliases.root(key) is key:
                yield self.tensor(key)

    def tensor(self, value: SSAValue) -> Storage:
        values = tuple(self.aliases.classes[value])
        first = min(self.lifetimes.first(v) for v in values)
        last = max(self.lifetimes.last(v) for v in values)
        size = nbytes(tensor_type(value))
        role = _role(value)
        kinds = frozenset(self.kind(v, role) for v in values)
        ports = sum(map(self.outputs.count, values)) + (value in self.module.block.args)
        return Storage(value, values, role, kinds, ports, size, first, last)

    def scratch(self, op: aot.KernelOp) -> Storage:
        layer = self.lifetimes.layers[op]
        kinds = frozenset([TensorKind.SCRATCH])
        size = op.scratch.value.data
        return Storage(op, (), RegionRole.SCRATCH, kinds, 0, size, layer, layer)

    def reuses(self, call: aot.KernelOp, found: Mapping[Key, Storage]) -> Iterator[Reuse]:
        """What the output of a call may run into, by its contracts: scratch that dies here and is
        read by inputs alone, each of which has a contract. An input of the model stays as it is."""
        roots = [self.aliases.root(v) for v in call.inputs]
        distances = {o.input: o.distance for o in call.overlaps()}
        others = {self.aliases.root(v) for v in call.constants}
        made = found[self.aliases.root(call.outputs[0])]
        if not self.local(made, call):
            return
        for key in dict.fromkeys(roots):
            needed = [distances.get(i) for i, root in enumerate(roots) if root is key]
            given = [d for d in needed if d is not None]
            free = key not in others and found[key].last == self.lifetimes.layers[call]
            if len(given) == len(needed) and free and self.local(found[key], call):
                yield Reuse(key, max(given))

    def local(self, storage: Storage, call: aot.KernelOp) -> bool:
        """Whether bytes are scratch that operators of the call's own block make: what comes from
        around a loop, or goes from one iteration to the next, is read again."""
        made = [v.owner for v in storage.values]
        return storage.role is RegionRole.SCRATCH and all(
            isinstance(op, Operation) and op.parent_block() is call.parent_block() for op in made
        )

    def kind(self, value: SSAValue, role: RegionRole) -> TensorKind:
        if value in self.module.block.args:
            return TensorKind.INPUT
        return TensorKind.OUTPUT if value in self.outputs else TensorKind(role)


def _role(value: SSAValue) -> RegionRole:
    if isinstance(value.owner, aot.VariableOp):
        return RegionRole.PERSISTENT
    return RegionRole.SCRATCH if constant(value) is None else RegionRole.CONSTANT
