"""FULLY_CONNECTED int8 for cores with the DSP extension: when, with which numbers and stream.

The kernel is `runtime/cmsis/fully_connected/helia_fully_connected_s8_dsp.c`, the stream is
described in `helia_fully_connected_dsp.h`. Knows shapes and arrays, and no operator class.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.fields import Value
from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.types import Array
from helia_aot.kernels.certify import Ints
from helia_aot.kernels.dsp.pairs import Words, fitting, pack_words, unpack_words
from helia_aot.kernels.dsp.segments import Fits, Segments, in_fours, of_words
from helia_aot.kernels.epilogue import (
    FORM_NAMES,
    LINEAR_1,
    RAW,
    ROUNDED,
    Epilogue,
    arrays_of,
    end_of,
    epilogue,
    wrap,
)
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role
from helia_aot.kernels.kinds import Kind, integers, own_kernel
from helia_aot.kernels.layer import Bytes, Layer

FULLY_CONNECTED_DSP = own_kernel("fully_connected_s8_dsp")

_SIZES = ("batches", "depth", "units", "groups", "segments", "slots")

RECORD = Record(
    "fully_connected_s8_dsp",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("weights", "int32_t", Role.CONSTANT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("scratch", "int32_t", Role.SCRATCH),
        *(Field(name, "uint16_t") for name in _SIZES),
        *(Field(name, "int16_t") for name in ("output_zero", "act_min", "act_max")),
        Field("form", "uint8_t"),
    ),
)

_BLOCK = 4
"""Units that are worked on together: two pairs."""
_GROUP = 8
"""Inputs of one turn of the inner loop."""
_FIRST = 4
"""Weight words of a block that stand ahead of its biases."""
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


def _deep(weights: Bytes, depth: int) -> Bytes:
    """The depth filled up with zeros."""
    return np.pad(weights, ((0, 0), (0, depth - weights.shape[1])))


def _safe_parts(weights: Bytes) -> Parts | None:
    """The fewest parts that may be widened and in which no sum reaches 2^23."""
    for count in range(-(-weights.shape[1] // _PART), 64):
        parts = _cut(weights.shape[1], count)
        cut = np.abs(_deep(weights, parts.depth).astype(np.int64)).reshape(
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
    """Weight words and biases of one part of a block of four units."""
    steps = _steps(weights)
    pairs = [pack_words(steps[i], steps[i + 1]) for i in (0, 2)]
    words = np.stack(pairs, 1).ravel().astype(np.int64)
    raw = [bias[0], bias[2], bias[0] + 256 * bias[1], bias[2] + 256 * bias[3]]
    return [words[:_FIRST], wrap(np.array(raw)), words[_FIRST:]]


def pack(weights: Bytes, end: Epilogue, parts: Parts, segments: Segments) -> Words:
    """The stream of a layer; weights are units x depth."""
    order = np.array(segments.order())
    filled = np.append(_deep(weights, parts.depth), np.zeros((1, parts.depth), np.int8), 0)[order]
    bias = np.append(end.bias, 0)[order]
    constants = np.append(end.constants, np.zeros((1, end.width), np.int64), 0)[order]
    stream: list[NDArray[np.int64]] = [segments.words().astype(np.int64)]
    for part in np.split(filled, parts.count, axis=1):
        for u in range(0, len(filled), _BLOCK):
            block = slice(u, u + _BLOCK)
            packed = _part(part[block], np.zeros(4, np.int64) if end.form == RAW else bias[block])
            stream += packed if end.form == RAW else [*packed, constants[block].ravel()]
    if end.form == RAW:
        stream += [bias, constants.T.ravel()]
    return np.concatenate(stream).astype(np.int32)


def unpack(
    stream: Words, numbers: Mapping[str, int], parts: Parts
) -> tuple[Bytes, Epilogue, Segments]:
    """The inverse of `pack`."""
    units, form, count = numbers["units"], numbers["form"], numbers["segments"]
    segments, stream = of_words(stream[:count], units), stream[count:]
    words, width = parts.groups * _GROUP, {RAW: 0, ROUNDED: 3}.get(form, 2)
    last = 4 + words
    body = stream[: parts.count * segments.slots // _BLOCK * (last + _BLOCK * width)]
    body = body.reshape(parts.count, -1, last + _BLOCK * width)
    steps = np.concatenate([body[..., :_FIRST], body[..., _FIRST + 4 : last]], 2)
    weights = np.concatenate([np.concatenate([_weights(b) for b in part]) for part in steps], 1)
    if form == RAW:
        end = stream[body.size :].astype(np.int64).reshape(3, -1)
        bias, constants = end[0], end[1:].T
    else:
        bias = _biases(body[0, :, _FIRST : _FIRST + 4].astype(np.int64))
        constants = body[0, :, last:].astype(np.int64).reshape(-1, width)
    slot = np.argsort(np.array(segments.order()), kind="stable")[-units:]
    return weights[slot, : numbers["depth"]], Epilogue(form, bias[slot], constants[slot]), segments


def _weights(words: Words) -> Bytes:
    """The four rows of a block's weight words."""
    pairs = words.reshape(-1, 2)
    rows = [w for p in (0, 1) for w in unpack_words(np.ascontiguousarray(pairs[:, p]))]
    return np.stack(rows).reshape(4, -1, 2, 2).transpose(0, 1, 3, 2).reshape(4, -1)


def _biases(start: Ints) -> Ints:
    """The biases of all units from the first words of the blocks."""
    b, d = wrap(start[:, 2] - start[:, 0]) >> 8, wrap(start[:, 3] - start[:, 1]) >> 8
    return np.stack([start[:, 0], b, start[:, 1], d], 1).ravel()


class _Plan(NamedTuple):
    """How the units are paired and requantized."""

    end: Epilogue
    parts: Parts
    segments: Segments

    def cost(self) -> float:
        """Instructions of a row, to compare the ways of requantizing."""
        per_slot = 45 + 6 * self.parts.count if self.end.form == RAW else 6
        return self.segments.slots * (0.85 * self.parts.depth + per_slot)


def _plan(layer: Layer) -> _Plan | None:
    """A certified form on the whole depth, with the units beside each other that then fit a word,
    or the reference's arithmetic on safe parts; whichever costs less."""
    fits = fitting(layer.weights)
    certified = next(_certified(layer, fits), None)
    if certified is not None:
        return certified
    plans = [*_certified(layer, fits & layer.narrow()[1:]), *_raw(layer, fits)]
    return min(plans, key=_Plan.cost, default=None)


def _certified(layer: Layer, fits: Fits) -> Iterator[_Plan]:
    depth, segments = layer.weights.shape[1], in_fours(fits)
    end = epilogue(layer, segments.factor(), (LINEAR_1, ROUNDED))
    if end is not None and depth <= _PART:
        yield _Plan(end, _cut(depth, 1), segments)


def _raw(layer: Layer, fits: Fits) -> Iterator[_Plan]:
    parts = _safe_parts(layer.weights)
    if parts is not None:
        constants = np.stack([layer.multiplier, layer.shift], 1)
        yield _Plan(Epilogue(RAW, wrap(layer.folded_bias()), constants), parts, in_fours(fits))


class FullyConnectedPacking:
    """Weights are units x depth."""

    name = "fully_connected_s8_dsp"

    def pack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        n, weights = integers(numbers), constants["weights"].astype(np.int8)
        segments = of_words(constants["segments"], n["units"])
        return {"weights": pack(weights, end_of(constants, numbers), _parts_of(n), segments)}

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        n, stream = integers(numbers), constants["weights"].astype(np.int32)
        weights, end, segments = unpack(stream, n, _parts_of(n))
        return {"weights": weights, **arrays_of(end), "segments": segments.words()}


def _parts_of(numbers: Mapping[str, int]) -> Parts:
    groups = numbers["groups"]
    return Parts(-(-numbers["depth"] // (groups * _GROUP)), groups)


def scratch(numbers: Mapping[str, int]) -> int:
    """Bytes of a row in halfwords, and of the units' sums where they are requantized at the end."""
    sums = numbers["slots"] if numbers["form"] == RAW else 0
    return 2 * numbers["groups"] * _GROUP + 4 * sums


KINDS = (Kind(RECORD, (FullyConnectedPacking(),), scratch),)


def fully_connected(batches: int, layer: Layer, stored: bool = True) -> KernelCall | None:
    """The call, or None where a size does not fit; weights are units x depth, and stand so in the
    model or, where not `stored`, are given with the call."""
    plan = _plan(layer)
    if plan is None:
        return None
    units, depth = layer.weights.shape
    numbers = {
        "batches": batches,
        "depth": depth,
        "units": units,
        "groups": plan.parts.groups,
        "segments": len(plan.segments.spans),
        "slots": plan.segments.slots,
        "output_zero": layer.output_zero,
        "act_min": layer.low,
        "act_max": layer.high,
        "form": plan.end.form,
    }
    if any(numbers[name] >= 1 << 16 for name in _SIZES):
        return None
    return KernelCall(
        FULLY_CONNECTED_DSP,
        numbers,
        constants={
            "weights": 1 if stored else layer.weights,
            **arrays_of(plan.end),
            "segments": plan.segments.words(),
        },
        packing=FullyConnectedPacking.name,
        scratch=scratch(numbers),
        ctx_buf=CtxBufUsage.REQUIRED,
        why=f"pairs of units in a word, requantized by {FORM_NAMES[plan.end.form]}",
    )
