"""What is in a model file, operator by operator, whether or not it can be compiled."""

from __future__ import annotations

from typing import Any

from helia_aot.config import Config
from helia_aot.driver import read_model
from helia_aot.frontend import schema
from helia_aot.frontend.litert import GraphImporter, Imported, select


def inspect_model(configuration: Config) -> dict[str, Any]:
    """`operators[{index, type, macs, parameters, supported, reason}]`, tensors and totals."""
    data, name = read_model(configuration)
    model = schema.view(schema.parse(data, name), name, data)
    section = configuration.model
    graph = model.subgraphs[select(model, section.subgraph, section.signature)]
    importer = GraphImporter(graph)
    importer.run()
    operators = [_operator(i) for i in importer.imported]
    return {
        "model": name,
        "operators": operators,
        "tensors": [_tensor(t) for t in graph.tensors],
        "macs": sum(o["macs"] or 0 for o in operators),
        "parameters": sum(o["parameters"] or 0 for o in operators),
        "refused": importer.reasons,
    }


def _operator(imported: Imported) -> dict[str, Any]:
    supported = imported.reason is None
    op = imported.op if supported else None
    record = imported.record
    return {
        "index": record.index,
        "type": record.custom or record.code,
        "macs": op.macs() if op else None,
        "parameters": op.parameters() if op else None,
        "supported": supported,
        "reason": imported.reason,
    }


def _tensor(record: schema.Tensor) -> dict[str, Any]:
    return {
        "index": record.index,
        "name": record.name,
        "dtype": record.type.lower(),
        "shape": list(record.shape),
        "constant": record.data is not None,
    }
