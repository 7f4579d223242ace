"""Third step: what a model names for its callers: signatures and metadata. Knows no operator."""

from __future__ import annotations

from helia_aot.frontend.litert.buffers import Buffers, Bytes
from helia_aot.frontend.litert.objects import MetadataT, ModelT, SignatureDefT, TensorMapT
from helia_aot.frontend.litert.records import Signature, SubGraph
from helia_aot.frontend.place import Place
from helia_aot.frontend.values import integer, text


def read_signatures(
    model: ModelT, subgraphs: list[SubGraph], place: Place
) -> tuple[Signature, ...]:
    """The named entries of a model."""
    sources: list[SignatureDefT] = place.objects(
        "signature_defs", model.signatureDefs, "SignatureDefT"
    )
    return tuple(
        _signature(source, subgraphs, place.inner(f"signature_defs[{index}]"))
        for index, source in enumerate(sources)
    )


def _signature(source: SignatureDefT, subgraphs: list[SubGraph], place: Place) -> Signature:
    number = place.read("subgraph_index", integer, source.subgraphIndex)
    graph = subgraphs[place.index("subgraph_index", number, len(subgraphs), "subgraph")]
    return Signature(
        key=place.read("signature_key", text, source.signatureKey) or "",
        subgraph=number,
        inputs=_named(source.inputs, "inputs", graph, place),
        outputs=_named(source.outputs, "outputs", graph, place),
    )


def _named(
    source: list[TensorMapT] | None, field: str, graph: SubGraph, place: Place
) -> tuple[tuple[str, int], ...]:
    """Names of a signature's tensors."""
    maps: list[TensorMapT] = place.objects(field, source, "TensorMapT")
    indices = place.indices(field, [item.tensorIndex for item in maps], len(graph.tensors))
    return tuple(
        (place.read(field, text, item.name) or "", index)
        for item, index in zip(maps, indices, strict=True)
    )


def read_metadata(model: ModelT, buffers: Buffers, place: Place) -> tuple[tuple[str, Bytes], ...]:
    """Named blobs of the model."""
    sources: list[MetadataT] = place.objects("metadata", model.metadata, "MetadataT")
    result: list[tuple[str, Bytes]] = []
    for index, item in enumerate(sources):
        here = place.inner(f"metadata[{index}]")
        buffer = here.read("buffer", integer, item.buffer)
        result.append((here.read("name", text, item.name) or "", buffers.get(buffer, here)))
    return tuple(result)
