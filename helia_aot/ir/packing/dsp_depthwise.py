"""DEPTHWISE_CONV_2D int8 up to 3x3 for cores with the DSP extension: when, numbers and stream.

The kernel is `runtime/cmsis/helia_depthwise_conv_2d_s8_dsp.c`, the stream is described in
`helia_depthwise_dsp.h`. Knows shapes and arrays, and no operator class.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.kernel import CtxBufUsage, Field, KernelCall, KernelHelper, Record, Role
from helia_aot.ir.packing.dsp_conv import ConvShape
from helia_aot.ir.packing.dsp_pairs import (
    FORM_NAMES,
    LINEAR_2,
    ROUNDED,
    Bytes,
    Epilogue,
    Layer,
    Words,
    epilogue,
)

DEPTHWISE_DSP = KernelHelper(
    "depthwise_conv_2d_s8_dsp",
    "depthwise_conv_2d_s8_dsp",
    "depthwise_conv_2d_s8_dsp",
    "int8_t",
    "arm_depthwise_conv_wrapper_s8",
)

_SIZES = ("batches", "channels", "in_h", "in_w", "out_h", "out_w", "left", "width", "columns")

RECORD = Record(
    "depthwise_conv_2d_s8_dsp",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("weights", "int32_t", Role.CONSTANT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("scratch", "int32_t", Role.SCRATCH),
        *(Field(name, "int32_t") for name in ("in_row", "in_col", "out_row", "out_col", "plane")),
        *(Field(name, "uint16_t") for name in _SIZES),
        *(Field(name, "int16_t") for name in ("pad_h", "pad_w", "input_zero", "act_min", "act_max")),
        *(Field(name, "uint8_t") for name in ("stride", "form")),
    ),
)


@dataclass(frozen=True)
class DepthwisePlan:
    """A shape, seen with its rows and columns exchanged or not."""

    shape: ConvShape
    """Of the image as it is seen."""
    exchanged: bool

    @property
    def stride(self) -> int:
        return self.shape.stride_h

    @property
    def columns(self) -> int:
        """Columns of the ring."""
        return self.shape.out_w + 2 if self.stride == 1 else 2 * self.shape.out_w + 1

    @property
    def turns(self) -> int:
        return -(-self.shape.out_h // 2) if self.stride == 1 else self.shape.out_h

    @property
    def plane(self) -> int:
        """Words of one channel of the ring: every pair stands one word further."""
        return 4 * (self.columns - 1) + self.turns + 2

    def cost(self) -> float:
        """Instructions per channel, to compare the two ways of seeing the image."""
        twos = self.shape.out_h // 2 if self.stride == 1 else 0
        compute = self.shape.out_w * (24 * twos + 14 * (self.shape.out_h - 2 * twos))
        return compute + 12 * self.turns + (self.turns + 1) * (35 + 15 * self.columns) / 4

    def scratch(self) -> int:
        return 16 * self.plane

    def numbers(self) -> dict[str, int]:
        s = self.shape
        left = min(s.pad_w, self.columns)
        in_far, out_far = s.in_c * (s.in_h if self.exchanged else s.in_w), 0
        out_far = s.in_c * (s.out_h if self.exchanged else s.out_w)
        near = s.in_c
        return {
            "in_row": near if self.exchanged else in_far,
            "in_col": in_far if self.exchanged else near,
            "out_row": near if self.exchanged else out_far,
            "out_col": out_far if self.exchanged else near,
            "plane": 4 * self.plane,
            "batches": s.batches,
            "channels": s.in_c,
            "in_h": s.in_h,
            "in_w": s.in_w,
            "out_h": s.out_h,
            "out_w": s.out_w,
            "left": left,
            "width": min(s.in_w, self.columns - left),
            "columns": self.columns,
            "pad_h": s.pad_h,
            "pad_w": s.pad_w,
            "stride": self.stride,
        }


def exchange(shape: ConvShape) -> ConvShape:
    """Rows for columns."""
    s = shape
    return replace(
        s,
        **{"in_h": s.in_w, "in_w": s.in_h, "out_h": s.out_w, "out_w": s.out_h},
        **{"kernel_h": s.kernel_w, "kernel_w": s.kernel_h, "pad_h": s.pad_w, "pad_w": s.pad_h},
    )


def plan(shape: ConvShape) -> DepthwisePlan | None:
    """The cheaper way to see the image; None where the kernel cannot run it."""
    kernel, stride = (shape.kernel_h, shape.kernel_w), (shape.stride_h, shape.stride_w)
    dilated = (shape.dilation_h, shape.dilation_w) != (1, 1)
    if max(kernel) > 3 or min(kernel) < 2 or stride not in ((1, 1), (2, 2)) or dilated:
        return None
    if shape.in_c != shape.out_c or shape.in_c < 4:
        return None
    both = DepthwisePlan(shape, False), DepthwisePlan(exchange(shape), True)
    return min(both, key=DepthwisePlan.cost)


def _columns(weights: Bytes, shape: ConvShape, exchanged: bool) -> NDArray[np.int8]:
    """Channels x kernel columns x (w0, w1, w1, w2), as the image is seen."""
    kernel = (shape.kernel_w, shape.kernel_h) if exchanged else (shape.kernel_h, shape.kernel_w)
    taps = weights.reshape(-1, *kernel)
    taps = taps.transpose(0, 2, 1) if exchanged else taps
    full = np.pad(taps, ((0, 0), (0, 3 - taps.shape[1]), (0, 3 - taps.shape[2])))
    return full.transpose(0, 2, 1)[:, :, [0, 1, 1, 2]]


def pack(weights: Bytes, end: Epilogue, how: DepthwisePlan) -> Words:
    """The stream of a layer; weights are channels x taps."""
    columns = np.ascontiguousarray(_columns(weights, how.shape, how.exchanged))
    words = columns.view("<i4").reshape(-1, 3).astype(np.int64)
    parts = [words, end.constants[:, :2], end.bias[:, None], end.constants[:, 2:]]
    return np.concatenate(parts, 1).ravel().astype(np.int32)


def unpack(stream: Words, form: int, how: DepthwisePlan) -> tuple[Bytes, Epilogue]:
    """The inverse of `pack`."""
    rows = stream.reshape(-1, 7 if form == ROUNDED else 6)
    taps = np.ascontiguousarray(rows[:, :3].astype("<i4")).view(np.int8).reshape(-1, 3, 4)
    full = taps[:, : how.shape.kernel_w, [0, 1, 3]][:, :, : how.shape.kernel_h]
    weights = full if how.exchanged else full.transpose(0, 2, 1)
    constants = np.concatenate([rows[:, 3:5], rows[:, 6:]], 1).astype(np.int64)
    return weights.reshape(len(rows), -1), Epilogue(form, rows[:, 5].astype(np.int64), constants)


def depthwise_conv_2d(shape: ConvShape, layer: Layer) -> KernelCall | None:
    """The call, or None where a size or a proof is missing; weights are channels x taps."""
    how = plan(shape)
    numbers = how.numbers() if how else {}
    if how is None or any(not 0 <= numbers[name] < 1 << 16 for name in _SIZES):
        return None
    end = epilogue(layer, np.ones(layer.channels, np.int64), (LINEAR_2, ROUNDED))
    if end is None:
        return None
    return KernelCall(
        DEPTHWISE_DSP,
        numbers
        | {
            "input_zero": layer.input_zero,
            "act_min": layer.low,
            "act_max": layer.high,
            "form": end.form,
        },
        constants={"weights": pack(layer.weights, end, how)},
        scratch=how.scratch(),
        ctx_buf=CtxBufUsage.REQUIRED,
        why=f"rows in pairs, requantized by {FORM_NAMES[end.form]}",
    )
