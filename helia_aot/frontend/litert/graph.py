"""Fourth step: a model becomes a module of the `tfl` dialect. Knows files, hooks and entries."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from xdsl.dialects.builtin import ModuleOp, StringAttr

from helia_aot.errors import ConfigError, UnsupportedModelError
from helia_aot.frontend.litert import records
from helia_aot.frontend.litert.importer import GraphImporter, Imported
from helia_aot.frontend.litert.view import parse, read, view
from helia_aot.ir.identifiers import prefix_from

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
    model = _hooked(data, name, hooks) if hooks else read(data, name)
    graph = model.subgraphs[select(model, subgraph, signature)]
    importer = GraphImporter(graph, model.subgraphs)
    main = importer.run()
    if importer.reasons:
        raise UnsupportedModelError([f"{name}: {r}" for r in importer.reasons])
    attributes = {
        "helia.prefix": StringAttr(prefix_from(Path(name).stem)),
        "helia.sha256": StringAttr(hashlib.sha256(data).hexdigest()),
    }
    return ModuleOp([main], attributes)


def _hooked(data: bytes, name: str, hooks: Sequence[Hook]) -> records.Model:
    """The model as hooks leave it."""
    model = parse(data, name)
    for hook in hooks:
        model = hook(model) or model
    return view(model, name, data)


def select(model: records.Model, subgraph: int, signature: str | None) -> int:
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


__all__ = ["GraphImporter", "Hook", "Imported", "import_model", "select"]
