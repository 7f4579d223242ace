"""Second step: a LiteRT model as typed, frozen records. Knows the file's graph, and no operator."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

ABSENT = -1
"""Stands for an optional operator input that is not given."""


class Quantization(NamedTuple):
    """How a tensor's integers stand for real numbers."""

    scale: npt.NDArray[np.float32]
    """One scale, or one per channel along `dimension`; empty for a scheme of another kind."""
    zero_point: npt.NDArray[np.int64]
    """As many as there are scales, or none where the model gives none: they count as 0."""
    dimension: int
    """The channel dimension where there are several scales."""
    scheme: str = "NONE"
    """Name of the scheme that goes beyond scale and zero point (`BlockwiseQuantization`, ...)."""


class Tensor(NamedTuple):
    """One tensor of a subgraph."""

    position: int
    """In its subgraph's tensors."""
    name: str | None
    """Name in the file; need not be unique, nor an identifier."""
    shape: tuple[int, ...]
    """Dimensions, none negative."""
    shape_signature: tuple[int, ...] | None
    """The shape with -1 where a dimension may vary, if the file states it."""
    type: str
    """LiteRT's name of the element type, such as `INT8`."""
    data: npt.NDArray[np.uint8] | None
    """Bytes of a constant, a read-only view into the file; None when it is no constant."""
    quantization: Quantization | None
    """None for a tensor that stands for its own values."""
    is_variable: bool
    """State that lives from run to run."""
    sparse: bool
    """`data` is in a sparse encoding, its length unrelated to the shape."""

    @property
    def label(self) -> str:
        """How messages call it."""
        return (
            f"tensor {self.position}" if not self.name else f"tensor {self.position} {self.name!r}"
        )


class Operator(NamedTuple):
    """One operator of a subgraph."""

    position: int
    """In its subgraph's operators."""
    code: str
    """Builtin name such as `CONV_2D`, `CUSTOM`, or `BUILTIN_999` for a code unknown here."""
    custom: str | None
    """Name of a custom operator."""
    version: int
    """Version of the operator's definition."""
    inputs: tuple[int, ...]
    """Tensor indices; `ABSENT` for an optional one not given."""
    outputs: tuple[int, ...]
    """Tensor indices."""
    options: object | None
    """The generated options object (`Conv2DOptionsT`, ...), or None."""
    custom_options: npt.NDArray[np.uint8] | None
    """Option bytes of a custom operator."""
    source_indices: tuple[int, ...]
    """Which operators of the model file it stands for; none for a created one."""
    mutating_variable_inputs: tuple[bool, ...]
    """Per input, whether it is state that the operator writes; may be empty."""
    intermediates: tuple[int, ...]
    """Tensors that carry the quantization of values inside the operator."""


class SubGraph(NamedTuple):
    """One graph: the model's main one is the first."""

    position: int
    """In the model's subgraphs."""
    name: str | None
    """Name in the file."""
    tensors: tuple[Tensor, ...]
    """All tensors, used or not."""
    operators: tuple[Operator, ...]
    """In an order in which they can run."""
    inputs: tuple[int, ...]
    """Tensor indices."""
    outputs: tuple[int, ...]
    """Tensor indices."""


class Signature(NamedTuple):
    """A named way to call a subgraph."""

    key: str
    """Name of the signature."""
    subgraph: int
    """Index of the subgraph it calls."""
    inputs: tuple[tuple[str, int], ...]
    """Name and tensor index."""
    outputs: tuple[tuple[str, int], ...]
    """Name and tensor index."""


class Model(NamedTuple):
    """A whole model."""

    name: str
    """What messages call it, usually the file's name."""
    version: int
    """Schema version."""
    description: str | None
    """Free text of the writer."""
    subgraphs: tuple[SubGraph, ...]
    """At least one."""
    signatures: tuple[Signature, ...]
    """Named entries; may be empty."""
    metadata: tuple[tuple[str, npt.NDArray[np.uint8]], ...]
    """Named blobs."""
