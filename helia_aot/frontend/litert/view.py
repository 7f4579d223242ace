"""Third step, its door: from the bytes of a model to its typed view, made of frozen records.

`read` proves the bytes well-formed and the model meaningful, and gives the records that everything
else reads. Model hooks come between the two: `parse` gives them the object API of the file's
tables, `view` the records of what they have made of it. Knows the file format, and no operator.
"""

from __future__ import annotations

from helia_aot.frontend.hooks import state_source_indices
from helia_aot.frontend.litert.buffers import Buffers
from helia_aot.frontend.litert.bytes import read as read_tables
from helia_aot.frontend.litert.objects import (
    FILE_IDENTIFIER,
    LAYOUTS,
    ROOT,
    SCHEMA_VERSION,
    ModelT,
    OperatorCodeT,
    SubGraphT,
    model_object,
)
from helia_aot.frontend.litert.records import Model
from helia_aot.frontend.litert.signatures import read_metadata, read_signatures
from helia_aot.frontend.litert.subgraphs import read_subgraph
from helia_aot.frontend.litert.wiring import check_calls, check_total
from helia_aot.frontend.place import Place
from helia_aot.frontend.values import integer, text


def read(data: bytes, name: str) -> Model:
    """The checked records of a model's bytes; `name` is what messages call it.

    Weights stay read-only views into `data`.
    """
    return view(_tables(data, name), name, data)


def parse(data: bytes, name: str) -> ModelT:
    """A model's bytes as the object API, for hooks; weights stay read-only views into `data`."""
    return model_object(_tables(data, name))


def _tables(data: bytes, name: str) -> ModelT:
    """The tables of a file: they have the attributes of the object API, and nothing else."""
    model: ModelT = read_tables(data, name, FILE_IDENTIFIER, ROOT, LAYOUTS)
    for graph in model.subgraphs or []:
        for index, operator in enumerate(graph.operators or []):
            state_source_indices(operator, [index])
    return model


def view(model: ModelT, name: str, data: bytes | memoryview = b"") -> Model:
    """The checked records of a model; `data` is its file, for weights outside the flatbuffer."""
    place = Place(name)
    version = place.read("version", integer, model.version)
    if version != SCHEMA_VERSION:
        raise place.fail(f"schema version {version}, expected {SCHEMA_VERSION}")
    graphs: list[SubGraphT] = place.objects("subgraphs", model.subgraphs, "SubGraphT")
    if not graphs:
        raise place.fail("the model has no subgraph")
    buffers = Buffers(model, data, place)
    codes: list[OperatorCodeT] = place.objects(
        "operator_codes", model.operatorCodes, "OperatorCodeT"
    )
    subgraphs = [
        read_subgraph(graph, index, codes, buffers, place) for index, graph in enumerate(graphs)
    ]
    result = Model(
        name=name,
        version=version,
        description=place.read("description", text, model.description),
        subgraphs=tuple(subgraphs),
        signatures=read_signatures(model, subgraphs, place),
        metadata=read_metadata(model, buffers, place),
    )
    check_total(result, place)
    check_calls(result, place)
    return result
