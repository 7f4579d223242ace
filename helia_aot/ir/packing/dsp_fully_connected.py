"""FULLY_CONNECTED int8 for cores with the DSP extension: when, with which numbers and stream.

The kernel is `runtime/cmsis/helia_fully_connected_s8_dsp.c`, the stream is described in
`helia_fully_connected_dsp.h`. Knows shapes and arrays, and no operator class.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.certify import Ints
from helia_aot.ir.fields import Value
from helia_aot.ir.kernel import CtxBufUsage, Field, KernelCall, Record, Role
from helia_aot.ir.packing.dsp_pairs import (
    FORM_NAMES,
    LINEAR_1,
    RAW,
    ROUNDED,
    Bytes,
    Epilogue,
    Layer,
    Words,
    arrays_of,
    end_of,
    epilogue,
    fits_words,
    integers,
    own_kernel,
    pack_words,
    unpack_words,
    wrap,
)
from helia_aot.ir.types import Array

FULLY_CONNECTED_DSP = own_kernel("fully_connected_s8_dsp")

RECORD = Record(
    "fully_connected_s8_dsp",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("weights", "int32_t", Role.CONSTANT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("scratch", "int32_t", Role.SCRATCH),
        *(Field(name, "uint16_t") for name in ("batches", "depth", "units", "groups")),
        *(Field(name, "int16_t") for name in ("output_zero", "act_min", "act_max")),
        Field("form", "uint8_t"),
    ),
)

_BLOCK = 4
"""Units that are worked on together: two pairs."""
_GROUP = 8
"""Inputs of one turn of the inner loop."""
_PART = 1024
"""Inputs that may be widened at a time."""


@dataclass(frozen=True)
class Parts:
    """How the depth is cut: `count` parts of `groups` times eight inputs."""

    count: int
    groups: int

    @property
    def depth(self) -> int:
        return self.count * self.groups * _GROUP


def _cut(depth: int, count: int) -> Parts:
    groups = max(1, -(-depth // (_GROUP * count)))
    return Parts(-(-depth // (_GROUP * groups)), groups)


def _filled(weights: Bytes, depth: int) -> Bytes:
    """Units and depth filled up with zeros."""
    units = weights.shape[0]
    return np.pad(weights, ((0, -units % _BLOCK), (0, depth - weights.shape[1])))


def _safe_parts(weights: Bytes) -> Parts | None:
    """The fewest parts that may be widened and in which no sum reaches 2^23."""
    for count in range(-(-weights.shape[1] // _PART), 64):
        parts = _cut(weights.shape[1], count)
        cut = np.abs(_filled(weights, parts.depth).astype(np.int64)).reshape(
            -1, parts.count, parts.groups * _GROUP
        )
        if int(cut.sum(2).max(initial=0)) * 128 < 1 << 23:
            return parts
    return None


def _steps(weights: Bytes) -> Bytes:
    """Units x steps x 2 of one part, in the order that bytes are widened in."""
    four = np.arange(weights.shape[1], dtype=np.intp).reshape(-1, 4)
    return weights[:, four[:, [0, 2, 1, 3]].reshape(-1, 2)]


def _part(weights: Bytes, bias: Ints) -> list[NDArray[np.int64]]:
    """Biases and weight words of one part of a block of four units."""
    steps = _steps(weights)
    words = [pack_words(steps[i], steps[i + 1]) for i in (0, 2)]
    raw = [bias[0], bias[2], bias[0] + 256 * bias[1], bias[2] + 256 * bias[3]]
    return [wrap(np.array(raw)), np.stack([words[0], words[1]], 1).ravel().astype(np.int64)]


def pack(weights: Bytes, end: Epilogue, parts: Parts) -> Words:
    """The stream of a layer; weights are units x depth."""
    filled = _filled(weights, parts.depth)
    spare = -weights.shape[0] % _BLOCK
    bias = np.pad(end.bias, (0, spare))
    constants = np.pad(end.constants, ((0, spare), (0, 0)))
    stream: list[NDArray[np.int64]] = []
    for part in np.split(filled, parts.count, axis=1):
        for u in range(0, len(filled), _BLOCK):
            block = slice(u, u + _BLOCK)
            packed = _part(part[block], np.zeros(4, np.int64) if end.form == RAW else bias[block])
            stream += packed if end.form == RAW else [*packed, constants[block].ravel()]
    if end.form == RAW:
        stream += [bias, constants.T.ravel()]
    return np.concatenate(stream).astype(np.int32)


def unpack(
    stream: Words, units: int, depth: int, form: int, parts: Parts
) -> tuple[Bytes, Epilogue]:
    """The inverse of `pack`."""
    blocks, words = -(-units // _BLOCK), parts.groups * _GROUP
    width = {RAW: 0, ROUNDED: 3}.get(form, 2)
    block = 4 + words + _BLOCK * width
    body = stream[: parts.count * blocks * block].reshape(parts.count, blocks, block)
    weights = np.concatenate(
        [np.concatenate([_weights(b[4 : 4 + words]) for b in part]) for part in body], 1
    )[:units, :depth]
    if form == RAW:
        end = stream[body.size :].astype(np.int64).reshape(3, -1)[:, :units]
        return weights, Epilogue(form, end[0], end[1:].T)
    constants = body[0, :, 4 + words :].astype(np.int64).reshape(-1, width)[:units]
    return weights, Epilogue(form, _biases(body[0, :, :4].astype(np.int64))[:units], constants)


def _weights(words: Words) -> Bytes:
    """The four rows of a block's weight words."""
    pairs = words.reshape(-1, 2)
    rows = [w for p in (0, 1) for w in unpack_words(np.ascontiguousarray(pairs[:, p]))]
    return np.stack(rows).reshape(4, -1, 2, 2).transpose(0, 1, 3, 2).reshape(4, -1)


def _biases(start: Ints) -> Ints:
    """The biases of all units from the first words of the blocks."""
    b, d = wrap(start[:, 2] - start[:, 0]) >> 8, wrap(start[:, 3] - start[:, 1]) >> 8
    return np.stack([start[:, 0], b, start[:, 1], d], 1).ravel()


def _plan(layer: Layer) -> tuple[Epilogue, Parts] | None:
    """A certified form on the whole depth, else the reference's arithmetic on safe parts."""
    factor = np.where(np.arange(layer.channels) % 2, 256, 1).astype(np.int64)
    end = epilogue(layer, factor, (LINEAR_1, ROUNDED))
    if end is not None and layer.weights.shape[1] <= _PART:
        return end, _cut(layer.weights.shape[1], 1)
    parts = _safe_parts(layer.weights)
    if parts is None:
        return None
    constants = np.stack([layer.multiplier, layer.shift], 1)
    return Epilogue(RAW, wrap(layer.folded_bias()), constants), parts


class FullyConnectedPacking:
    """Weights are units x depth."""

    name = "fully_connected_s8_dsp"

    def pack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        end, weights = end_of(constants, numbers), constants["weights"].astype(np.int8)
        return {"weights": pack(weights, end, _parts_of(integers(numbers)))}

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        n, stream = integers(numbers), constants["weights"].astype(np.int32)
        weights, end = unpack(stream, n["units"], n["depth"], n["form"], _parts_of(n))
        return {"weights": weights, **arrays_of(end)}


def _parts_of(numbers: Mapping[str, int]) -> Parts:
    groups = numbers["groups"]
    return Parts(-(-numbers["depth"] // (groups * _GROUP)), groups)


def scratch(numbers: Mapping[str, int]) -> int:
    """Bytes of a row in halfwords, and of the units' sums where they are requantized at the end."""
    units = numbers["units"] + -numbers["units"] % _BLOCK
    return 2 * numbers["groups"] * _GROUP + (4 * units if numbers["form"] == RAW else 0)


def fully_connected(batches: int, layer: Layer, stored: bool = True) -> KernelCall | None:
    """The call, or None where a size does not fit; weights are units x depth, and stand so in the
    model or, where not `stored`, are given with the call."""
    units, depth = layer.weights.shape
    plan = _plan(layer)
    if plan is None or max(batches, units, depth) >= 1 << 16:
        return None
    end, parts = plan
    if not fits_words(layer.weights[0:-1:2], layer.weights[1::2]):
        return None
    numbers = {
        "batches": batches,
        "depth": depth,
        "units": units,
        "groups": parts.groups,
        "output_zero": layer.output_zero,
        "act_min": layer.low,
        "act_max": layer.high,
        "form": end.form,
    }
    return KernelCall(
        FULLY_CONNECTED_DSP,
        numbers,
        constants={"weights": 1 if stored else layer.weights, **arrays_of(end)},
        packing=FullyConnectedPacking.name,
        scratch=scratch(numbers),
        ctx_buf=CtxBufUsage.REQUIRED,
        why=f"pairs of units in a word, requantized by {FORM_NAMES[end.form]}",
    )
