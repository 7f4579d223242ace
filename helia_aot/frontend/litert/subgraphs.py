"""Third step: subgraphs of a model: their tensors, operators and wiring. Knows no operator."""

from __future__ import annotations

from collections.abc import Sequence

from helia_aot.frontend.litert.buffers import Buffers
from helia_aot.frontend.litert.objects import OperatorCodeT, OperatorT, SubGraphT, TensorT
from helia_aot.frontend.litert.operators import read_operator
from helia_aot.frontend.litert.records import SubGraph
from helia_aot.frontend.litert.tensors import read_tensor
from helia_aot.frontend.litert.wiring import check_graph
from helia_aot.frontend.place import Place
from helia_aot.frontend.values import text


def read_subgraph(
    source: SubGraphT, index: int, codes: Sequence[OperatorCodeT], buffers: Buffers, model: Place
) -> SubGraph:
    """One subgraph, proven runnable in its order."""
    place = model.inner(f"subgraphs[{index}]")
    tensors: list[TensorT] = place.objects("tensors", source.tensors, "TensorT")
    operators: list[OperatorT] = place.objects("operators", source.operators, "OperatorT")
    inputs = place.indices("inputs", source.inputs, len(tensors))
    read = [
        read_operator(operator, i, codes, len(tensors), buffers, place)
        for i, operator in enumerate(operators)
    ]
    fed = {*inputs, *(output for operator in read for output in operator.outputs)}
    graph = SubGraph(
        position=index,
        name=place.read("name", text, source.name),
        tensors=tuple(
            read_tensor(tensor, i, buffers, i in fed, place) for i, tensor in enumerate(tensors)
        ),
        operators=tuple(read),
        inputs=inputs,
        outputs=place.indices("outputs", source.outputs, len(tensors)),
    )
    check_graph(graph, place)
    return graph
