"""What is in a model file, operator by operator, whether or not it can be compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from helia_aot.config import Config
from helia_aot.driver import Progress, passes, read_model, run_passes
from helia_aot.errors import UnsupportedModelError
from helia_aot.frontend.litert import records
from helia_aot.frontend.litert.graph import GraphImporter, Imported, import_model, select
from helia_aot.frontend.litert.view import read
from helia_aot.passes.lower_to_aot import LowerToAotPass


def inspect_model(configuration: Config, progress: Progress = lambda stage: None) -> dict[str, Any]:
    """`operators[{index, type, macs, parameters, supported, reason}]`, tensors and totals."""
    steps = passes(configuration)  # what is wrong in the configuration is refused first
    data, name = read_model(configuration)
    progress("import")
    model = read(data, name)
    section = configuration.model
    graph = model.subgraphs[select(model, section.subgraph, section.signature)]
    importer = GraphImporter(graph, model.subgraphs)
    importer.run()
    operators = [_operator(i) for i in importer.imported]
    refused = importer.reasons
    if not refused:
        module = import_model(data, name, subgraph=section.subgraph, signature=section.signature)
        refused = _not_lowered(module, steps, progress)
        _mark(operators, refused)
    return {
        "model": name,
        "operators": operators,
        "tensors": [_tensor(t) for t in graph.tensors],
        "macs": sum(o["macs"] or 0 for o in operators),
        "parameters": sum(o["parameters"] or 0 for o in operators),
        "refused": refused,
    }


def _not_lowered(module: ModuleOp, steps: Sequence[ModulePass], progress: Progress) -> list[str]:
    """Why there is no program of a graph that was read whole: what is left to be computed at run
    time is known only behind the passes that compute the rest."""
    last = next(i for i, step in enumerate(steps) if step.name == LowerToAotPass.name)
    try:
        run_passes(module, steps[: last + 1], progress)
    except UnsupportedModelError as e:
        return list(e.reasons)
    return []


def _mark(operators: Sequence[dict[str, Any]], reasons: Sequence[str]) -> None:
    """Reasons begin with the positions of the operators that they are about: `#1+#2 ADD`."""
    for operator in operators:
        position = f"#{operator['index']}"
        about = (r for r in reasons if position in r.partition(" ")[0].split("+"))
        operator["reason"] = next(about, None)
        operator["supported"] = operator["reason"] is None


def _operator(imported: Imported) -> dict[str, Any]:
    supported = imported.reason is None
    op = imported.op if supported else None
    record = imported.record
    return {
        "index": record.position,
        "type": record.custom or record.code,
        "macs": op.macs() if op else None,
        "parameters": op.parameters() if op else None,
        "supported": supported,
        "reason": imported.reason,
    }


def _tensor(record: records.Tensor) -> dict[str, Any]:
    return {
        "index": record.position,
        "name": record.name,
        "dtype": record.type.lower(),
        "shape": list(record.shape),
        "constant": record.data is not None,
    }
