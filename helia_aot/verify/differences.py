"""Where the two oracles are known to differ: which tensors of a model that reaches.

The facts were measured. FULLY_CONNECTED: LiteRT multiplies by a double, TFLM by a fixed-point
number. UNIDIRECTIONAL_SEQUENCE_LSTM: a step apart, more through the state. MUL and LEAKY_RELU on
int16: the scales are combined in float by LiteRT and in double by TFLM. SOFTMAX on int16: the
tables are made in double by LiteRT and in float by TFLM. RELU6: LiteRT requantizes
where input and output are quantized differently, and TFLM does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from helia_aot.verify.subject import Subject

if TYPE_CHECKING:
    from helia_aot.frontend.litert.records import Operator, SubGraph, Tensor

KNOWN: frozenset[tuple[str, str]] = frozenset(
    {
        ("FULLY_CONNECTED", "INT8"),
        ("FULLY_CONNECTED", "INT16"),
        ("LEAKY_RELU", "INT16"),
        ("MUL", "INT16"),
        ("SOFTMAX", "INT16"),
        ("UNIDIRECTIONAL_SEQUENCE_LSTM", "FLOAT32"),
        ("UNIDIRECTIONAL_SEQUENCE_LSTM", "INT8"),
    }
)
"""Operator, and type of its first input."""

_STATE_READERS = {"READ_VARIABLE"}
_STATE_WRITERS = {"ASSIGN_VARIABLE"}


def known_to_differ(subject: Subject) -> frozenset[int]:
    """Tensors of the judged graph whose values may depend on a known difference."""
    elsewhere = any(
        differs(graph, o) for graph in subject.model.subgraphs[1:] for o in graph.operators
    )
    reached: frozenset[int] = frozenset()
    while (more := reached.union(_reach(subject.graph, reached, elsewhere))) != reached:
        reached = more  # again: state carries a difference to operators before
    return reached


def differs(graph: SubGraph, operator: Operator) -> bool:
    """Whether the oracles compute this operator differently."""
    first = operator.inputs[0] if operator.inputs else -1
    if first < 0:
        return False
    if (operator.code, graph.tensors[first].type) in KNOWN:
        return True
    return operator.code == "RELU6" and any(
        _encoding(graph.tensors[i]) != _encoding(graph.tensors[first]) for i in operator.outputs
    )


def _encoding(tensor: Tensor) -> tuple[list[float], list[int]] | None:
    found = tensor.quantization
    return found and (list(map(float, found.scale)), list(map(int, found.zero_point)))


def _reach(graph: SubGraph, known: Iterable[int], elsewhere: bool) -> Iterator[int]:
    reached = set(known)
    state = any(
        o.code in _STATE_WRITERS and not reached.isdisjoint(o.inputs) for o in graph.operators
    )
    for o in graph.operators:
        touched = (
            differs(graph, o)
            or not reached.isdisjoint(o.inputs)
            or (state and o.code in _STATE_READERS)
            or (elsewhere and _calls(o))
        )
        if touched:
            variables = [i for i in o.inputs if i >= 0 and graph.tensors[i].is_variable]
            reached.update(o.outputs, variables)
    yield from reached


def _calls(operator: Operator) -> bool:
    """Whether it runs another graph."""
    fields: dict[str, object] = getattr(operator.options, "__dict__", {})
    return any("subgraph" in name.lower() for name in fields)
