"""Which values share bytes, and how long those bytes are in use. Knows no memory and no offset."""

from collections.abc import Iterator
from typing import NamedTuple

from xdsl.ir import SSAValue

from helia_aot.ir import aot
from helia_aot.ir.aliases import Aliases
from helia_aot.ir.constants import constant
from helia_aot.ir.lifetimes import Lifetimes
from helia_aot.ir.program import RegionRole, TensorKind
from helia_aot.ir.tensor_table import Key, keys
from helia_aot.ir.types import nbytes, tensor_type


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


def storages(module: aot.ModuleOp) -> tuple[Storage, ...]:
    """All storage of a program, in the order of the tensor enumeration."""
    return tuple(_Analysis(module).storages())


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

    def kind(self, value: SSAValue, role: RegionRole) -> TensorKind:
        if value in self.module.block.args:
            return TensorKind.INPUT
        return TensorKind.OUTPUT if value in self.outputs else TensorKind(role)


def _role(value: SSAValue) -> RegionRole:
    if isinstance(value.owner, aot.VariableOp):
        return RegionRole.PERSISTENT
    return RegionRole.SCRATCH if constant(value) is None else RegionRole.CONSTANT
