"""DEPTHWISE_CONV_2D 3x3 int8 for MVE: when, with which numbers, weight stream and scratch.

The kernel is `runtime/cmsis/depthwise/mve/helia_dw_mve.c`. Knows shapes and arrays, and no
operator.
"""

from collections.abc import Mapping
from typing import NamedTuple, Self

import numpy as np

from helia_aot.ir.fields import Value
from helia_aot.ir.helper import CtxBufUsage, KernelHelper
from helia_aot.ir.types import Array
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role
from helia_aot.kernels.kinds import Kind, integers, own_kernel
from helia_aot.kernels.mve.blocks import (
    ANY,
    FORM_NAMES,
    RELU,
    RIGHT,
    Requant,
    folded_bias,
    unfolded_bias,
    wrap,
)
from helia_aot.kernels.window import Window

_SIZES = (
    *("batches", "input_h", "input_w", "output_h", "output_w", "channels", "stride"),
    *("pad_h", "pad_w", "columns", "column", "rows"),
)
_SIGNED = ("input_zero", "output_offset", "act_min", "act_max")

RECORD = Record(
    "depthwise_conv_2d_s8_mve",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("weights", "int8_t", Role.CONSTANT),
        Field("params", "int32_t", Role.CONSTANT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("scratch", "int8_t", Role.SCRATCH),
        *(Field(name, "int32_t") for name in ("table_at", "line_at", "pitch")),
        *(Field(name, "uint16_t") for name in _SIZES),
        *(Field(name, "int16_t") for name in _SIGNED),
        Field("form", "uint8_t"),
    ),
)

FORMS = ("", "right", "relu", "linear_4", "linear_2")
"""Those that have a tile."""
_GROUP = 16
_BAND_BYTES = 4096
"""Scratch that a band may take, unless one group of rows needs more."""
_BAND_SHARE = 6
"""Or so small a part of input and output."""
_ENTRY_BYTES = {1: 48, 2: 32}
"""Of the table, by stride."""
_COLUMN_BYTES = 80
"""Of an entry for a last column that has no neighbour."""
_COLUMN_UNITS = 3
"""From this many groups of rows on it is worth entries of its own."""
_REACH = 1 << 16
"""Bytes of output that the table of one band can address."""


class DepthwiseShape(NamedTuple):
    """The sizes of a 3x3 depthwise convolution over NHWC; pads are those above and to the left."""

    batches: int
    input_h: int
    input_w: int
    output_h: int
    output_w: int
    channels: int
    stride: int = 1
    pad_h: int = 0
    pad_w: int = 0

    @classmethod
    def of(cls, input: tuple[int, ...], window: Window, channels: int) -> Self | None:
        """The sizes of a convolution of an NHWC input; None where it is no such one."""
        square = window.taps == (3, 3) and window.dilations == (1, 1)
        stepped = window.strides in ((1, 1), (2, 2))
        if not square or not stepped or input[3] != channels:
            return None
        ends = (*window.input, *window.output)
        return cls(input[0], *ends, channels, window.strides[0], *window.before)

    @property
    def up(self) -> int:
        """Rows of output that one group of four rows of input gives."""
        return 3 - self.stride

    @property
    def columns(self) -> int:
        """Of a band, padding included."""
        return self.stride * self.output_w + 2

    @property
    def column(self) -> int:
        """Bytes of a column of four rows."""
        return 4 * (self.channels if self.streams else _GROUP)

    @property
    def streams(self) -> bool:
        """Whether rows are interleaved as they are, all channels at once."""
        return self.stride == 1 and self.channels < _GROUP

    @property
    def pitch(self) -> int:
        """Bytes from one group of rows to the next; room for a run that goes beyond its row."""
        used = min(self.input_w, self.columns - self.pad_w) * self.channels
        return self.columns * self.column + (64 if self.streams and used % _GROUP else 0)

    @property
    def rows(self) -> int:
        """Rows of output of one band."""
        units = -(-self.output_h // self.up)
        reach = (_REACH - 1) // (self.output_w * self.channels * self.up)
        tensors = (self.input_h * self.input_w + self.output_h * self.output_w) * self.channels
        room = max(_BAND_BYTES, min(2 * _BAND_BYTES, tensors // _BAND_SHARE))
        fitting = max(1, min(units, room // self.pitch, reach))
        return self.up * -(-units // -(-units // fitting))

    def layout(self) -> tuple[int, int, int]:
        """Where the table and the line of zero points begin in the scratch, and where it ends."""
        units = self.rows // self.up
        table = units * self.pitch + 64
        line = table + self._table(units)
        return table, line, line + self.input_w * self.channels

    def scratch(self) -> int:
        return self.layout()[2]

    def _table(self, units: int) -> int:
        """Bytes of the largest table: bands of fewer rows may have no entries for columns."""
        odd = self.stride == 1 and self.output_w % 2 == 1
        sizes = [self._squares(n, self.output_w) for n in (units, _COLUMN_UNITS - 1)]
        if odd and units >= _COLUMN_UNITS:
            columns = -(-units // 4) * _COLUMN_BYTES
            sizes[0] = self._squares(units, self.output_w - 1) + columns
        return max(sizes) if units >= _COLUMN_UNITS else sizes[0]

    def _squares(self, units: int, width: int) -> int:
        """Bytes of the entries of `units` groups of rows, two outputs in a row at a time."""
        entries = -(-units * -(-width // 2) // (2 * self.stride))
        return entries * _ENTRY_BYTES[self.stride]

    def numbers(self) -> dict[str, int]:
        table, line, _ = self.layout()
        own = {name: getattr(self, name) for name in _SIZES}
        return own | {"table_at": table, "line_at": line, "pitch": self.pitch}


def helper(stride: int, form: int) -> KernelHelper:
    name = f"depthwise_conv_2d_s8_mve_s{stride}_{FORMS[form]}"
    return own_kernel(name, RECORD.kind)


def accepts(shape: DepthwiseShape, requant: Requant) -> bool:
    """Whether a tile computes it: images that are not too small, shifts to the right."""
    large = shape.output_w >= 2 and shape.output_h >= shape.up
    real = shape.pad_w < shape.columns
    reached = shape.output_w * shape.channels * shape.up < _REACH
    fits = all(0 <= n < 1 << 16 for n in shape.numbers().values())
    return large and real and reached and fits and requant.form() != ANY


def numbers(shape: DepthwiseShape, requant: Requant) -> dict[str, int]:
    """The number fields of the record."""
    return shape.numbers() | requant.numbers()


def shape_of(numbers: Mapping[str, Value]) -> DepthwiseShape:
    """From the number fields of the record."""
    n = integers(numbers)
    return DepthwiseShape(**{name: n[name] for name in DepthwiseShape._fields})


def scratch(numbers: Mapping[str, int]) -> int:
    """Bytes that the kernel uses."""
    return shape_of(numbers).scratch()


def pack(weights: Array, requant: Requant) -> dict[str, Array]:
    """The CONSTANT fields; weights are 3 x 3 x channels.

    A shift of -1 stands for that of a channel with multiplier 0: form RIGHT takes 1 from a
    negative value, and a shift of 0 would let it be seen.
    """
    taps = np.ascontiguousarray(weights.astype(np.int8).transpose(2, 1, 0)).reshape(-1, 9)
    dead = (requant.multipliers == 0) & (requant.line == ANY)
    shifts = np.where(dead, -1, requant.shifts)
    params = np.stack([folded_bias(taps, requant), requant.multipliers, shifts], 1)
    return {"weights": taps.ravel(), "params": wrap(params.ravel())}


def unpack(constants: Mapping[str, Array], numbers: Mapping[str, Value]) -> dict[str, Array]:
    """The inverse of `pack`: weights, bias, multipliers, shifts."""
    taps = constants["weights"].astype(np.int8).reshape(-1, 9)
    bias, multipliers, shifts = constants["params"].astype(np.int64).reshape(-1, 3).T
    n = integers(numbers)
    bias = unfolded_bias(taps, bias, n["input_zero"])
    shifts = np.where((multipliers == 0) & (n["form"] in (RIGHT, RELU)), 0, shifts)
    return {
        "weights": np.ascontiguousarray(taps.reshape(-1, 3, 3).transpose(2, 1, 0)),
        **Requant(bias, multipliers, shifts, 0, 0).constants(),
    }


class DepthwisePacking:
    """Weights are 1 x 3 x 3 x channels."""

    name = "depthwise_conv_2d_s8_mve"

    def pack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        return pack(constants["weights"][0], Requant.stored(constants, numbers))

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        found = unpack(constants, numbers)
        return found | {"weights": found["weights"][None]}


KINDS = (Kind(RECORD, (DepthwisePacking(),), scratch),)


def depthwise_conv_2d(
    shape: DepthwiseShape, requant: Requant, constants: Mapping[str, int | Array]
) -> KernelCall | None:
    """The call, or None where no tile computes it; constants as the packing takes them."""
    if not accepts(shape, requant):
        return None
    return KernelCall(
        helper(shape.stride, requant.form()),
        numbers(shape, requant),
        constants=constants,
        packing=DepthwisePacking.name,
        scratch=shape.scratch(),
        ctx_buf=CtxBufUsage.REQUIRED,
        why=f"patches of interleaved rows, requantized by {FORM_NAMES[requant.form()]}",
    )
