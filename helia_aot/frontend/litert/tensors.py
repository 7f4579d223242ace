"""Third step: tensors of a model, checked against their buffers. Knows no operator."""

from __future__ import annotations

from math import prod

from helia_aot.errors import UnsupportedModelError
from helia_aot.frontend.litert.buffers import Buffers, Bytes
from helia_aot.frontend.litert.objects import TENSOR_TYPES, TensorT
from helia_aot.frontend.litert.quantization import read_quantization
from helia_aot.frontend.litert.records import Tensor
from helia_aot.frontend.litert.types import MAX_BYTES, MAX_RANK, byte_size
from helia_aot.frontend.place import Place
from helia_aot.frontend.values import integer, integers, text


def read_tensor(source: TensorT, index: int, buffers: Buffers, fed: bool, graph: Place) -> Tensor:
    """One tensor; `fed` if it is a subgraph's input or an operator's output."""
    name = graph.inner(f"tensors[{index}]").read("name", text, source.name)
    place = graph.inner(f"tensors[{index}]", name or None)
    type = _type(source, place)
    shape = _shape(source, type, place)
    return Tensor(
        position=index,
        name=name,
        shape=shape,
        shape_signature=_signature(source, shape, place),
        type=type,
        data=_constant(source, type, shape, buffers, fed, place),
        quantization=read_quantization(source.quantization, type, shape, place),
        is_variable=bool(source.isVariable),
        sparse=source.sparsity is not None,
    )


def _type(source: TensorT, place: Place) -> str:
    code = place.read("type", integer, source.type)
    if code not in TENSOR_TYPES:
        raise place.fail(f"type {code} is none of LiteRT's")
    return TENSOR_TYPES[code]


def _shape(source: TensorT, type: str, place: Place) -> tuple[int, ...]:
    """A shape whose size in bytes can be addressed."""
    shape = place.read("shape", integers, source.shape)
    if len(shape) > MAX_RANK:
        raise place.fail(f"shape has {len(shape)} dimensions, at most {MAX_RANK} are possible")
    if any(size < 0 for size in shape):
        raise place.fail(f"shape {shape} has a negative dimension")
    nbytes = byte_size(shape, type)
    if max(prod(shape), nbytes or 0) > MAX_BYTES:
        raise place.fail(f"shape {shape} of {type} is beyond {MAX_BYTES} bytes")
    return shape


def _signature(source: TensorT, shape: tuple[int, ...], place: Place) -> tuple[int, ...] | None:
    """The shape with -1 for what may vary."""
    if source.shapeSignature is None:
        return None
    signature = place.read("shape_signature", integers, source.shapeSignature)
    if signature and len(signature) != len(shape):
        raise place.fail(f"shape_signature has {len(signature)} dimensions, the shape {len(shape)}")
    return signature or None


def _constant(
    source: TensorT,
    type: str,
    shape: tuple[int, ...],
    buffers: Buffers,
    fed: bool,
    place: Place,
) -> Bytes | None:
    """Bytes of a constant; a tensor of no bytes that nothing feeds is one, too."""
    if source.externalBuffer:
        raise UnsupportedModelError([f"{place.text}: its bytes are in another file"])
    index = place.read("buffer", integer, source.buffer)
    data, nbytes = buffers.get(index, place), byte_size(shape, type)
    if not len(data):
        empty = nbytes == 0 and not fed and not source.isVariable
        return data if empty else None
    if index == 0:
        raise place.fail("buffer 0 must be empty, it is the one for tensors without data")
    if source.isVariable:
        raise place.fail("a variable tensor cannot have constant data")
    if nbytes not in (None, len(data)) and source.sparsity is None:
        raise place.fail(
            f"{type} of shape {shape} takes {nbytes} bytes, its buffer has {len(data)}"
        )
    return data
