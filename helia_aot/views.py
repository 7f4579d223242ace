"""Read-only records of what a conversion generated: its operators, tensors, regions, placements.

`ConvertArgs.result_views` asks for them. They describe the generated module and are the stable
interface of this package; graph, plan and operator objects stay internal.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from helia_aot.backend_c.kernel_runtime import kernel_calls
from helia_aot.backend_c.program import Operator, Program, Tensor, read_program
from helia_aot.backend_c.regions import ModuleRegion
from helia_aot.backend_c.residency import kind_of, region_of, source_memory_of
from helia_aot.ir import aot
from helia_aot.ir.frozen import FrozenDict
from helia_aot.ir.program import MemoryType, RegionRole, TensorKind
from helia_aot.ir.types import QuantAttr

__all__ = [
    "MemoryType",
    "OperatorView",
    "PlacementView",
    "QuantizationView",
    "RegionRole",
    "RegionView",
    "ResultViews",
    "TensorKind",
    "TensorView",
    "result_views",
]


@dataclass(frozen=True)
class OperatorView:
    """One operator of the generated module, in execution order."""

    layer_index: int
    """Position in execution order from 0: its index among the views, and what the operator callback
    reports as `op`. Inside control flow operators count in the order of the program: an IF or a
    WHILE before the operators of its branches or of its condition and body, these before what
    follows it. A loop reports an operator of its body under one index in every iteration."""
    symbol: str
    """`<prefix>_<type>_<id>`: what its functions and its descriptor are named from."""
    type: str
    """The LiteRT builtin name, or a custom operator's canonical key. A rewritten operator has the
    type it became; one that a transform makes of several has the type of the last of them, unless
    the transform documents another."""
    source_indices: tuple[int, ...]
    """Indices, in the converted subgraph, of the operators it was parsed from, ascending; none for
    one that a transform or a hook created without stating them."""
    input_ids: tuple[str, ...]
    """The tensors it reads, in operand order."""
    output_ids: tuple[str, ...]
    """The tensors it writes, in operand order."""
    local_tensor_ids: tuple[str, ...]
    """Its own tensors as lowered: weights, biases, multipliers, tables, scratch. Each once, none of
    them an input or an output, in no promised order."""
    kernel_calls: Mapping[str, str] | None
    """Role (`run`) to the C function that does the work; empty when none is called, None when it is
    not recorded."""
    macs: int | None
    """Multiply-accumulates of one inference; None for a type without a defined count."""
    parameters: int | None
    """Elements of the constant weights and bias as the model has them; None where `macs` is."""


@dataclass(frozen=True)
class QuantizationView:
    """real = (q - zero_point) * scale."""

    scale: tuple[float, ...]
    """One scale per tensor, or one per channel along `axis`."""
    zero_point: tuple[int, ...]
    """One per scale; empty when the model gives none."""
    axis: int
    """The channel axis; 0 for one scale per tensor."""


@dataclass(frozen=True)
class TensorView:
    """One tensor of the generated module; the view at index i is number i of
    `<prefix>_tensor_ident_t`."""

    id: str
    """Its key among the placements, and the end of its enumerator."""
    name: str | None
    """The model's name; None for an unnamed or a created one."""
    shape: tuple[int, ...]
    dtype: str
    """NumPy's name of the element type; int4 as in ml_dtypes."""
    ctype: str
    """What C holds it as: `int8_t`; `bool` for bool, `uint16_t` for the bits of a float16,
    `uint8_t` for two elements of an int4, the first in the low half."""
    quantization: QuantizationView | None
    """None without a scale."""
    kind: TensorKind
    """Input for a model input, else output for a model output, else its role."""
    input_index: int | None
    """Position in `<prefix>_inputs_id` and `ctx->inputs`."""
    output_index: int | None
    """Position in `<prefix>_outputs_id` and `ctx->outputs`."""
    nbytes: int
    """Bytes that the plan allocated; of one that the application binds, what its buffer takes."""


@dataclass(frozen=True)
class RegionView:
    """One region of memory; the view at index i has id i."""

    id: int
    """The enumerator in `<prefix>_arena_region_t`, and `region_id` of the residency report."""
    memory: MemoryType
    """Where operators read and write it."""
    source_memory: MemoryType
    """Where a staged region of constants is copied from at initialization, else `memory`."""
    role: RegionRole
    offset: int
    """Bytes from `symbol` to the first usable byte: a guard at address zero, or 0."""
    size: int
    """Usable bytes."""
    alignment: int
    """Of the first usable byte."""
    symbol: str | None
    """The C object emitted for it; None when the application binds it."""
    source_symbol: str | None
    """The C object that holds a staged region's bytes before the copy, in both arena modes."""
    source_offset: int
    """Bytes from `source_symbol` to the first of these bytes: a guard, or 0."""
    sidecar_file: str | None
    """The file of a constant region's bytes, relative to the module, when the application binds
    the regions. A cold one is bound to these bytes; a staged one is copied from `source_symbol`,
    which holds the same."""


@dataclass(frozen=True)
class PlacementView:
    """Where one tensor lives."""

    region: int | None
    """The id of its region. None for a tensor without elements, and for an input or an output
    whose buffer the application binds."""
    offset: int
    """Bytes from the first usable byte of the region."""
    size: int
    """Bytes allocated."""
    source_memory: MemoryType
    """What it is copied from when staged, else its region's memory."""
    staged: bool
    """Whether it is a constant that initialization copies into its region."""


@dataclass(frozen=True)
class ResultViews:
    """The views of one module."""

    operators: tuple[OperatorView, ...]
    tensors: tuple[TensorView, ...]
    regions: tuple[RegionView, ...]
    placements: Mapping[str, PlacementView]
    """By tensor id."""


def result_views(module: aot.ModuleOp) -> ResultViews:
    """The views of a planned program."""
    p = read_program(module)
    return ResultViews(
        operators=tuple(_operator(p, o) for o in p.operators),
        tensors=tuple(_tensor(p, t) for t in p.tensors),
        regions=tuple(_region(r) for r in p.regions),
        placements=FrozenDict({t.id: _placement(p, t) for t in p.tensors}),
    )


def _operator(p: Program, o: Operator) -> OperatorView:
    return OperatorView(
        layer_index=o.layer_index,
        symbol=f"{p.prefix}_{o.id}",
        type=o.kind,
        source_indices=o.source_indices,
        input_ids=tuple(t.id for t in o.inputs),
        output_ids=tuple(t.id for t in o.outputs),
        local_tensor_ids=tuple(t.id for t in o.locals),
        kernel_calls=FrozenDict(kernel_calls(p.config, o.helper)),
        macs=o.macs,
        parameters=o.parameters,
    )


def _tensor(p: Program, t: Tensor) -> TensorView:
    return TensorView(
        id=t.id,
        name=t.name or None,
        shape=t.shape,
        dtype=t.dtype,
        ctype=t.ctype,
        quantization=None if t.quant is None else _quantization(t.quant),
        kind=kind_of(p, t),
        input_index=p.inputs.index(t) if t in p.inputs else None,
        output_index=p.outputs.index(t) if t in p.outputs else None,
        nbytes=t.placement.size,
    )


def _quantization(quant: QuantAttr) -> QuantizationView:
    return QuantizationView(
        scale=tuple(float(s) for s in quant.scales.get_values()),
        zero_point=tuple(int(z) for z in quant.zero_points.get_values()),
        axis=quant.channel_axis or 0,
    )


def _region(r: ModuleRegion) -> RegionView:
    return RegionView(
        id=r.id,
        memory=MemoryType(r.memory),
        source_memory=MemoryType(r.source_memory),
        role=RegionRole(r.role),
        offset=r.offset,
        size=r.size,
        alignment=r.alignment,
        symbol=r.symbol,
        source_symbol=r.source_symbol,
        source_offset=r.source_offset,
        sidecar_file=r.sidecar,
    )


def _placement(p: Program, t: Tensor) -> PlacementView:
    region = region_of(p, t)
    return PlacementView(
        region=None if region is None else region.id,
        offset=t.placement.offset,
        size=t.placement.size,
        source_memory=source_memory_of(p, t),
        staged=region is not None and region.staged,
    )
