"""CONV_2D int8 for cores with the DSP extension: when, with which numbers, stream and scratch.

The kernel is `runtime/cmsis/helia_conv_2d_s8_dsp.c`, the stream is described in
`helia_conv_dsp.h`. Knows shapes and arrays, and no operator class.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.kernel import CtxBufUsage, Field, KernelCall, KernelHelper, Record, Role
from helia_aot.ir.packing.dsp_pairs import (
    FORM_NAMES,
    LINEAR_2,
    LINEAR_4,
    ROUNDED,
    Bytes,
    Epilogue,
    Layer,
    Words,
    epilogue,
    pack_words,
    put_back,
    taken,
    unpack_words,
    wrap,
)

CONV_2D_DSP = KernelHelper(
    "conv_2d_s8_dsp", "conv_2d_s8_dsp", "conv_2d_s8_dsp", "int8_t", "arm_convolve_wrapper_s8"
)

_SIZES = (
    *("batches", "in_h", "in_w", "in_c", "out_h", "out_w", "out_c"),
    *("kernel_h", "stride_h", "stride_w", "dilation_h", "dilation_w"),
    *("reach_h", "reach_w", "padded_h", "padded_w"),
    *("steps", "words", "span", "run_bytes", "last_read", "runs_w"),
)
_SIGNED = ("pad_h", "pad_w", "input_zero", "act_min", "act_max")
_FLAGS = ("form", "tail", "copied")

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

_PADDED_LIMIT = 4096
"""Bytes of a padded copy of the input that still pay."""
_PADDED_RUN = 16
"""Runs of more bytes than this are rather clipped one by one at the border."""


@dataclass(frozen=True)
class ConvShape:
    """The sizes of a convolution over NHWC; pads are those above and to the left."""

    batches: int
    in_h: int
    in_w: int
    in_c: int
    out_h: int
    out_w: int
    out_c: int
    kernel_h: int
    kernel_w: int
    stride_h: int = 1
    stride_w: int = 1
    dilation_h: int = 1
    dilation_w: int = 1
    pad_h: int = 0
    pad_w: int = 0

    @property
    def span(self) -> int:
        """Pixels of a run of contiguous input."""
        return self.kernel_w if self.dilation_w == 1 else 1

    @property
    def runs_w(self) -> int:
        return self.kernel_w // self.span

    @property
    def run(self) -> int:
        return self.span * self.in_c

    @property
    def tail(self) -> bool:
        """Whether runs leave one byte to a tail of their own."""
        return self.run % 4 == 1

    @property
    def words(self) -> int:
        return self.run // 4 if self.tail else -(-self.run // 4)

    @property
    def reach(self) -> tuple[int, int]:
        h = (self.kernel_h - 1) * self.dilation_h + 1
        return h, (self.kernel_w - 1) * self.dilation_w + 1

    @property
    def padded(self) -> tuple[int, int]:
        """Size of the padded copy of an image that all columns lie in; zero where none is made."""
        (reach_h, reach_w), zero = self.reach, (0, 0)
        h = (self.out_h - 1) * self.stride_h + reach_h
        w = (self.out_w - 1) * self.stride_w + reach_w
        border = self.pad_h or self.pad_w or h > self.in_h or w > self.in_w
        small = self.run <= _PADDED_RUN and h * w * self.in_c <= _PADDED_LIMIT
        return (h, w) if border and small else zero

    def order(self) -> NDArray[np.intp]:
        """Tap (in kernel height, width, channels) of both halves of every step; -1 is none."""
        tap = np.arange(self.kernel_h * self.kernel_w * self.in_c).reshape(
            self.kernel_h, self.runs_w, self.run
        )
        runs = tap.transpose(1, 0, 2).reshape(-1, self.run)
        bytes_ = 4 * self.words
        whole = np.full((len(runs), max(bytes_, self.run)), -1)
        whole[:, : self.run] = runs
        words = whole[:, :bytes_].reshape(-1, 4)[:, [0, 2, 1, 3]].reshape(-1, 2)
        if not self.tail:
            return words
        tail = np.full(-(-len(runs) // 4) * 4, -1)
        tail[: len(runs)] = whole[:, bytes_]
        return np.concatenate([words, tail.reshape(-1, 2)])

    @property
    def steps(self) -> int:
        runs = self.kernel_h * self.runs_w
        return 2 * self.words * runs + (2 * -(-runs // 4) if self.tail else 0)

    @property
    def copied(self) -> bool:
        """Whether three columns of output cannot be written in place."""
        return self.out_h * self.out_w < 3 or self.out_c == 1

    @property
    def pointwise(self) -> bool:
        """Whether positions of the input and of the output are the same."""
        plain = (self.kernel_h, self.kernel_w, self.stride_h, self.stride_w) == (1, 1, 1, 1)
        return plain and (self.in_h, self.in_w) == (self.out_h, self.out_w)

    def flat(self) -> "ConvShape":
        """The same convolution with its rows as long as can be; taps keep their order."""
        if self.pointwise:
            n = self.batches * self.in_h * self.in_w
            return replace(self, batches=1, in_h=1, in_w=n, out_h=1, out_w=n)
        if self.in_w == self.kernel_w == self.out_w == 1 and self.pad_w == 0:
            return replace(
                self,
                **{"in_h": 1, "in_w": self.in_h, "out_h": 1, "out_w": self.out_h},
                **{"kernel_h": 1, "kernel_w": self.kernel_h, "pad_h": 0, "pad_w": self.pad_h},
                **{"stride_h": 1, "stride_w": self.stride_h},
                **{"dilation_h": 1, "dilation_w": self.dilation_h},
            )
        return self

    def scratch(self) -> int:
        """Columns, a run of zero points, three clipped runs, the padded image, three outputs."""
        run = self.run + -self.run % 4
        h, w = self.padded
        image = h * w * self.in_c + 3
        size = 12 * self.steps + 4 * run
        size += (image + -image % 4) if h else 0
        return size + (3 * (self.out_c + 1) if self.copied else 0)

    def numbers(self) -> dict[str, int]:
        reach_h, reach_w = self.reach
        padded_h, padded_w = self.padded
        last = (self.runs_w - 1) * self.dilation_w * self.in_c + max(4 * self.words, self.run)
        own = {name: getattr(self, name) for name in (*_SIZES[:12], "pad_h", "pad_w")}
        return own | {
            "reach_h": reach_h,
            "reach_w": reach_w,
            "padded_h": padded_h,
            "padded_w": padded_w,
            "steps": self.steps,
            "words": self.words,
            "span": self.span,
            "run_bytes": self.run + -self.run % 4,
            "last_read": last,
            "runs_w": self.runs_w,
            "tail": int(self.tail),
            "copied": int(self.copied),
        }


def _rows(channels: int) -> list[tuple[int, int]]:
    """The pairs of output channels; -1 is the channel of zeros beside an odd one."""
    odd = channels % 2
    first = [(0, -1)] if odd else []
    return first + [(c, c + 1) for c in range(odd, channels, 2)]


def _factor(channels: int) -> NDArray[np.int64]:
    factor = np.ones(channels, np.int64)
    factor[[b for _, b in _rows(channels) if b >= 0]] = 256
    return factor


def pack(shape: ConvShape, weights: Bytes, end: Epilogue) -> Words | None:
    """The stream of a layer; None where two weights do not fit beside each other."""
    order = shape.order()
    steps = taken(np.concatenate([weights, np.zeros((1, weights.shape[1]), np.int8)]), order)
    bias = np.append(end.bias, 0)
    constants = np.concatenate([end.constants, np.zeros((1, end.width), np.int64)])
    parts: list[NDArray[np.int64] | Words] = []
    for a, b in _rows(shape.out_c):
        words = pack_words(steps[a], steps[b])
        if words is None:
            return None
        parts += [wrap(np.array([bias[a], bias[a] + 256 * bias[b]])), words]
        parts += [constants[a], constants[b]]
    return np.concatenate(parts).astype(np.int32)


def unpack(shape: ConvShape, stream: Words, form: int) -> tuple[Bytes, Epilogue]:
    """The inverse of `pack`. A bias of b comes back modulo 2^24, as the stream holds it."""
    order, width = shape.order(), 3 if form == ROUNDED else 2
    steps, taps = shape.steps, shape.kernel_h * shape.kernel_w * shape.in_c
    rows = stream.reshape(-1, 2 + steps + 2 * width)
    weights = np.zeros((shape.out_c, taps), np.int8)
    bias = np.zeros(shape.out_c, np.int64)
    constants = np.zeros((shape.out_c, width), np.int64)
    for (a, b), row in zip(_rows(shape.out_c), rows, strict=True):
        of_a, of_b = unpack_words(row[2 : 2 + steps])
        end = row[2 + steps :].astype(np.int64).reshape(2, width)
        weights[a], bias[a], constants[a] = put_back(of_a, order, taps), int(row[0]), end[0]
        if b >= 0:
            weights[b], constants[b] = put_back(of_b, order, taps), end[1]
            bias[b] = int(wrap(int(row[1]) - int(row[0]))) >> 8
    return weights, Epilogue(form, bias, constants)


def conv_2d(shape: ConvShape, layer: Layer) -> KernelCall | None:
    """The call, or None where a size or a proof is missing; weights are channels x taps."""
    shape = shape.flat()
    numbers = shape.numbers()
    if any(not 0 <= numbers[name] < 1 << 16 for name in _SIZES) or not shape.steps:
        return None
    end = epilogue(layer, _factor(shape.out_c), (LINEAR_4, LINEAR_2, ROUNDED))
    stream = pack(shape, layer.weights, end) if end else None
    if end is None or stream is None:
        return None
    return KernelCall(
        CONV_2D_DSP,
        numbers
        | {
            "input_zero": layer.input_zero,
            "act_min": layer.low,
            "act_max": layer.high,
            "form": end.form,
        },
        constants={"weights": stream},
        scratch=shape.scratch(),
        ctx_buf=CtxBufUsage.REQUIRED,
        why=f"pairs of channels in a word, requantized by {FORM_NAMES[end.form]}",
    )
