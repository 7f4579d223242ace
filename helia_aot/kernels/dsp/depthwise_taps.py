"""DEPTHWISE_CONV_2D int8 of any kernel for cores with the DSP extension: numbers and stream.

The kernel is `runtime/cmsis/depthwise/helia_depthwise_conv_2d_s8_dsp_taps.c`, the stream is
described in `helia_depthwise_dsp_taps.h`. Knows shapes and arrays, and no operator class.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.fields import Value
from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.types import Array
from helia_aot.kernels.dsp.pairs import Words
from helia_aot.kernels.dsp.shape import ConvShape
from helia_aot.kernels.epilogue import (
    FORM_NAMES,
    LINEAR_2,
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

DEPTHWISE_TAPS = own_kernel("depthwise_conv_2d_s8_dsp_taps")

_SIZES = (
    *("batches", "channels", "in_h", "in_w", "out_h", "out_w", "kernel_h", "kernel_w"),
    *("stride_h", "stride_w", "dilation_h", "dilation_w", "multiplier"),
)
_SIGNED = ("pad_h", "pad_w", "input_zero", "output_zero", "act_min", "act_max")

RECORD = Record(
    "depthwise_conv_2d_s8_dsp_taps",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("weights", "int32_t", Role.CONSTANT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("scratch", "int8_t", Role.SCRATCH),
        *(Field(name, "uint16_t") for name in _SIZES),
        *(Field(name, "int16_t") for name in _SIGNED),
        Field("form", "uint8_t"),
    ),
)

_POINTER = 8
"""Bytes of a tap in the list, on any machine."""


def _groups(channels: int) -> list[slice]:
    """Four channels each; the last four may overlap those before."""
    firsts = [min(c, channels - 4) for c in range(0, channels, 4)]
    return [slice(c, c + 4) for c in firsts]


def _words(weights: Bytes) -> NDArray[np.int64]:
    """Weight words of four channels x taps."""
    pairs = np.pad(weights, ((0, 0), (0, weights.shape[1] % 2))).reshape(2, 2, -1, 2)
    ordered = np.ascontiguousarray(pairs.transpose(2, 0, 3, 1))
    return ordered.reshape(-1, 4).view("<i4").ravel().astype(np.int64)


def _weights(words: Words, taps: int) -> Bytes:
    """The inverse of `_words`."""
    ordered = np.ascontiguousarray(words.astype("<i4")).view(np.int8).reshape(-1, 2, 2, 2)
    return ordered.transpose(1, 3, 0, 2).reshape(4, -1)[:, :taps]


def pack(weights: Bytes, end: Epilogue) -> Words:
    """The stream of a layer; weights are channels x taps."""
    parts: list[NDArray[np.int64]] = []
    for group in _groups(len(weights)):
        parts += [end.bias[group], _words(weights[group]), end.constants[group].ravel()]
    return np.concatenate(parts).astype(np.int32)


def unpack(stream: Words, channels: int, taps: int, form: int) -> tuple[Bytes, Epilogue]:
    """The inverse of `pack`."""
    width, words = 3 if form == ROUNDED else 2, 2 * -(-taps // 2)
    rows = stream.reshape(-1, 4 + words + 4 * width)
    weights = np.zeros((channels, taps), np.int8)
    bias, constants = np.zeros(channels, np.int64), np.zeros((channels, width), np.int64)
    for group, row in zip(_groups(channels), rows, strict=True):
        bias[group] = row[:4]
        weights[group] = _weights(row[4 : 4 + words], taps)
        constants[group] = row[4 + words :].reshape(4, width)
    return weights, Epilogue(form, bias, constants)


class TapsPacking:
    """Weights are 1 x height x width x channels."""

    name = "depthwise_conv_2d_s8_dsp_taps"

    def pack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        weights = constants["weights"].astype(np.int8)
        rows = np.ascontiguousarray(weights.reshape(-1, weights.shape[3]).T)
        return {"weights": pack(rows, end_of(constants, numbers))}

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        n = integers(numbers)
        kernel = n["kernel_h"], n["kernel_w"]
        stream = constants["weights"].astype(np.int32)
        rows, end = unpack(stream, n["channels"], kernel[0] * kernel[1], n["form"])
        return {"weights": np.ascontiguousarray(rows.T).reshape(1, *kernel, -1), **arrays_of(end)}


def _end(layer: Layer) -> Epilogue:
    end = epilogue(layer, np.ones(layer.channels, np.int64), (LINEAR_2, ROUNDED))
    if end is not None:
        return end
    constants = np.stack([layer.multiplier, layer.shift], 1)
    return Epilogue(RAW, wrap(layer.folded_bias()), constants)


def scratch(numbers: Mapping[str, int]) -> int:
    """Bytes of the list of taps, of the channels' sums where they are requantized at the end, of a
    pixel of zero points, and of a window of pixels whose channels are repeated."""
    taps, channels = numbers["kernel_h"] * numbers["kernel_w"], numbers["channels"]
    sums = 4 * (channels + -channels % 4) if numbers["form"] == RAW else 0
    reach = (numbers["kernel_w"] - 1) * numbers["dilation_w"] + 1
    ring = numbers["kernel_h"] * reach * (channels + 3) if numbers["multiplier"] > 1 else 0
    return _POINTER * (taps + taps % 2) + sums + channels + ring


KINDS = (Kind(RECORD, (TapsPacking(),), scratch),)


def depthwise_conv_2d(shape: ConvShape, layer: Layer) -> KernelCall | None:
    """The call, or None where a size does not fit; weights are channels x taps."""
    if shape.out_c < 4:
        return None
    own = (*_SIZES, "pad_h", "pad_w")
    numbers = {n: getattr(shape, n) for n in own if n not in ("channels", "multiplier")}
    numbers["channels"], numbers["multiplier"] = shape.out_c, shape.out_c // shape.in_c
    if any(not 0 <= numbers[name] < 1 << 16 for name in _SIZES):
        return None
    end = _end(layer)
    numbers |= {
        "input_zero": layer.input_zero,
        "output_zero": layer.output_zero,
        "act_min": layer.low,
        "act_max": layer.high,
        "form": end.form,
    }
    return KernelCall(
        DEPTHWISE_TAPS,
        numbers,
        constants={"weights": 1, **arrays_of(end)},
        packing=TapsPacking.name,
        scratch=scratch(numbers),
        ctx_buf=CtxBufUsage.REQUIRED,
        why=f"taps in pairs, requantized by {FORM_NAMES[end.form]}",
    )
