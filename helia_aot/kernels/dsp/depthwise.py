"""DEPTHWISE_CONV_2D int8 up to 3x3 for cores with the DSP extension: when, numbers and stream.

The kernel is `runtime/cmsis/depthwise/helia_depthwise_conv_2d_s8_dsp.c`, the stream is described in
`helia_depthwise_dsp_rows.h`. Knows shapes and arrays, and no operator class.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from helia_aot.ir.fields import Value
from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.types import Array
from helia_aot.kernels.dsp.pairs import Words
from helia_aot.kernels.dsp.shape import ConvShape
from helia_aot.kernels.epilogue import (
    FORM_NAMES,
    LINEAR_2,
    ROUNDED,
    Epilogue,
    arrays_of,
    end_of,
    epilogue,
)
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role
from helia_aot.kernels.kinds import Kind, integers, own_kernel
from helia_aot.kernels.layer import Bytes, Layer

DEPTHWISE_DSP = own_kernel("depthwise_conv_2d_s8_dsp")

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
        *(
            Field(name, "int16_t")
            for name in ("pad_h", "pad_w", "input_zero", "act_min", "act_max")
        ),
        *(
            Field(name, "uint8_t")
            for name in ("stride", "form", "kernel_h", "kernel_w", "exchanged")
        ),
    ),
)


class DepthwisePlan(NamedTuple):
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
            "kernel_h": s.kernel_h,
            "kernel_w": s.kernel_w,
            "exchanged": int(self.exchanged),
        }


def exchange(shape: ConvShape) -> ConvShape:
    """Rows for columns."""
    s = shape
    return s._replace(
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


class Taps(NamedTuple):
    """How the taps stand in the model, by the kernel as it is seen."""

    kernel: tuple[int, int]
    exchanged: bool

    def columns(self, weights: Bytes) -> Bytes:
        """Channels x kernel columns x rows, filled up to 3x3, from channels x taps."""
        h, w = self.kernel
        taps = weights.reshape(-1, *((w, h) if self.exchanged else (h, w)))
        taps = taps if self.exchanged else taps.transpose(0, 2, 1)
        return np.pad(taps, ((0, 0), (0, 3 - w), (0, 3 - h)))

    def taps(self, columns: Bytes) -> Bytes:
        """The inverse."""
        h, w = self.kernel
        taps = columns[:, :w, :h]
        return (taps if self.exchanged else taps.transpose(0, 2, 1)).reshape(len(columns), -1)


def pack(weights: Bytes, end: Epilogue, how: Taps) -> Words:
    """The stream of a layer; weights are channels x taps."""
    columns = np.ascontiguousarray(how.columns(weights)[:, :, [0, 1, 1, 2]])
    words = columns.view("<i4").reshape(-1, 3).astype(np.int64)
    parts = [words, end.constants[:, :2], end.bias[:, None], end.constants[:, 2:]]
    return np.concatenate(parts, 1).ravel().astype(np.int32)


def unpack(stream: Words, form: int, how: Taps) -> tuple[Bytes, Epilogue]:
    """The inverse of `pack`."""
    rows = stream.reshape(-1, 7 if form == ROUNDED else 6)
    words = np.ascontiguousarray(rows[:, :3].astype("<i4")).view(np.int8)
    weights = how.taps(words.reshape(-1, 3, 4)[:, :, [0, 1, 3]])
    constants = np.concatenate([rows[:, 3:5], rows[:, 6:]], 1).astype(np.int64)
    return weights, Epilogue(form, rows[:, 5].astype(np.int64), constants)


class DepthwisePacking:
    """Weights are 1 x height x width x channels."""

    name = "depthwise_conv_2d_s8_dsp"

    def pack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        weights = constants["weights"].astype(np.int8)
        rows = np.ascontiguousarray(weights.reshape(-1, weights.shape[3]).T)
        return {"weights": pack(rows, end_of(constants, numbers), _taps_of(integers(numbers)))}

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        n = integers(numbers)
        how = _taps_of(n)
        rows, end = unpack(constants["weights"].astype(np.int32), n["form"], how)
        kernel = how.kernel[::-1] if how.exchanged else how.kernel
        return {"weights": np.ascontiguousarray(rows.T).reshape(1, *kernel, -1), **arrays_of(end)}


def _taps_of(numbers: Mapping[str, int]) -> Taps:
    return Taps((numbers["kernel_h"], numbers["kernel_w"]), bool(numbers["exchanged"]))


def scratch(numbers: Mapping[str, int]) -> int:
    """Bytes of the ring: four channels at a time, of which the descriptor gives one's."""
    return 4 * numbers["plane"]


KINDS = (Kind(RECORD, (DepthwisePacking(),), scratch),)


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
        constants={"weights": 1, **arrays_of(end)},
        packing=DepthwisePacking.name,
        scratch=scratch(numbers),
        ctx_buf=CtxBufUsage.REQUIRED,
        why=f"rows in pairs, requantized by {FORM_NAMES[end.form]}",
    )
