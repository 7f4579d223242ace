"""The typed view of a subgraph becomes a function of the `tfl` dialect, or a block of one.

Knows the records, and how tensors and operators stand in the IR; knows no operator, and no byte of
a file: what it is given is proven.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, UnrealizedConversionCastOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.utils.exceptions import VerifyException

from helia_aot.errors import UnsupportedModelError
from helia_aot.frontend.litert import records
from helia_aot.ir.constants import ConstOp
from helia_aot.ir.identifiers import identifier
from helia_aot.ir.ops import BY_CODE
from helia_aot.ir.ops.families.control import YieldOp
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.provenance import INPUTS, set_provenance
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import ELEMENTS, HANDLES, QuantAttr, Tensor, restored, strings, tensor

MAX_OPERATORS = 1 << 16
"""Of a function with its blocks: a subgraph that several operators run stands in each of them."""


class Imported(NamedTuple):
    """What became of one operator of the file."""

    record: records.Operator
    op: AotOperator | None
    reasons: tuple[str, ...] = ()
    """Why it is refused; several where it runs subgraphs."""

    @property
    def reason(self) -> str | None:
        """All of them in one text; None when it is supported."""
        return "; ".join(self.reasons) or None


class GraphImporter:
    """One subgraph, operator by operator; goes on after a refusal to find all of them."""

    def __init__(
        self,
        graph: records.SubGraph,
        subgraphs: Sequence[records.SubGraph] = (),
        count: list[int] | None = None,
    ):
        self.graph, self.subgraphs = graph, subgraphs
        self.count = [0] if count is None else count
        """Operators so far, in one place for all blocks of a function."""
        self.block = Block()
        self.values: dict[int, SSAValue] = {}
        self.reasons: list[str] = []
        self.imported: list[Imported] = []
        self.types: list[Tensor | str] = [_type(t) for t in graph.tensors]
        self.argument_names: tuple[str, ...] = ()
        """Of the last block with arguments that an operator here was given."""

    def run(self) -> FuncOp:
        """The subgraph as a function."""
        inputs = [t for t in map(self.boundary, self.graph.inputs) if t is not None]
        outputs = [t for t in map(self.boundary, self.graph.outputs) if t is not None]
        main = FuncOp("main", (inputs, outputs))
        self.block = main.body.block
        main.attributes[INPUTS] = strings(self.input_names())
        self.block.add_op(ReturnOp(*self.operators(self.block.args)))
        return main

    def region(self, given: Sequence[SSAValue] | None) -> Region:
        """The subgraph as a block: on the values it is given, or on arguments of its own."""
        if given is None:
            inputs = [t for t in map(self.boundary, self.graph.inputs) if t is not None]
            self.block = Block(arg_types=inputs)
            given = self.block.args
        found, wanted = [v.type for v in given], [self.types[i] for i in self.graph.inputs]
        if found != wanted:
            types = (", ".join(map(str, listed)) or "nothing" for listed in (found, wanted))
            self.reasons.append(f"is given {next(types)}, takes {next(types)}")
        self.block.add_op(YieldOp(self.operators(given)))
        return Region(self.block)

    def operators(self, given: Sequence[SSAValue]) -> list[SSAValue]:
        """All operators, on what stands for the inputs; what the outputs are."""
        self.values = dict(zip(self.graph.inputs, given, strict=False))
        for index, value in self.values.items():
            value.name_hint = value.name_hint or _hint(self.graph.tensors[index])
        for record in self.graph.operators:
            self.imported.append(self.operator(record))
        self.reasons += [r for i in self.imported for r in i.reasons]
        results = [self.value(i) for i in self.graph.outputs]
        return [r for r in results if r is not None]

    def input_names(self) -> tuple[str, ...]:
        return tuple(self.graph.tensors[i].name or "" for i in self.graph.inputs)

    def called(self, index: int, given: Sequence[SSAValue] | None) -> Region:
        """The block of a subgraph that an operator runs."""
        if not 0 <= index < len(self.subgraphs):
            raise UnsupportedModelError([f"there is no subgraph {index}"])
        importer = GraphImporter(self.subgraphs[index], self.subgraphs, self.count)
        region = importer.region(given)
        if importer.reasons:
            raise UnsupportedModelError([f"subgraph {index}: {r}" for r in importer.reasons])
        if given is None:
            self.argument_names = importer.input_names()
        return region

    def boundary(self, index: int) -> Tensor | None:
        """The type of an input or output of the model, or a reason."""
        type = self.types[index]
        if isinstance(type, str):
            self.reasons.append(f"{self.graph.tensors[index].label}: {type}")
            return None
        return type

    def operator(self, record: records.Operator) -> Imported:
        op, found = self.make(record)
        code = record.custom or record.code if record.code == "CUSTOM" else record.code
        names = [self.graph.tensors[i].name or "" for i in record.outputs]
        where = " ".join(filter(None, (f"#{record.position}", code, *names[:1])))
        if op is None:
            self.placeholders(record)
            return Imported(record, None, tuple(f"{where}: {reason}" for reason in found))
        set_provenance(op, record.source_indices, names, code)
        if any(region.block.args for region in op.regions):
            op.attributes[INPUTS] = strings(self.argument_names)
        self.block.add_op(op)
        for index, result in zip(record.outputs, op.results, strict=True):
            result.name_hint = _hint(self.graph.tensors[index])
            self.values[index] = result
        return Imported(record, op, tuple(f"{where}: {v}" for v in list(op.violations())[:1]))

    def make(self, record: records.Operator) -> tuple[AotOperator | None, Sequence[str]]:
        """The operation, or why there is none."""
        self.count[0] += 1
        if self.count[0] > MAX_OPERATORS:
            return None, ["subgraphs that run each other have too many operators"]
        if record.code not in BY_CODE:
            return None, [f"operator {record.custom or record.code} is not supported"]
        for index in (*record.inputs, *record.outputs):
            type = self.types[index] if index != records.ABSENT else ""
            if isinstance(type, str) and type:
                return None, [f"{self.graph.tensors[index].label}: {type}"]
        inputs = [None if i == records.ABSENT else self.value(i) for i in record.inputs]
        for index, value in zip(record.inputs, inputs, strict=True):
            if index != records.ABSENT and value is None:
                return None, [f"{self.graph.tensors[index].label} is read before it is written"]
        outputs = [t for i in record.outputs if not isinstance(t := self.types[i], str)]
        try:
            op = BY_CODE[record.code].read(
                OperatorRecord(record.code, inputs, outputs, record.options, self.called)
            )
        except UnsupportedModelError as e:
            return None, e.reasons
        except VerifyException as e:
            return None, [str(e)]
        if len(op.results) != len(record.outputs):
            return None, [f"has {len(record.outputs)} outputs, should have {len(op.results)}"]
        return op, ()

    def placeholders(self, record: records.Operator) -> None:
        """Stand-ins for what a refused operator would have written."""
        for index in record.outputs:
            type = self.types[index]
            if not isinstance(type, str):
                self.block.add_op(cast := UnrealizedConversionCastOp.get([], [type]))
                self.values[index] = cast.results[0]

    def value(self, index: int) -> SSAValue | None:
        """The value of a tensor: computed already, or a constant made on first use."""
        if index not in self.values:
            record, type = self.graph.tensors[index], self.types[index]
            if record.data is None or isinstance(type, str):
                return None
            data = record.data.tobytes()
            if record.type == "INT4":
                data = restored(data, prod(record.shape)).tobytes()
            value = DenseIntOrFPElementsAttr(type, BytesAttr(data))
            op = ConstOp(value, _per_channel(record))
            set_provenance(op, (), [record.name or ""])
            op.output.name_hint = _hint(record)
            self.block.add_op(op)
            self.values[index] = op.output
        return self.values[index]


def _type(record: records.Tensor) -> Tensor | str:
    """The type of a tensor, or why it has none here."""
    dtype = record.type.lower()
    if dtype not in ELEMENTS and dtype not in HANDLES:
        return f"type {record.type} is not supported"
    if record.sparse:
        return "sparse weights are not supported"
    if record.is_variable:
        return "variable tensors are not supported"
    quant = record.quantization
    if quant is None:
        return tensor(record.shape, dtype)
    if quant.scheme != "NONE" or not len(quant.scale):
        return f"quantization {quant.scheme} is not supported"
    if len(quant.scale) > 1:
        constant = record.data is not None
        return (
            tensor(record.shape, dtype) if constant else "per-channel scales on a computed tensor"
        )
    return tensor(record.shape, dtype, QuantAttr.of(quant.scale, quant.zero_point))


def _per_channel(record: records.Tensor) -> QuantAttr | None:
    quant = record.quantization
    if quant is None or len(quant.scale) < 2:
        return None
    return QuantAttr.of(quant.scale, quant.zero_point, quant.dimension)


def _hint(record: records.Tensor) -> str | None:
    return identifier(record.name or "") or None
