"""DEPTHWISE_CONV_2D int8 of any window for MVE: numbers, parameter stream and scratch.

The kernel is `runtime/cmsis/depthwise/helia_depthwise_conv_2d_s8_mve_any.c`; its band is described
in `helia_dw_any_band_mve.h`. Knows shapes and arrays, and no operator.
"""

from collections.abc import Mapping
from typing import NamedTuple, Self

import numpy as np

from helia_aot.ir.fields import Value
from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.types import Array
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role
from helia_aot.kernels.kinds import Kind, integers, own_kernel
from helia_aot.kernels.mve.blocks import (
    FORM_NAMES,
    Requant,
    Words,
    folded_bias,
    unfolded_bias,
    wrap,
)
from helia_aot.kernels.window import Window

_SIZES = (
    *("batches", "input_h", "input_w", "output_h", "output_w", "channels", "multiplier"),
    *("kernel_h", "kernel_w", "stride_h", "stride_w", "pad_h", "pad_w"),
    *("dilation_h", "dilation_w", "turned"),
)
_PLACES = ("line_at", "places_at", "weights_at")
_BAND = ("tile_w", "rows", "blocks", "columns", "apart", "phase", "units", "groups", "across")
_SIGNED = ("input_zero", "output_offset", "act_min", "act_max")

RECORD = Record(
    "depthwise_any_s8_mve",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("weights", "int8_t", Role.CONSTANT),
        Field("params", "int32_t", Role.CONSTANT),
        Field("table", "int32_t", Role.CONSTANT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("scratch", "int8_t", Role.SCRATCH),
        *(Field(name, "uint32_t") for name in _PLACES),
        *(Field(name, "uint16_t") for name in (*_SIZES, *_BAND)),
        *(Field(name, "int16_t") for name in _SIGNED),
        Field("form", "uint8_t"),
    ),
)

HELPER = own_kernel("depthwise_conv_2d_s8_mve_any", RECORD.kind)

_GROUP = 16
"""Channels of a band, and lanes of a group of words."""
_ROWS = 4
"""Taps of a word."""
_OUTPUTS = 8
"""Of a row, that are computed together."""
_COLUMN = _ROWS * _GROUP
_START, _BLOCK, _GATHER = 30, 30, 21
"""Instructions of a channel, of eight outputs, and of a group of words of them."""
_PLACE_BYTES = 20
"""Of eight outputs, in the list where they go."""
_REACH = 1 << 16
"""Bytes of output that the list can address."""
_BAND_BYTES = 6144
"""Scratch that a band may take, unless eight outputs need more."""


class DepthwiseAnyShape(NamedTuple):
    """The sizes of a depthwise convolution over NHWC; pads are those above and to the left."""

    batches: int
    input_h: int
    input_w: int
    output_h: int
    output_w: int
    channels: int
    """Of the output."""
    multiplier: int
    """Output channels per input channel."""
    kernel_h: int
    kernel_w: int
    stride_h: int = 1
    stride_w: int = 1
    pad_h: int = 0
    pad_w: int = 0
    dilation_h: int = 1
    dilation_w: int = 1
    turned: int = 0
    """1 where rows stand for columns, see `turned`."""

    @classmethod
    def of(cls, input: tuple[int, ...], window: Window, channels: int) -> Self:
        """The sizes of a convolution of an NHWC input by a window."""
        batches, input_h, input_w, input_c = input
        pairs = (*window.taps, *window.strides, *window.before, *window.dilations)
        ends = batches, input_h, input_w, *window.output
        return cls(*ends, channels, channels // input_c, *pairs)

    @property
    def across(self) -> bool:
        """Whether a word is four taps of a row: where that takes fewer words."""
        across, down = (
            a * -(-b // _ROWS)
            for a, b in ((self.kernel_h, self.kernel_w), (self.kernel_w, self.kernel_h))
        )
        return across < down

    @property
    def units(self) -> int:
        return self.kernel_h if self.across else -(-self.kernel_h // _ROWS)

    @property
    def _wide(self) -> int:
        """Words of a unit: columns of the kernel, or fours of them."""
        return -(-self.kernel_w // _ROWS) if self.across else self.kernel_w

    @property
    def _apart(self) -> int:
        """Columns of the input from one word of a unit to the next."""
        return self.dilation_w * (_ROWS if self.across else 1)

    @property
    def groups(self) -> int:
        """Of four words."""
        return -(-self.units * self._wide // _ROWS)

    @property
    def _beyond(self) -> int:
        """Columns of a phase behind that of the last output."""
        return (self._wide - 1) * self._apart // self.stride_w

    def _outputs(self, width: int, rows: int) -> int:
        """From the first to the last of a band, in whole blocks."""
        n = (rows - 1) * (width + self._beyond) + width
        return n + -n % _OUTPUTS

    def _fits(self, width: int, rows: int) -> bool:
        phase = self._outputs(width, rows) + self._beyond
        reach = ((rows - 1) * self.output_w + width) * self.channels
        return self.units * self.stride_w * phase * _COLUMN <= _BAND_BYTES and reach < _REACH

    @property
    def tile_w(self) -> int:
        """Outputs of a row that have a band in common."""
        if self._fits(self.output_w, 1):
            return self.output_w
        widths = range(_OUTPUTS, self.output_w, _OUTPUTS)
        most = max((n for n in widths if self._fits(n, 1)), default=_OUTPUTS)
        even = -(-self.output_w // -(-self.output_w // most))
        return min(self.output_w, even + -even % _OUTPUTS)

    @property
    def rows(self) -> int:
        """Rows of outputs of a band."""
        if self.tile_w < self.output_w:
            return 1
        fitting = [n for n in range(1, self.output_h + 1) if self._fits(self.output_w, n)]
        return min(fitting or [1], key=self._effort)

    def _effort(self, rows: int) -> int:
        """Instructions of a channel with bands of so many rows."""
        blocks = self._outputs(self.output_w, rows) // _OUTPUTS
        return -(-self.output_h // rows) * (_START + blocks * (_BLOCK + _GATHER * self.groups))

    @property
    def blocks(self) -> int:
        return self._outputs(self.tile_w, self.rows) // _OUTPUTS

    @property
    def apart(self) -> int:
        """Columns of a phase from one row of outputs to the next."""
        return self.tile_w + self._beyond

    @property
    def phase(self) -> int:
        """Columns of a phase."""
        return self.blocks * _OUTPUTS + self._beyond

    @property
    def columns(self) -> int:
        """Columns of the input under a row of outputs."""
        return self.apart * self.stride_w

    def layout(self) -> tuple[int, int, int, int]:
        """Where line, places and weights begin in the scratch, and where it ends."""
        line = self.units * self.stride_w * self.phase * _COLUMN
        input_c = self.channels // self.multiplier
        if self.across:
            size = (self.columns + (_ROWS - 1) * self.dilation_w) * _GROUP
        else:
            size = min(self.input_w, self.columns) * input_c
        places = line + size + -size % 16
        weights = places + _PLACE_BYTES * self.blocks
        weights += -weights % 16
        together = min(input_c, _GROUP) * self.multiplier
        return line, places, weights, weights + together * _GROUP * self.groups

    def scratch(self) -> int:
        return self.layout()[3]

    def table(self) -> Words:
        """Per group four offsets in the band, then the taps of 16 lanes, then which have one."""
        taps = np.full((self.groups * _ROWS, _ROWS), -1)
        offsets = np.zeros(self.groups * _ROWS, np.int64)
        for word, (unit, k) in enumerate(np.ndindex(self.units, self._wide)):
            column, lane = k * self._apart, np.arange(_ROWS)
            phase, place = column % self.stride_w, column // self.stride_w
            at = (unit * self.stride_w + phase) * self.phase + place
            offsets[word] = at * _COLUMN
            ky, kx = (
                (np.full(_ROWS, unit), k * _ROWS + lane)
                if self.across
                else (unit * _ROWS + lane, np.full(_ROWS, k))
            )
            there = (ky < self.kernel_h) & (kx < self.kernel_w)
            taps[word] = np.where(there, ky * self.kernel_w + kx, -1)
        lanes = taps.reshape(-1, _GROUP)
        masks = ((lanes >= 0) << np.arange(_GROUP)).sum(1)
        picked = np.maximum(lanes, 0).astype(np.uint8).ravel().view("<i4")
        return wrap(np.concatenate([offsets, picked, masks]).astype(np.int64))

    def numbers(self) -> dict[str, int]:
        band = {name: int(getattr(self, name)) for name in _BAND}
        return self._asdict() | band | dict(zip(_PLACES, self.layout()[:3], strict=True))


def turned(shape: DepthwiseAnyShape) -> DepthwiseAnyShape:
    """An image of one column as an image of one row, which it is byte by byte."""
    if not shape.input_w == shape.output_w == shape.kernel_w == 1 or shape.pad_w:
        return shape
    pairs = ("input", "output", "kernel", "stride", "pad", "dilation")
    sizes = shape._asdict()
    swapped = {f"{p}_{a}": sizes[f"{p}_{b}"] for p in pairs for a, b in ("hw", "wh")}
    return DepthwiseAnyShape(**sizes | swapped | {"turned": 1})


def accepts(shape: DepthwiseAnyShape) -> bool:
    """Whether every number fits the record, a tap a byte, and the outputs of a band 16 bits."""
    sizes = {k: v for k, v in shape.numbers().items() if k not in _PLACES}
    fits = all(0 <= n < 1 << 16 for n in sizes.values())
    taps = shape.kernel_h * shape.kernel_w
    return fits and taps <= 256 and _OUTPUTS * shape.channels < _REACH


def numbers(shape: DepthwiseAnyShape, requant: Requant) -> dict[str, int]:
    """The number fields of the record."""
    return shape.numbers() | requant.numbers() | {"form": requant.line}


def shape_of(numbers: Mapping[str, Value]) -> DepthwiseAnyShape:
    """From the number fields of the record."""
    n = integers(numbers)
    return DepthwiseAnyShape(**{name: n[name] for name in DepthwiseAnyShape._fields})


def scratch(numbers: Mapping[str, int]) -> int:
    """Bytes that the kernel uses."""
    return shape_of(numbers).scratch()


def pack(shape: DepthwiseAnyShape, weights: Array, requant: Requant) -> dict[str, Array]:
    """The CONSTANT fields; weights are rows x columns x output channels."""
    taps = np.ascontiguousarray(weights.astype(np.int8).reshape(-1, shape.channels).T)
    params = np.stack([folded_bias(taps, requant), requant.multipliers, requant.shifts], 1)
    return {"weights": taps.ravel(), "params": wrap(params.ravel()), "table": shape.table()}


def unpack(constants: Mapping[str, Array], numbers: Mapping[str, Value]) -> dict[str, Array]:
    """The inverse of `pack`: weights, bias, multipliers, shifts."""
    shape = shape_of(numbers)
    taps = constants["weights"].astype(np.int8).reshape(shape.channels, -1)
    bias, multipliers, shifts = constants["params"].astype(np.int64).reshape(-1, 3).T
    bias = unfolded_bias(taps, bias, integers(numbers)["input_zero"])
    kernel = (shape.kernel_h, shape.kernel_w)
    kernel = kernel[::-1] if shape.turned else kernel
    weights = taps.T.reshape(*kernel, shape.channels)
    return {
        "weights": np.ascontiguousarray(weights),
        **Requant(bias, multipliers, shifts, 0, 0).constants(),
    }


class DepthwiseAnyPacking:
    """Weights are 1 x height x width x output channels."""

    name = "depthwise_any_s8_mve"

    def pack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        return pack(shape_of(numbers), constants["weights"][0], Requant.stored(constants, numbers))

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        found = unpack(constants, numbers)
        return found | {"weights": found["weights"][None]}


KINDS = (Kind(RECORD, (DepthwiseAnyPacking(),), scratch),)


def depthwise_any(
    shape: DepthwiseAnyShape, requant: Requant, constants: Mapping[str, int | Array]
) -> KernelCall | None:
    """The call, or None where a number does not fit; constants as the packing takes them."""
    shape = turned(shape)
    if not accepts(shape):
        return None
    return KernelCall(
        HELPER,
        numbers(shape, requant),
        constants=constants,
        packing=DepthwiseAnyPacking.name,
        scratch=shape.scratch(),
        ctx_buf=CtxBufUsage.REQUIRED,
        why=f"four taps in a word, requantized by {FORM_NAMES[requant.line]}",
    )
