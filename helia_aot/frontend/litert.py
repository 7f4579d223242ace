"""`.tflite` bytes to the `tfl` dialect. Knows the file format, and no operator."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from xdsl.dialects.builtin import (
    BytesAttr,
    DenseIntOrFPElementsAttr,
    ModuleOp,
    StringAttr,
    UnrealizedConversionCastOp,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import SSAValue
from xdsl.utils.exceptions import VerifyException

from helia_aot.errors import ConfigError, UnsupportedModelError
from helia_aot.frontend import schema
from helia_aot.ir.constants import ConstOp
from helia_aot.ir.identifiers import identifier, prefix_from
from helia_aot.ir.ops import BY_CODE
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.provenance import set_provenance
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import ELEMENTS, QuantAttr, Tensor, restored, strings, tensor

Hook = Callable[[Any], Any]
"""Receives the parsed model (object API); returns the model to import, or None for the same."""


def import_model(
    data: bytes,
    name: str,
    *,
    subgraph: int = 0,
    signature: str | None = None,
    hooks: Sequence[Hook] = (),
) -> ModuleOp:
    """The `tfl` module of one subgraph.

    InvalidModelError for a malformed file, UnsupportedModelError with all reasons at once for a
    well-formed one that cannot be compiled.
    """
    records = _hooked(data, name, hooks) if hooks else schema.read(data, name)
    graph = records.subgraphs[select(records, subgraph, signature)]
    importer = GraphImporter(graph)
    main = importer.run()
    if importer.reasons:
        raise UnsupportedModelError([f"{name}: {r}" for r in importer.reasons])
    attributes = {
        "helia.prefix": StringAttr(prefix_from(Path(name).stem)),
        "helia.sha256": StringAttr(hashlib.sha256(data).hexdigest()),
    }
    return ModuleOp([main], attributes)


def _hooked(data: bytes, name: str, hooks: Sequence[Hook]) -> schema.Model:
    """The model as hooks leave it."""
    model = schema.parse(data, name)
    for hook in hooks:
        model = hook(model) or model
    return schema.view(model, name, data)


def select(model: schema.Model, subgraph: int, signature: str | None) -> int:
    """Index of the subgraph that a configuration names."""
    if signature is not None:
        found = {s.key: s.subgraph for s in model.signatures}
        if signature not in found:
            known = ", ".join(sorted(found)) or "none"
            raise ConfigError(f"{model.name} has no signature {signature!r}; it has: {known}")
        return found[signature]
    if not 0 <= subgraph < len(model.subgraphs):
        raise ConfigError(f"{model.name} has {len(model.subgraphs)} subgraphs, not #{subgraph}")
    return subgraph


class Imported(NamedTuple):
    """What became of one operator of the file."""

    record: schema.Operator
    op: AotOperator | None
    reason: str | None
    """Why it is refused; None when it is supported."""


class GraphImporter:
    """One subgraph, operator by operator; goes on after a refusal to find all of them."""

    def __init__(self, graph: schema.SubGraph):
        self.graph = graph
        self.values: dict[int, SSAValue] = {}
        self.reasons: list[str] = []
        self.imported: list[Imported] = []
        self.types: list[Tensor | str] = [_type(t) for t in graph.tensors]

    def run(self) -> FuncOp:
        inputs = [t for t in map(self.boundary, self.graph.inputs) if t is not None]
        outputs = [t for t in map(self.boundary, self.graph.outputs) if t is not None]
        main = FuncOp("main", (inputs, outputs))
        self.block = main.body.block
        self.values = dict(zip(self.graph.inputs, self.block.args, strict=False))
        for index, value in self.values.items():
            value.name_hint = _hint(self.graph.tensors[index])
        main.attributes["input_names"] = strings(
            [self.graph.tensors[i].name or "" for i in self.graph.inputs]
        )
        for record in self.graph.operators:
            self.imported.append(self.operator(record))
        self.reasons += [i.reason for i in self.imported if i.reason is not None]
        results = [self.value(i) for i in self.graph.outputs]
        self.block.add_op(ReturnOp(*[r for r in results if r is not None]))
        return main

    def boundary(self, index: int) -> Tensor | None:
        """The type of an input or output of the model, or a reason."""
        type = self.types[index]
        if isinstance(type, str):
            self.reasons.append(f"{self.graph.tensors[index].label}: {type}")
            return None
        return type

    def operator(self, record: schema.Operator) -> Imported:
        op, found = self.make(record)
        code = record.custom or record.code if record.code == "CUSTOM" else record.code
        names = [self.graph.tensors[i].name or "" for i in record.outputs]
        if op is None:
            self.placeholders(record)
            where = " ".join(filter(None, (f"#{record.position}", code, names[0] if names else "")))
            return Imported(record, None, f"{where}: {found}")
        set_provenance(op, record.source_indices, names, code)
        self.block.add_op(op)
        for index, result in zip(record.outputs, op.results, strict=True):
            result.name_hint = _hint(self.graph.tensors[index])
            self.values[index] = result
        where = f"#{record.position} {code} {names[0] if names else ''}".rstrip()
        found = next(op.violations(), None)
        return Imported(record, op, None if found is None else f"{where}: {found}")

    def make(self, record: schema.Operator) -> tuple[AotOperator | None, str]:
        """The operation, or why there is none."""
        if record.code not in BY_CODE:
            return None, f"operator {record.custom or record.code} is not supported"
        for index in (*record.inputs, *record.outputs):
            type = self.types[index] if index != schema.ABSENT else ""
            if isinstance(type, str) and type:
                return None, f"{self.graph.tensors[index].label}: {type}"
        inputs = [None if i == schema.ABSENT else self.value(i) for i in record.inputs]
        for index, value in zip(record.inputs, inputs, strict=True):
            if index != schema.ABSENT and value is None:
                return None, f"{self.graph.tensors[index].label} is read before it is written"
        outputs = [t for i in record.outputs if not isinstance(t := self.types[i], str)]
        try:
            op = BY_CODE[record.code].read(
                OperatorRecord(record.code, inputs, outputs, record.options)
            )
        except UnsupportedModelError as e:
            return None, "; ".join(e.reasons)
        except VerifyException as e:
            return None, str(e)
        if len(op.results) != len(record.outputs):
            return None, f"has {len(record.outputs)} outputs, should have {len(op.results)}"
        return op, ""

    def placeholders(self, record: schema.Operator) -> None:
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


def _type(record: schema.Tensor) -> Tensor | str:
    """The type of a tensor, or why it has none here."""
    dtype = record.type.lower()
    if dtype not in ELEMENTS:
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


def _per_channel(record: schema.Tensor) -> QuantAttr | None:
    quant = record.quantization
    if quant is None or len(quant.scale) < 2:
        return None
    return QuantAttr.of(quant.scale, quant.zero_point, quant.dimension)


def _hint(record: schema.Tensor) -> str | None:
    return identifier(record.name or "") or None


__all__ = ["GraphImporter", "Hook", "Imported", "import_model", "select"]
