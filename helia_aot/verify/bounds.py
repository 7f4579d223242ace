"""How far a float may be from the oracle's. Knows how bounds pass on; operators state their own.

An operator whose kernel may differ from the oracle's states by how much: `float_bound` of its
arithmetic. One that states nothing moves values or computes them exactly: it passes on the largest
bound of its operands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from helia_aot.verify.subject import Array, Subject, numpy_type

if TYPE_CHECKING:
    from helia_aot.frontend.litert.records import SubGraph

Values = Callable[[], Mapping[int, Array]]
"""Values of every tensor that an operator writes or the model is given, cases first; asked for only
where an operator states a bound."""


def tensor_bounds(subject: Subject, values: Values) -> dict[int, float]:
    """The bound of every float tensor that is not exact, by index."""
    from helia_aot.frontend.litert.graph import GraphImporter

    graph = subject.graph
    if not any(_is_float(graph, i) for o in graph.operators for i in o.outputs):
        return {}
    importer = GraphImporter(graph)
    importer.run()
    operators = [i.op for i in importer.imported if i.op is not None]
    if not any(op.states_bound for op in operators):
        return {}
    known, bounds = values(), dict[int, float]()
    for record, op in zip(graph.operators, operators, strict=True):
        before = [bounds.get(i, 0.0) for i in record.inputs]
        after = max(before, default=0.0)
        if op.states_bound:
            stated = (op.float_bound(v, before) for v in _cases(graph, record.inputs, known))
            after = max(b for b in stated if b is not None)
        floats = [i for i in record.outputs if _is_float(graph, i)]
        bounds.update(dict.fromkeys(floats, after))
    return bounds


def _cases(
    graph: SubGraph, indices: Sequence[int], known: Mapping[int, Array]
) -> list[list[Array | None]]:
    """The operands of an operator, case by case."""
    count = len(next(iter(known.values())))
    return [[_value(graph, i, known, case) for i in indices] for case in range(count)]


def _value(graph: SubGraph, index: int, known: Mapping[int, Array], case: int) -> Array | None:
    if index in known:
        return known[index][case]
    if index < 0 or (data := graph.tensors[index].data) is None:
        return None
    tensor = graph.tensors[index]
    dtype = numpy_type(tensor)
    return None if dtype is None else np.frombuffer(data, dtype).reshape(tensor.shape)


def _is_float(graph: SubGraph, index: int) -> bool:
    dtype = numpy_type(graph.tensors[index])
    return dtype is not None and dtype.kind == "f"
