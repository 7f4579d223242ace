"""The waist between the IR and the C: plain records made from an `aot.module`, ready to print."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from xdsl.ir import Block, SSAValue

from helia_aot.ir.identifiers import Names, identifier
from helia_aot.ir import aot
from helia_aot.ir.constants import constant, quant_of
from helia_aot.ir.kernel import Field, KernelHelper, Record, Role
from helia_aot.ir.ops import RECORDS
from helia_aot.ir.program import NOWHERE, ModuleConfig, Placement, Region
from helia_aot.ir.provenance import source_indices, tensor_name
from helia_aot.ir.types import C_TYPES, Array, QuantAttr, dtype, nbytes, shape, tensor_type

NO_REGION = 15
REGION_SHIFT = 28


@dataclass(frozen=True, eq=False)
class Tensor:
    """One tensor of the module."""

    index: int
    """Its number in the tensor enumeration."""
    id: str
    """Its identifier: unique, C-safe, without the prefix."""
    name: str
    """The model's name; empty when there is none."""
    shape: tuple[int, ...]
    dtype: str
    quant: QuantAttr | None
    placement: Placement
    array: Array | None
    """The values of a constant."""
    scratch: bool = False
    """Whether it is a kernel's own scratch and no tensor of the model."""

    @property
    def ctype(self) -> str:
        return C_TYPES[self.dtype]

    @property
    def elements(self) -> int:
        return prod(self.shape)

    @property
    def reference(self) -> str:
        """The `ref_t` that finds it at run time."""
        p = self.placement
        region = NO_REGION if p.region < 0 else p.region
        return f"UINT32_C(0x{region << REGION_SHIFT | p.offset:08x})"


@dataclass(frozen=True, eq=False)
class Operator:
    """One node of the schedule."""

    layer_index: int
    kind: str
    id: str
    """`conv_2d_0`: its descriptor and functions are named from it."""
    source_indices: tuple[int, ...]
    helper: KernelHelper | None
    """None for an operator that moves no byte."""
    fields: Mapping[str, "Tensor | None"]
    """The tensor fields of the descriptor; None where absent."""
    variadic: Mapping[str, Sequence[Tensor]]
    numbers: Mapping[str, object]
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]
    locals: tuple[Tensor, ...]
    macs: int | None
    parameters: int | None
    why: str


@dataclass(frozen=True)
class Program:
    """Everything the templates print."""

    config: ModuleConfig
    regions: tuple[Region, ...]
    tensors: tuple[Tensor, ...]
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]
    operators: tuple[Operator, ...]
    helpers: tuple[KernelHelper, ...]

    @property
    def prefix(self) -> str:
        return self.config.prefix

    @cached_property
    def macro(self) -> str:
        """Prefix of macros and enumerators."""
        return self.prefix.upper()

    @cached_property
    def records(self) -> tuple[Record, ...]:
        kinds = sorted({h.struct_kind for h in self.helpers})
        return tuple(RECORDS[k] for k in kinds)

    @property
    def calls(self) -> tuple[Operator, ...]:
        """The operators that the schedule visits: all with callbacks, else those with a kernel."""
        return tuple(o for o in self.operators if o.helper or self.config.callbacks)

    def constants(self, region: int) -> tuple[Tensor, ...]:
        """The constants of a region, by offset."""
        found = [t for t in self.tensors if t.array is not None and t.placement.region == region]
        return tuple(sorted(found, key=lambda t: t.placement.offset))

    def region_id(self, region: int) -> str:
        r = self.regions[region]
        return f"{r.role}_{r.memory}"


def read_program(module: aot.ModuleOp) -> Program:
    """The records of a planned module; ValueError when a stage is missing."""
    if module.memory is None:
        raise ValueError("the module is not planned: run plan-memory before emitting C")
    return _Reader(module).program()


class _Reader:
    def __init__(self, module: aot.ModuleOp):
        self.module = module
        self.block: Block = module.block
        self.names = Names()
        self.tensors: list[Tensor] = []
        self.by_value: dict[SSAValue, Tensor] = {}
        ops = list(self.block.ops)
        self.helpers = {o.helper.data.key: o.helper.data for o in ops if isinstance(o, aot.HelperOp)}

    def program(self) -> Program:
        inputs = [
            self.add(v, f"input_{i}", p)
            for i, (v, p) in enumerate(zip(self.block.args, self.placed(self.module), strict=True))
        ]
        operators = list(self.operators())
        terminator = self.block.last_op
        outputs = terminator.operands if terminator is not None else ()
        return Program(
            config=self.module.config.data,
            regions=tuple(r.data for r in self.module.memory or ()),
            tensors=tuple(self.tensors),
            inputs=tuple(inputs),
            outputs=tuple(self.by_value[v] for v in outputs),
            operators=tuple(operators),
            helpers=tuple(self.helpers[k] for k in sorted(self.helpers)),
        )

    def operators(self) -> Iterator[Operator]:
        layer = 0
        for op in self.block.ops:
            match op:
                case aot.ConstantOp():
                    self.add(op.output, "constant", self.placed(op)[0])
                case aot.KernelOp():
                    yield self.kernel(op, layer)
                    layer += 1
                case aot.ViewOp():
                    yield self.view(op, layer)
                    layer += 1
                case _:
                    pass

    def view(self, op: aot.ViewOp, layer: int) -> Operator:
        id = f"{identifier(op.kind.data).lower()}_{layer}"
        output = self.add(op.output, f"{id}_output", self.placed(op)[0])
        return Operator(
            layer, op.kind.data, id, source_indices(op), None, {}, {}, {},
            (self.by_value[op.input],), (output,), (), None, None, "a view of its input",
        )  # fmt: skip

    def kernel(self, op: aot.KernelOp, layer: int) -> Operator:
        if op.packing is not None or op.callee is None:
            raise ValueError(f"{op.kind.data}: run pack-weights and share-kernels before emitting C")
        helper = self.helpers[op.callee.root_reference.data]
        id = f"{identifier(op.kind.data).lower()}_{layer}"
        places = self.placed(op)
        outputs = [
            self.add(v, f"{id}_output", p)
            for v, p in zip(op.outputs, places[: len(op.outputs)], strict=True)
        ]
        scratch = self.scratch(f"{id}_scratch", places[-1]) if op.scratch.value.data else None
        inputs = [self.by_value[v] for v in op.inputs]
        constants = {k: self.by_value[v] for k, v in op.constant_operands().items()}
        fields, variadic = _bind(RECORDS[helper.struct_kind], inputs, constants, outputs, scratch)
        own = [t for t in (*constants.values(), scratch) if t is not None and _is_local(t)]
        return Operator(
            layer_index=layer,
            kind=op.kind.data,
            id=id,
            source_indices=source_indices(op),
            helper=helper,
            fields=fields,
            variadic=variadic,
            numbers=dict(op.numbers.data),
            inputs=(*inputs, *(t for t in constants.values() if not _is_local(t))),
            outputs=tuple(outputs),
            locals=tuple(dict.fromkeys(own)),
            macs=None if op.macs is None else op.macs.value.data,
            parameters=None if op.parameters is None else op.parameters.value.data,
            why=op.why.data,
        )

    def add(self, value: SSAValue, fallback: str, placement: Placement) -> Tensor:
        name = tensor_name(value)
        tensor = Tensor(
            index=len(self.tensors),
            id=self.names.unique(identifier(name) or fallback),
            name=name,
            shape=shape(value),
            dtype=dtype(value),
            quant=quant_of(value),
            placement=placement,
            array=constant(value),
        )
        self.tensors.append(tensor)
        self.by_value[value] = tensor
        assert placement is NOWHERE or placement.size in (0, nbytes(tensor_type(value)))
        return tensor

    def scratch(self, id: str, placement: Placement) -> Tensor:
        tensor = Tensor(
            len(self.tensors), self.names.unique(id), "", (placement.size,), "int8", None,
            placement, None, scratch=True,
        )  # fmt: skip
        self.tensors.append(tensor)
        return tensor

    def placed(
        self, op: aot.ModuleOp | aot.ConstantOp | aot.ViewOp | aot.KernelOp
    ) -> list[Placement]:
        if op.placements is None:
            raise ValueError("the module is not planned: run plan-memory before emitting C")
        return [p.data for p in op.placements]


def _is_local(tensor: Tensor) -> bool:
    return tensor.array is not None or tensor.scratch


def _bind(
    record: Record,
    inputs: Sequence[Tensor],
    constants: Mapping[str, Tensor],
    outputs: Sequence[Tensor],
    scratch: Tensor | None,
) -> tuple[dict[str, Tensor | None], dict[str, Sequence[Tensor]]]:
    """Which tensor fills each tensor field of a record."""
    fields: dict[str, Tensor | None] = {}
    variadic: dict[str, Sequence[Tensor]] = {}
    pending_inputs, pending_outputs = list(inputs), list(outputs)

    def take(field: Field) -> Tensor | None:
        match field.role:
            case Role.INPUT:
                return pending_inputs.pop(0)
            case Role.OUTPUT:
                return pending_outputs.pop(0)
            case Role.SCRATCH:
                return scratch
            case _:
                return constants.get(field.name)

    for field in record.tensors:
        if field.variadic:
            variadic[field.name] = tuple(pending_inputs)
            pending_inputs.clear()
        else:
            fields[field.name] = take(field)
    return fields, variadic
