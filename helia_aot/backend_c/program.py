"""The waist between the IR and the C: plain records made from an `aot.module`, ready to print."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr

from helia_aot.backend_c.descriptors import bind, check_numbers
from helia_aot.backend_c.operators import Operator, RowCall
from helia_aot.backend_c.regions import ModuleRegion, module_regions
from helia_aot.backend_c.steps import Step, is_flat, steps
from helia_aot.backend_c.tensors import Tensor
from helia_aot.ir import aot
from helia_aot.ir.constants import constant, quant_of
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops import record_of
from helia_aot.ir.places import NOT_PLANNED, placements
from helia_aot.ir.program import CANARY_BYTES, NOWHERE, ModuleConfig, Placement, Region, RegionRole
from helia_aot.ir.provenance import source_indices, tensor_name
from helia_aot.ir.storage import storages
from helia_aot.ir.tensor_table import Key, operator_ids, tensor_ids
from helia_aot.ir.types import Array, Element, array, dtype, shape, tensor_type
from helia_aot.kernels.kernel import Record
from helia_aot.kernels.rows import mistakes

__all__ = ["ModuleRegion", "Operator", "Program", "Tensor", "read_program"]


class Canary(NamedTuple):
    """Known bytes behind a scratch tensor or a variable, while steps `first` to `last` run."""

    tensor: Tensor
    first: int
    last: int


class State(NamedTuple):
    """A variable and its initial value."""

    tensor: Tensor
    initial: Array

    @property
    def data(self) -> bytes:
        """The initial bytes as every target of this compiler reads them."""
        return self.initial.astype(self.initial.dtype.newbyteorder("<")).tobytes()

    @property
    def fill(self) -> int | None:
        """The one byte that all of them are, if so."""
        first, *_ = values = set(self.data)
        return first if len(values) == 1 else None


class Program(NamedTuple):
    """Everything the templates print."""

    config: ModuleConfig
    plan: tuple[Region, ...]
    """The regions of the plan, then the application's own buffers: what `ctx->regions` holds."""
    tensors: tuple[Tensor, ...]
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]
    operators: tuple[Operator, ...]
    steps: tuple[Step, ...]
    """The schedule of a program with control flow; empty for one list of operators."""
    states: tuple[State, ...]
    """What is kept from run to run."""
    helpers: tuple[KernelHelper, ...]
    canaries: tuple[Canary, ...]
    """Of a module with checks: one behind every scratch tensor that has bytes in the plan."""
    regions: tuple[ModuleRegion, ...]
    """The regions of the plan, with the objects that hold them."""
    records: tuple[Record, ...]
    """The descriptors' layouts, by kind."""

    @property
    def prefix(self) -> str:
        return self.config.prefix

    @property
    def macro(self) -> str:
        """Prefix of macros and enumerators."""
        return self.prefix.upper()

    @property
    def staged(self) -> tuple[ModuleRegion, ...]:
        return tuple(r for r in self.regions if r.staged)

    @property
    def calls(self) -> tuple[Operator, ...]:
        """The steps of the schedule: with callbacks or checks all operators, so that a step is a
        `layer_index`; else those that have a kernel."""
        every = self.config.callbacks or self.config.checks
        return tuple(o for o in self.operators if o.helper or every)

    @property
    def entries(self) -> int:
        """How many entries the schedule has."""
        return len(self.steps or self.calls)

    @property
    def loops(self) -> tuple[Operator, ...]:
        """The loops over rows."""
        return tuple(o for o in self.operators if o.rows)

    def bound(self, tensor: Tensor) -> bool:
        """Whether the application brings the buffer of an input or an output."""
        return tensor.placement.region >= len(self.regions)

    @property
    def binds(self) -> bool:
        """Whether it brings any."""
        return len(self.plan) > len(self.regions)

    def region_id(self, region: int) -> str:
        return "application" if region >= len(self.regions) else self.regions[region].name


def read_program(module: aot.ModuleOp) -> Program:
    """The records of a planned module; ValueError when a stage is missing."""
    if module.memory is None:
        raise ValueError(NOT_PLANNED)
    return _Reader(module).program(tuple(r.data for r in module.memory))


class _Reader:
    def __init__(self, module: aot.ModuleOp):
        self.module = module
        self.ids = operator_ids(module)
        self.tensors: dict[Key, Tensor] = {}
        self.helpers = {
            o.helper.data.key: o.helper.data
            for o in module.block.ops
            if isinstance(o, aot.HelperOp)
        }
        places = dict(placements(module))
        for index, (key, id) in enumerate(tensor_ids(module).items()):
            self.tensors[key] = _tensor(index, id, key, places[key])

    def program(self, plan: tuple[Region, ...]) -> Program:
        terminator = self.module.block.last_op
        outputs = terminator.operands if terminator is not None else ()
        for tensor in self.tensors.values():
            _check_place(tensor, plan)
        config, tensors = self.module.config.data, tuple(self.tensors.values())
        kinds = sorted({h.struct_kind for h in self.helpers.values()})
        operators = tuple(self.operators())
        return Program(
            config=config,
            plan=plan,
            tensors=tensors,
            inputs=tuple(self.tensors[v] for v in self.module.block.args),
            outputs=tuple(self.tensors[v] for v in outputs),
            operators=operators,
            steps=() if is_flat(self.module) else self.steps(operators),
            states=tuple(self.states()),
            helpers=tuple(self.helpers[k] for k in sorted(self.helpers)),
            canaries=tuple(self.canaries(plan)) if config.checks else (),
            regions=tuple(module_regions(config, plan, tensors)),
            records=tuple(map(record_of, kinds)),
        )

    def steps(self, operators: Sequence[Operator]) -> tuple[Step, ...]:
        """The schedule; with callbacks or checks views are steps, too."""
        config = self.module.config.data
        every = config.callbacks or config.checks
        nodes = zip(self.ids, operators, strict=True)
        walked = {n: o for n, o in nodes if every or not isinstance(n, aot.ViewOp)}
        return steps(self.module, walked, self.tensors)

    def states(self) -> Iterator[State]:
        for op in self.module.block.ops:
            if isinstance(op, aot.VariableOp) and self.tensors[op.output].nbytes:
                yield State(self.tensors[op.output], initial(op))

    def canaries(self, plan: Sequence[Region]) -> Iterator[Canary]:
        for s in storages(self.module):
            tensor = self.tensors[s.key]
            region = tensor.placement.region
            role = plan[region].role if region >= 0 else ""
            if role == RegionRole.PERSISTENT:
                found = Canary(tensor, 0, len(self.ids) - 1)
            elif role == RegionRole.SCRATCH and s.last >= 0:
                found = Canary(tensor, max(s.first, 0), s.last)
            else:
                continue
            at, size = tensor.placement, plan[region].size
            if at.offset + at.size + CANARY_BYTES > size:
                raise ValueError(f"{tensor.id} is planned without room for its canary: {at}")
            yield found

    def operators(self) -> Iterator[Operator]:
        for op, operator in zip(self.ids, self.all_operators(), strict=True):
            yield operator._replace(nested=op.parent_block() is not self.module.block)

    def all_operators(self) -> Iterator[Operator]:
        for layer, (op, id) in enumerate(self.ids.items()):
            match op:
                case aot.KernelOp():
                    yield self.kernel(op, layer, id)
                case aot.ViewOp():
                    inputs, outputs = (self.tensors[op.input],), (self.tensors[op.output],)
                    sources = source_indices(op)
                    yield Operator(layer, op.kind.data, id, sources, inputs, outputs)
                case aot.IfOp() | aot.WhileOp():
                    yield self.nest(op, layer, id)._replace(control=True)
                case aot.RowsOp():
                    calls, steps = tuple(self.row_calls(op)), op.steps.value.data
                    why = "a loop over rows"
                    yield self.nest(op, layer, id)._replace(rows=calls, steps=steps, why=why)

    def nest(self, op: aot.IfOp | aot.WhileOp | aot.RowsOp, layer: int, id: str) -> Operator:
        return Operator(
            layer,
            op.kind.data,
            id,
            source_indices(op),
            tuple(self.tensors[v] for v in op.operands),
            tuple(self.tensors[v] for v in op.results),
            why="control flow",
        )

    def row_calls(self, loop: aot.RowsOp) -> Iterator[RowCall]:
        """The calls of a loop over rows, proven to compute what they do as whole layers."""
        for found in mistakes(loop):
            raise ValueError(found)
        layers = list(self.ids)
        for op in loop.calls:
            assert isinstance(op, aot.KernelOp), "only calls stand in a loop over rows"
            assert op.rows is not None, "they make rows"
            call = self.kernel(op, layers.index(op), self.ids[op])
            height = call.numbers["output_h"]
            assert isinstance(height, int), "it has been proven"
            yield RowCall(call, height, *op.rows.data)

    def kernel(self, op: aot.KernelOp, layer: int, id: str) -> Operator:
        if op.packing is not None or op.callee is None:
            raise ValueError(
                f"{op.kind.data}: run pack-weights and share-kernels before emitting C"
            )
        helper, record = self.signature(op.callee.root_reference.data)
        outputs = [self.tensors[v] for v in (*op.outputs, *op.states)]
        inputs = [self.tensors[v] for v in op.inputs]
        constants = {k: self.tensors[v] for k, v in op.constant_operands().items()}
        scratch = self.tensors.get(op)
        check_numbers(record, dict(op.numbers.data))
        if record.rows != (op.rows is not None):
            raise ValueError(f"kernel {helper.key} makes {'some rows' if record.rows else 'all'}")
        bound = bind(record, inputs, constants, outputs, scratch)
        computed = [t for t in constants.values() if t.array is None]
        own = [t for t in (*constants.values(), scratch) if t is not None and t not in computed]
        read = (*_in_operand_order(op, inputs), *computed)
        return Operator(
            layer_index=layer,
            kind=op.kind.data,
            id=id,
            source_indices=source_indices(op),
            helper=helper,
            fields=bound.fields,
            variadic=bound.variadic,
            numbers=dict(op.numbers.data),
            inputs=read,
            outputs=tuple(outputs),
            locals=tuple(t for t in dict.fromkeys(own) if t not in (*read, *outputs)),
            macs=None if op.macs is None else op.macs.value.data,
            parameters=None if op.parameters is None else op.parameters.value.data,
            why=op.why.data,
            in_rows=record.rows,
        )

    def signature(self, key: str) -> tuple[KernelHelper, Record]:
        """A shared kernel and the layout of its descriptors."""
        if key not in self.helpers:
            raise ValueError(f"no aot.helper has the key {key}: run share-kernels")
        helper = self.helpers[key]
        try:
            return helper, record_of(helper.struct_kind)
        except KeyError as e:
            raise ValueError(
                f"kernel {key} has descriptors of no known kind, {helper.struct_kind}"
            ) from e


def _tensor(index: int, id: str, key: Key, place: Placement) -> Tensor:
    if isinstance(key, aot.KernelOp):
        return Tensor(index, id, "", (place.size,), "int8", None, place, None, scratch=True)
    return Tensor(
        index, id, tensor_name(key), shape(key), dtype(key), quant_of(key), place, constant(key)
    )


def _check_place(tensor: Tensor, plan: Sequence[Region]) -> None:
    at = tensor.placement
    if at != NOWHERE:
        size = plan[at.region].size if 0 <= at.region < len(plan) else -1
        if at.offset < 0 or at.offset + at.size > size:
            raise ValueError(f"{tensor.id} is planned outside the regions of the module: {at}")


def _in_operand_order(op: aot.KernelOp, inputs: Sequence[Tensor]) -> list[Tensor]:
    if op.operand_order is None:
        return list(inputs)
    order = [int(i) for i in op.operand_order.get_values()]
    if len(set(order)) != len(order) or len(order) != len(inputs):
        raise ValueError(f"{op.kind.data} has {len(inputs)} inputs, their order is {order}")
    return [inputs[position] for position in sorted(range(len(order)), key=order.__getitem__)]


def initial(op: aot.VariableOp) -> Array:
    return array(cast("DenseIntOrFPElementsAttr[Element]", op.value), tensor_type(op.output))
