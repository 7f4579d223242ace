"""A model as those who judge a module see it: its graph, its ports, its bytes. Knows no operator.

The judged graph is always subgraph 0 of `data`, because the oracles run no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from helia_aot.errors import ConfigError

if TYPE_CHECKING:
    from helia_aot.frontend.litert.records import Model, SubGraph, Tensor

Array = npt.NDArray[np.generic]

_DTYPES: dict[str, type[np.generic]] = {
    name.upper(): getattr(np, name if name != "bool" else "bool_")
    for name in (
        *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        *("float16", "float32", "float64"),
    )
}


def numpy_type(tensor: Tensor) -> np.dtype[np.generic] | None:
    """NumPy's type of a tensor's elements; None for one without (packed, resource, string)."""
    found = _DTYPES.get(tensor.type)
    return None if found is None else np.dtype(found)


@dataclass(frozen=True)
class Port:
    """An input or an output of the model."""

    index: int
    """Of the tensor in its graph."""
    name: str
    shape: tuple[int, ...]
    dtype: np.dtype[np.generic]

    @property
    def text(self) -> str:
        return f"{self.dtype}[{', '.join(map(str, self.shape))}]"


@dataclass(frozen=True)
class Subject:
    """A model that is judged."""

    name: str
    data: bytes
    """The file, rearranged when the judged graph is not its first."""
    model: Model
    outside: bool
    """Whether weights stand outside the flatbuffer."""

    @property
    def graph(self) -> SubGraph:
        return self.model.subgraphs[0]

    @cached_property
    def inputs(self) -> tuple[Port, ...]:
        return tuple(self.port(i, f"input_{n}") for n, i in enumerate(self.graph.inputs))

    @cached_property
    def outputs(self) -> tuple[Port, ...]:
        return tuple(self.port(i, f"output_{n}") for n, i in enumerate(self.graph.outputs))

    def port(self, index: int, otherwise: str) -> Port:
        tensor = self.graph.tensors[index]
        dtype = numpy_type(tensor)
        if dtype is None:
            raise ConfigError(f"{self.name}: {tensor.label}: {tensor.type} cannot be compared")
        return Port(index, tensor.name or otherwise, tensor.shape, dtype)


def read_subject(
    data: bytes, name: str, *, subgraph: int = 0, signature: str | None = None
) -> Subject:
    """Reads a model whose subgraph of that index or signature is judged."""
    from helia_aot.frontend.litert.graph import select
    from helia_aot.frontend.litert.view import parse, view
    from helia_aot.verify.subgraph import with_first

    model = parse(data, name)
    records = view(model, name, data)
    subgraph = select(records, subgraph, signature)
    outside = any(buffer.offset > 1 for buffer in model.buffers or [])
    if subgraph:
        data, outside = with_first(model, subgraph, data), False
        records = view(parse(data, name), name, data)
    return Subject(name, data, records, outside)
