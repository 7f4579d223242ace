"""Third step: proves that a model's graphs can be run in their order. Knows no operator."""

from graphlib import CycleError, TopologicalSorter

from helia_aot.errors import UnsupportedModelError
from helia_aot.frontend.litert.operators import called_subgraphs
from helia_aot.frontend.litert.records import ABSENT, Model, Operator, SubGraph
from helia_aot.frontend.litert.types import byte_size
from helia_aot.frontend.place import Place

MAX_TOTAL_BYTES = 2**32 - 1
"""All tensors of a model together: what 32 bits can address."""


def check_graph(graph: SubGraph, place: Place) -> None:
    """Every tensor read has a value by then, and is written once."""
    known = _known_at_start(graph, place)
    writers = dict.fromkeys(graph.inputs, ABSENT)
    for operator in graph.operators:
        _check_operator(operator, graph, known, writers, place)
        known.update(operator.outputs)
    for index in graph.outputs:
        if index not in known:
            raise place.fail(f"output {graph.tensors[index].label} is never produced")


def _known_at_start(graph: SubGraph, place: Place) -> set[int]:
    """Tensors with a value before the first operator runs: inputs, constants, variables."""
    inputs = set(graph.inputs)
    if len(inputs) < len(graph.inputs):
        raise place.fail("a tensor is listed twice among the inputs")
    for index in graph.inputs:
        if graph.tensors[index].data is not None:
            raise place.fail(f"input {graph.tensors[index].label} is a constant")
    held = (tensor.position for tensor in graph.tensors if tensor.data is not None)
    return inputs | set(held) | {tensor.position for tensor in graph.tensors if tensor.is_variable}


def _check_operator(
    operator: Operator, graph: SubGraph, known: set[int], writers: dict[int, int], place: Place
) -> None:
    here = _at(operator, place)
    for index in operator.inputs:
        if index != ABSENT and index not in known:
            label = graph.tensors[index].label
            raise here.fail(f"reads {label}, which nothing has produced yet")
    for index in operator.outputs:
        _check_output(index, graph, writers, here)
        writers[index] = operator.position


def _at(operator: Operator, graph: Place) -> Place:
    custom = f" {operator.custom!r}" if operator.custom else ""
    return graph.inner(f"operators[{operator.position}] {operator.code}{custom}")


def _check_output(index: int, graph: SubGraph, writers: dict[int, int], here: Place) -> None:
    tensor = graph.tensors[index]
    writer = writers.get(index)
    if writer == ABSENT:
        raise here.fail(f"writes {tensor.label}, which is an input")
    if writer is not None:
        raise here.fail(f"writes {tensor.label}, which operator {writer} writes as well")
    if tensor.data is not None:
        raise here.fail(f"writes {tensor.label}, which is a constant")
    if tensor.is_variable:
        raise UnsupportedModelError([f"{here.text}: its output {tensor.label} is a variable"])


def check_calls(model: Model, place: Place) -> None:
    """Subgraphs that operators run exist, and none runs itself in the end."""
    calls = {
        graph.position: _calls(graph, len(model.subgraphs), place) for graph in model.subgraphs
    }
    try:
        TopologicalSorter(calls).prepare()
    except CycleError as error:
        way = " -> ".join(str(index) for index in reversed(error.args[1]))
        raise place.fail(f"subgraphs run each other in a circle: {way}") from None


def _calls(graph: SubGraph, count: int, place: Place) -> set[int]:
    result: set[int] = set()
    for operator in graph.operators:
        here = _at(operator, place.inner(f"subgraphs[{graph.position}]"))
        for index in here.read("subgraph", called_subgraphs, operator.options):
            result.add(here.index("subgraph", index, count, "subgraph"))
    return result


def check_total(model: Model, place: Place) -> None:
    """The tensors of a model fit into an address space, even all at once."""
    tensors = (tensor for graph in model.subgraphs for tensor in graph.tensors)
    total = sum(byte_size(tensor.shape, tensor.type) or 0 for tensor in tensors)
    if total > MAX_TOTAL_BYTES:
        raise place.fail(f"its tensors take {total} bytes, more than 32 bits address")
