"""The door to a LiteRT model: bytes to the object API, object API to frozen records.

`parse` proves the bytes well-formed and gives the object API that model hooks edit. `view` proves
the model meaningful, as parsed or as changed, and gives the records that everything else reads.
Knows the file format, and no operator.
"""

from helia_aot.frontend.flatbuffer import verify
from helia_aot.frontend.hooks import state_source_indices
from helia_aot.frontend.litert_buffers import Buffers
from helia_aot.frontend.litert_graphs import read_subgraph
from helia_aot.frontend.litert_objects import (
    FILE_IDENTIFIER,
    ROOT,
    SCHEMA_VERSION,
    UNIONS,
    ModelT,
    OperatorCodeT,
    SubGraphT,
    unpack,
)
from helia_aot.frontend.litert_place import Place
from helia_aot.frontend.litert_records import (
    ABSENT,
    Model,
    Operator,
    Quantization,
    Signature,
    SubGraph,
    Tensor,
)
from helia_aot.frontend.litert_signatures import read_metadata, read_signatures
from helia_aot.frontend.litert_values import integer, text
from helia_aot.frontend.litert_wiring import check_calls, check_total

__all__ = [
    "ABSENT",
    "Model",
    "ModelT",
    "Operator",
    "Quantization",
    "Signature",
    "SubGraph",
    "Tensor",
    "parse",
    "view",
]


def parse(data: bytes, name: str) -> ModelT:
    """Read a model's bytes into the object API; `name` is what messages call it.

    Weights stay read-only views into `data`.
    """
    verify(data, name, FILE_IDENTIFIER, ROOT, UNIONS)
    model = unpack(data)
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
    graphs = place.objects("subgraphs", model.subgraphs, SubGraphT)
    if not graphs:
        raise place.fail("the model has no subgraph")
    buffers = Buffers(model, data, place)
    codes = place.objects("operator_codes", model.operatorCodes, OperatorCodeT)
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
