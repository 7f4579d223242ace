"""Which values share bytes, and how long those bytes are in use. Knows no memory and no offset."""

from collections.abc import Iterator
from typing import NamedTuple

from xdsl.ir import SSAValue

from helia_aot.ir import aot
from helia_aot.ir.constants import constant
from helia_aot.ir.program import RegionRole, TensorKind
from helia_aot.ir.tensor_table import Key, operators
from helia_aot.ir.types import nbytes, tensor_type


class Storage(NamedTuple):
    """Bytes with one address: a tensor and all views of it, or the scratch of a kernel."""

    key: Key
    """The tensor that is no view, or the kernel."""
    values: tuple[SSAValue, ...]
    """The tensor and its views; none for scratch."""
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
        self.layers: dict[object, int] = {op: i for i, op in enumerate(operators(module))}
        terminator = module.block.last_op
        self.outputs = tuple(terminator.operands) if terminator is not None else ()
        self.views: dict[SSAValue, list[SSAValue]] = {}

    def storages(self) -> Iterator[Storage]:
        self.find_views()
        for value in self.module.block.args:
            yield self.tensor(value, -1)
        for op in self.module.block.ops:
            match op:
                case aot.ConstantOp():
                    yield self.tensor(op.output, -1)
                case aot.KernelOp():
                    yield from (self.tensor(v, self.layers[op]) for v in op.results)
                    if size := op.scratch.value.data:
                        yield self.scratch(op, size)
                case _:
                    pass

    def find_views(self) -> None:
        roots: dict[SSAValue, SSAValue] = {}
        for op in self.module.block.ops:
            if isinstance(op, aot.ViewOp):
                root = roots.get(op.input, op.input)
                roots[op.output] = root
                self.views.setdefault(root, []).append(op.output)

    def tensor(self, value: SSAValue, first: int) -> Storage:
        values = (value, *self.views.get(value, ()))
        uses = [self.layers.get(use.operation) for v in values for use in v.uses]
        # A use that is no operator is the return: outputs live to the end.
        last = max([len(self.layers) if u is None else u for u in uses], default=first)
        size = nbytes(tensor_type(value))
        role = RegionRole.SCRATCH if constant(value) is None else RegionRole.CONSTANT
        kinds = frozenset(self.kind(v, role) for v in values)
        ports = sum(map(self.outputs.count, values)) + (value in self.module.block.args)
        return Storage(value, values, role, kinds, ports, size, first, last)

    def scratch(self, op: aot.KernelOp, size: int) -> Storage:
        layer = self.layers[op]
        kinds = frozenset([TensorKind.SCRATCH])
        return Storage(op, (), RegionRole.SCRATCH, kinds, 0, size, layer, layer)

    def kind(self, value: SSAValue, role: RegionRole) -> TensorKind:
        if value in self.module.block.args:
            return TensorKind.INPUT
        return TensorKind.OUTPUT if value in self.outputs else TensorKind(role)
