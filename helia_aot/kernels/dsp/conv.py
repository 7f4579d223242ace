"""CONV_2D int8 for cores with the DSP extension: when, with which numbers, stream and scratch.

The kernel is `runtime/cmsis/conv/helia_conv_2d_s8_dsp.c`, the stream is described in
`helia_conv_dsp_pairs.h`. Knows shapes and arrays, and no operator class.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.fields import Value
from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.types import Array
from helia_aot.kernels.dsp.pairs import Words, fitting, pack_words, put_back, taken, unpack_words
from helia_aot.kernels.dsp.segments import Fits, Segments, in_pairs, of_words
from helia_aot.kernels.dsp.shape import PADS, SIZES, ConvShape
from helia_aot.kernels.epilogue import (
    FORM_NAMES,
    LINEAR_2,
    LINEAR_4,
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

CONV_2D_DSP = own_kernel("conv_2d_s8_dsp")

_SIZES = (
    *SIZES,
    *("reach_h", "reach_w", "padded_h", "padded_w"),
    *("steps", "part_steps", "words", "span", "run_bytes", "last_read", "runs_w"),
    *("segments", "slots"),
)
_SIGNED = (*PADS, "input_zero", "output_zero", "act_min", "act_max")
_FLAGS = ("form", "tail", "copied", "exchanged")

RECORD = Record(
    "conv_2d_s8_dsp",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("weights", "int32_t", Role.CONSTANT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("scratch", "int32_t", Role.SCRATCH),
        *(Field(name, "uint16_t") for name in _SIZES),
        *(Field(name, "int16_t") for name in _SIGNED),
        *(Field(name, "uint8_t") for name in _FLAGS),
    ),
)

_FORMS = (LINEAR_4, LINEAR_2, ROUNDED)
_FIRST = 2
"""Weight words of a pair that stand ahead of its biases."""


def pack(shape: ConvShape, weights: Bytes, end: Epilogue, segments: Segments) -> Words:
    """The stream of a layer; weights are channels x taps."""
    steps = taken(
        np.concatenate([weights, np.zeros((1, weights.shape[1]), np.int8)]), shape.order()
    )
    bias = np.append(end.bias, 0)
    constants = np.concatenate([end.constants, np.zeros((1, end.width), np.int64)])
    raw, order = end.form == RAW, np.array(segments.order())
    parts: list[NDArray[np.int64] | Words] = [segments.words()]
    for part in np.split(steps, shape.parts, axis=1):
        for a, b in order.reshape(-1, 2):
            start = wrap(np.array([bias[a], bias[a] + 256 * bias[b]]))
            words = pack_words(part[a], part[b])
            parts += [words[:_FIRST], start * (not raw), words[_FIRST:]]
            parts += [] if raw else [constants[a], constants[b]]
    if raw:
        parts += [bias[order], constants[order].T.ravel()]
    return np.concatenate(parts).astype(np.int32)


def unpack(
    shape: ConvShape, stream: Words, form: int, count: int
) -> tuple[Bytes, Epilogue, Segments]:
    """The inverse of `pack`; there are `count` segments."""
    width, segments = {RAW: 0, ROUNDED: 3}.get(form, 2), of_words(stream[:count], shape.out_c)
    slots, words = np.array(segments.order()), 2 + shape.part_steps + 2 * width
    stream = stream[count:]
    rows = stream[: shape.parts * len(slots) // 2 * words].reshape(shape.parts, -1, words)
    weights = np.zeros((shape.out_c + 1, shape.kernel_h * shape.kernel_w * shape.in_c), np.int8)
    bias = np.zeros(shape.out_c + 1, np.int64)
    constants = np.zeros((shape.out_c + 1, width or 2), np.int64)
    order, last = shape.order(), 2 + shape.part_steps
    steps = np.concatenate([rows[..., :_FIRST], rows[..., _FIRST + 2 : last]], 2)
    for i, (a, b) in enumerate(slots.reshape(-1, 2)):
        of_a, of_b = unpack_words(steps[:, i].ravel())
        weights[a] = put_back(of_a, order, weights.shape[1])
        weights[b] = put_back(of_b, order, weights.shape[1])
        start = rows[0, i, _FIRST : _FIRST + 2].astype(np.int64)
        bias[[a, b]] = start[0], wrap(start[1] - start[0]) >> 8
        if width:
            constants[[a, b]] = rows[0, i, last:].astype(np.int64).reshape(2, width)
    if form == RAW:
        end = stream[rows.size :].astype(np.int64).reshape(3, -1)
        bias[slots], constants[slots] = end[0], end[1:].T
    return weights[:-1], Epilogue(form, bias[:-1], constants[:-1]), segments


def shape_of(numbers: Mapping[str, Value]) -> ConvShape:
    """The shape as the descriptor has it."""
    n = integers(numbers)
    own = {name: n[name] for name in (*SIZES, *PADS)}
    return ConvShape(
        **own,
        kernel_w=n["span"] * n["runs_w"],
        exchanged=bool(n["exchanged"]),
        parts=n["steps"] // n["part_steps"],
    )


def scratch(numbers: Mapping[str, int]) -> int:
    """Bytes that the kernel uses."""
    sums = numbers["slots"] if numbers["form"] == RAW else 0
    return shape_of(numbers).scratch(sums, bool(numbers["copied"]))


class ConvPacking:
    """Weights are output channels x height x width x input channels."""

    name = "conv_2d_s8_dsp"

    def pack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        shape, end = shape_of(numbers), end_of(constants, numbers)
        segments = of_words(constants["segments"], shape.out_c)
        return {"weights": pack(shape, self.rows(constants["weights"]), end, segments)}

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        shape, n = shape_of(numbers), integers(numbers)
        stream = constants["weights"].astype(np.int32)
        weights, end, segments = unpack(shape, stream, n["form"], n["segments"])
        kernel = (shape.kernel_h, shape.kernel_w)
        kernel = kernel[::-1] if shape.exchanged else kernel
        return {
            "weights": self.shaped(weights, (*kernel, shape.in_c)),
            **arrays_of(end),
            "segments": segments.words(),
        }

    def rows(self, weights: Array) -> Bytes:
        """Channels x taps."""
        return weights.astype(np.int8).reshape(weights.shape[0], -1)

    def shaped(self, rows: Bytes, taps: tuple[int, ...]) -> Bytes:
        return rows.reshape(-1, *taps)


class SingleDepthwisePacking(ConvPacking):
    """A depthwise convolution of one input channel: weights are 1 x height x width x channels."""

    name = "single_depthwise_conv_2d_s8_dsp"

    def rows(self, weights: Array) -> Bytes:
        return np.ascontiguousarray(weights.astype(np.int8).reshape(-1, weights.shape[3]).T)

    def shaped(self, rows: Bytes, taps: tuple[int, ...]) -> Bytes:
        return np.ascontiguousarray(rows.T).reshape(1, *taps[:2], -1)


KINDS = (Kind(RECORD, (ConvPacking(), SingleDepthwisePacking()), scratch),)


class _Plan(NamedTuple):
    """How the channels are paired and requantized."""

    shape: ConvShape
    end: Epilogue
    segments: Segments

    @property
    def copied(self) -> bool:
        """Whether three columns of output cannot be written in place."""
        positions, channels = self.shape.out_h * self.shape.out_w, self.shape.out_c
        past = any(end > channels for _, end in self.segments.spans)
        return positions < 3 or channels == 1 or past

    def cost(self) -> float:
        """Instructions of three columns, to compare the ways of requantizing."""
        per_slot = 120 + 20 * self.shape.parts if self.end.form == RAW else 17
        return self.segments.slots * (4.2 * self.shape.steps + per_slot)


def _plan(shape: ConvShape, layer: Layer) -> _Plan | None:
    """A certified form on all taps at once, with the channels beside each other that then fit a
    word, or the reference's arithmetic on safe parts; whichever costs less."""
    fits = fitting(layer.weights)
    segments = in_pairs(fits, np.ones(shape.out_c, np.bool_))
    end = epilogue(layer, segments.factor(), _FORMS)
    if end is not None:
        return _Plan(shape, end, segments)
    plans = [*_narrow(shape, layer, fits), *_raw(shape, layer, segments)]
    return min(plans, key=_Plan.cost, default=None)


def _narrow(shape: ConvShape, layer: Layer, fits: Fits) -> Iterator[_Plan]:
    """Channels whose sums times 256 leave the word stand first in their pair, or alone."""
    narrow = layer.narrow()
    segments = in_pairs(fits & narrow[1:], narrow)
    end = epilogue(layer, segments.factor(), _FORMS)
    if end is not None:
        yield _Plan(shape, end, segments)


def _raw(shape: ConvShape, layer: Layer, segments: Segments) -> Iterator[_Plan]:
    constants = np.stack([layer.multiplier, layer.shift], 1)
    raw = Epilogue(RAW, wrap(layer.folded_bias()), constants)
    for parts in range(1, 64):
        cut = shape._replace(parts=parts)
        sizes = np.abs(taken(layer.weights, cut.order()).astype(np.int64))
        sums = sizes.reshape(shape.out_c, parts, -1).sum(2)
        if int(sums.max()) * 128 < 1 << 23:
            yield _Plan(cut, raw, segments)
            return


def conv_2d(
    shape: ConvShape, layer: Layer, packing: type[ConvPacking] = ConvPacking
) -> KernelCall | None:
    """The call, or None where a size does not fit."""
    plan = _plan(shape.flat(), layer)
    if plan is None:
        return None
    numbers = plan.shape.numbers() | {
        "copied": int(plan.copied),
        "segments": len(plan.segments.spans),
        "slots": plan.segments.slots,
        "form": plan.end.form,
    }
    if any(not 0 <= numbers[name] < 1 << 16 for name in _SIZES):
        return None
    return KernelCall(
        CONV_2D_DSP,
        numbers
        | {
            "input_zero": layer.input_zero,
            "output_zero": layer.output_zero,
            "act_min": layer.low,
            "act_max": layer.high,
        },
        constants={"weights": 1, **arrays_of(plan.end), "segments": plan.segments.words()},
        packing=packing.name,
        scratch=scratch(numbers),
        ctx_buf=CtxBufUsage.REQUIRED,
        why=f"pairs of channels in a word, requantized by {FORM_NAMES[plan.end.form]}",
    )
