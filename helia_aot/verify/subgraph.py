"""Makes another subgraph of a model its first, for oracles that run only that. Knows the format."""

# pyright: reportMissingTypeStubs=false

from copy import copy
from typing import Any

_ALIGNMENT = 16


def with_first(model: Any, index: int, data: bytes) -> bytes:
    """The bytes of the object-API model with its subgraphs 0 and `index` exchanged, and weights
    that stand outside the flatbuffer, in the file's `data`, inside it.

    Options that name a subgraph follow; signatures, which no oracle asks for, are left out.
    """
    import flatbuffers

    order = list(range(len(model.subgraphs)))
    order[0], order[index] = order[index], order[0]
    changed = copy(model)
    changed.signatureDefs = None
    changed.subgraphs = [_follow(model.subgraphs[i], order) for i in order]
    changed.buffers = _aligned(model.buffers or [], data)
    builder: Any = flatbuffers.Builder(1024)
    builder.Finish(changed.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def _follow(graph: Any, order: list[int]) -> Any:
    """The graph with the subgraph indices in its options replaced."""
    result = copy(graph)
    operators: list[Any] = graph.operators or []
    result.operators = [_follow_operator(o, order) for o in operators]
    return result


def _follow_operator(operator: Any, order: list[int]) -> Any:
    options = operator.builtinOptions
    names: list[str] = list(getattr(options, "__dict__", ()))
    fields = [n for n in names if n == "subgraph" or n.lower().endswith("subgraphindex")]
    if not fields:
        return operator
    result = copy(operator)
    result.builtinOptions = copy(options)
    for field in fields:
        value = getattr(options, field)
        if 0 <= value < len(order):
            setattr(result.builtinOptions, field, order.index(value))
    return result


def _aligned(buffers: list[Any], data: bytes) -> list[Any]:
    """Buffers whose bytes start aligned: the oracles read them in place."""
    from ai_edge_litert import schema_py_generated

    schema: Any = schema_py_generated

    class Aligned(schema.BufferT):
        def Pack(self, builder: Any) -> int:
            data = None if self.data is None else bytes(self.data)
            vector: int | None = None
            if data is not None:
                builder.Prep(_ALIGNMENT, len(data))
                vector = builder.CreateByteVector(data)
            schema.BufferStart(builder)
            if vector is not None:
                schema.BufferAddData(builder, vector)
            return schema.BufferEnd(builder)

    return [Aligned(_content(b, data), 0, 0) for b in buffers]


def _content(buffer: Any, data: bytes) -> Any:
    outside = buffer.offset > 1
    return data[buffer.offset : buffer.offset + buffer.size] if outside else buffer.data
