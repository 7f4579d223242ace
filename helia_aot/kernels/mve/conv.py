"""CONV_2D int8 for MVE: when, with which numbers, weight stream and scratch.

The kernel is `runtime/cmsis/conv/mve/helia_conv_mve.c`. A depthwise convolution of one input
channel is a convolution too, and a batch of rows a convolution of 1x1. Knows shapes and arrays, and
no operator.
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
    FORM_NAMES,
    Ints,
    Requant,
    folded_bias,
    pack_params,
    pack_tiles,
    padded_depth,
    unfolded_bias,
    unpack_params,
    unpack_tiles,
)
from helia_aot.kernels.window import Window

DIRECT, WINDOW, RUNS, COLUMNS = range(4)
"""Where patches come from, as `helia_conv_mve_layer.h` numbers them."""

DEEPEST = {"size": 0, "balanced": 192, "speed": 256}
"""Up to which depth a layer gets a tile of its own, by what is optimized.

A tile of its own saves one instruction per output, 1.24 from 176 on, of 1.6 + 0.11 per unit of
depth; its code is 116 bytes and 3.5 per unit of depth, that of the tile for all depths 784. Counted
on 6x6 positions of 64 channels: depth 16 takes 0.80 of the instructions, 64 takes 0.90, 144 0.947,
160 0.950, 192 0.948, 208 0.952, 256 0.960; on 2 positions 0.88 to 0.93. So `balanced` takes it
where it saves a twentieth, `speed` as far as loads reach.
"""
_STEPS = range(4, 257, 4)
"""Distances of positions that a tile of one depth can have; its depth is a multiple of 16."""
_SHALLOWEST = 8
"""A depth with a tile of its own that all optimizations take: no other has it."""

_SIZES = (
    *("batches", "input_h", "input_w", "input_c", "output_h", "output_w", "output_c"),
    *("kernel_h", "kernel_w", "stride_h", "stride_w", "pad_h", "pad_w"),
    *("dilation_h", "dilation_w", "depth", "step"),
    *("block", "tile_w", "pitch"),
)
_SIGNED = ("input_zero", "output_offset", "act_min", "act_max")

RECORD = Record(
    "conv_2d_s8_mve",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("weights", "int8_t", Role.CONSTANT),
        Field("params", "int32_t", Role.CONSTANT),
        Field("offsets", "uint8_t", Role.CONSTANT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("scratch", "int8_t", Role.SCRATCH),
        Field("patches_at", "uint32_t"),
        Field("band_at", "uint32_t"),
        *(Field(name, "uint16_t") for name in _SIZES),
        *(Field(name, "int16_t") for name in _SIGNED),
        Field("form", "uint8_t"),
        Field("mode", "uint8_t"),
    ),
)

_BLOCK_BYTES = 3072
"""Scratch that the patches and accumulators of one block may take."""
_MOST_ROWS = 64
_WHOLE_ROWS = 128
"""Positions of an input that are rather one block than two."""
_SHALLOW = 16
"""From this many input channels on a run of taps is worth copying as it is."""
_REACH = 256
"""Bytes of a band that one gather of 16 reaches."""
_LEAST_TILE = 4
_BAND_BYTES = 3072
"""Scratch that a band stored column by column may take, unless two positions need more."""


class ConvShape(NamedTuple):
    """The sizes of a convolution over NHWC; pads are those above and to the left."""

    batches: int
    input_h: int
    input_w: int
    input_c: int
    output_h: int
    output_w: int
    output_c: int
    kernel_h: int
    kernel_w: int
    stride_h: int = 1
    stride_w: int = 1
    pad_h: int = 0
    pad_w: int = 0
    dilation_h: int = 1
    dilation_w: int = 1

    @classmethod
    def of(cls, input: tuple[int, ...], window: Window, channels: int) -> Self:
        """The sizes of a convolution of an NHWC input by a window."""
        batches, input_h, input_w, input_c = input
        pairs = (*window.taps, *window.strides, *window.before, *window.dilations)
        return cls(batches, input_h, input_w, input_c, *window.output, channels, *pairs)

    @property
    def taps(self) -> int:
        return self.kernel_h * self.kernel_w * self.input_c

    @property
    def depth(self) -> int:
        return padded_depth(self.taps)

    @property
    def positions(self) -> int:
        """Outputs of an image."""
        return self.output_h * self.output_w

    @property
    def extent_w(self) -> int:
        return (self.kernel_w - 1) * self.dilation_w + 1

    @property
    def mode(self) -> int:
        pointwise = self.kernel_h == self.kernel_w == self.stride_h == self.stride_w == 1
        whole = (self.output_h, self.output_w) == (self.input_h, self.input_w)
        if pointwise and whole and self.taps == self.depth and self.batches * self.positions > 1:
            return DIRECT
        if self.input_c >= _SHALLOW and self.input_c % 4 == 0 and self.kernel_w > 1:
            return COLUMNS if self.dilation_w == 1 else RUNS
        return WINDOW if self.input_c < _SHALLOW and self.tile_w else RUNS

    @property
    def step(self) -> int:
        """Bytes from one position to the next, where tiles read them."""
        columns = self.mode == COLUMNS
        return self.stride_w * self.kernel_h * self.input_c if columns else self.depth

    @property
    def tile_w(self) -> int:
        """Outputs side by side over one band, 0 where a patch does not fit one."""
        deep = self.input_c >= _SHALLOW
        fits = self._fits_columns if deep else self._fits_window
        fitting = max(filter(fits, range(1, min(self.output_w, self._rows) + 1)), default=0)
        if deep:
            fitting = min(max(fitting, 2), self.output_w)
        elif fitting < min(self.output_w, _LEAST_TILE):
            return 0
        return -(-self.output_w // -(-self.output_w // fitting))

    @property
    def _rows(self) -> int:
        """Patches that a block may have."""
        if self.input_c >= _SHALLOW:
            return _MOST_ROWS
        return max(_LEAST_TILE, min(_MOST_ROWS, _BLOCK_BYTES // (self.depth + 32)))

    def pitch(self, tile: int) -> int:
        """Bytes of a row of a band."""
        return ((tile - 1) * self.stride_w + self.extent_w) * self.input_c

    def _columns(self, tile: int) -> int:
        """Bytes of a band stored column by column, and of the tail of the last position in it."""
        start = (max(tile, 2) - 1) * self.stride_w * self.kernel_h * self.input_c
        return start + self.depth

    def _fits_columns(self, tile: int) -> bool:
        return self._columns(tile) <= _BAND_BYTES

    def _fits_window(self, tile: int) -> bool:
        """Whether every 16 taps of a patch are within the reach of a gather."""
        offsets, _ = self._gathers(tile)
        return bool(offsets.max() < _REACH) and self.kernel_h * self.pitch(tile) <= _BAND_BYTES

    def _gathers(self, tile: int) -> tuple[Ints, Ints]:
        """Where the taps stand in a band: from the first of their 16 on, and where that stands."""
        ky, kx, c = np.indices((self.kernel_h, self.kernel_w, self.input_c))
        at = (ky * self.pitch(tile) + kx * self.dilation_w * self.input_c + c).ravel()
        chunks = np.pad(at, (0, -len(at) % 16), mode="edge").reshape(-1, 16)
        return chunks - chunks[:, :1], chunks[:, 0]

    @property
    def block(self) -> int:
        """Positions of a block."""
        if self.mode == DIRECT:
            positions = self.batches * self.positions
            return positions if positions <= _WHOLE_ROWS else _MOST_ROWS
        if self.mode == COLUMNS:
            return max(self.tile_w, 2)
        rows = max(2, min(_MOST_ROWS, _BLOCK_BYTES // (self.depth + 32)))
        unit = self.tile_w if self.mode == WINDOW else 2
        units = -(-self.positions // unit)
        count = -(-units // max(1, rows // unit))
        return unit * -(-units // count)

    def layout(self) -> tuple[int, int, int]:
        """Where patches and band begin in the scratch, and where it ends."""
        if self.mode == DIRECT:
            return 0, 0, 32 * self.block
        if self.mode == COLUMNS:
            return 0, 32 * self.block, 32 * self.block + self._columns(self.tile_w)
        rows = self.block + self.block % 2
        patches = 32 * rows
        band = patches + rows * self.depth + 16
        size = self.kernel_h * self.pitch(self.tile_w) if self.mode == WINDOW else 0
        return patches, band, band + size

    def scratch(self) -> int:
        return self.layout()[2]

    def offsets(self) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]] | None":
        """A byte per tap, then a little-endian halfword per 16 taps, see `_gathers`."""
        if self.mode != WINDOW:
            return None
        offsets, bases = self._gathers(self.tile_w)
        return np.concatenate(
            [offsets.astype(np.uint8).ravel(), bases.astype("<u2").view(np.uint8)]
        )

    def numbers(self) -> dict[str, int]:
        patches, band, _ = self.layout()
        tile = self.tile_w if self.mode in (WINDOW, COLUMNS) else 0
        own = {name: getattr(self, name) for name in _SIZES[:18]}
        return own | {
            "patches_at": patches,
            "band_at": band,
            "tile_w": tile,
            "pitch": self.pitch(tile) if self.mode == WINDOW else 0,
            "mode": self.mode,
        }


def helper(depth: int, step: int, mode: int, optimize: str = "balanced") -> KernelHelper:
    """The kernel with the tile of a depth and of a distance of positions, or with the one for all:
    layout and scratch are the same."""
    copied = "copied_" if mode in (RUNS, COLUMNS) else ""
    return own_kernel(f"conv_2d_s8_mve_{copied}{_tile(depth, step, optimize)}", RECORD.kind)


def _tile(depth: int, step: int, optimize: str) -> str:
    """Which tile is chosen: the end of its name."""
    if depth != _SHALLOWEST and (depth > DEEPEST[optimize] or step not in _STEPS):
        return "any"
    return f"k{depth}" if depth == step else f"k{depth}_step{step}"


def accepts(shape: ConvShape) -> bool:
    """Whether every number fits the record: the kernel itself takes any shape."""
    return all(0 < n < 1 << 16 for n in (shape.output_c, shape.depth, shape.taps)) and all(
        0 <= n < 1 << 16 for n in shape.numbers().values()
    )


def numbers(shape: ConvShape, requant: Requant) -> dict[str, int]:
    """The number fields of the record."""
    return shape.numbers() | requant.numbers()


def shape_of(numbers: Mapping[str, Value]) -> ConvShape:
    """From the number fields of the record."""
    n = integers(numbers)
    return ConvShape(**{name: n[name] for name in ConvShape._fields})


def scratch(numbers: Mapping[str, int]) -> int:
    """Bytes that the kernel uses."""
    return shape_of(numbers).scratch()


def _ordered(weights: Array, mode: int) -> Array:
    """Kernel columns before rows where bands are stored by columns, and back."""
    return weights.transpose(0, 2, 1, 3) if mode == COLUMNS else weights


def pack(shape: ConvShape, weights: Array, requant: Requant) -> dict[str, Array]:
    """The CONSTANT fields that are there; weights are channels x height x width x inputs."""
    ordered = _ordered(weights, shape.mode).reshape(shape.output_c, shape.taps)
    taps = ordered.astype(np.int8)
    offsets = shape.offsets()
    return {
        "weights": pack_tiles(taps, shape.depth),
        "params": pack_params(folded_bias(taps, requant), requant),
        **({} if offsets is None else {"offsets": offsets}),
    }


def unpack(constants: Mapping[str, Array], numbers: Mapping[str, Value]) -> dict[str, Array]:
    """The inverse of `pack`: weights, bias, multipliers, shifts."""
    n, shape = integers(numbers), shape_of(numbers)
    stored = constants["weights"].astype(np.int8)
    taps = unpack_tiles(stored, n["depth"], shape.output_c, shape.taps)
    bias, multipliers, shifts = unpack_params(constants["params"].astype(np.int32), shape.output_c)
    bias = unfolded_bias(taps, bias, n["input_zero"])
    kernel = (shape.kernel_h, shape.kernel_w)
    kernel = kernel[::-1] if shape.mode == COLUMNS else kernel
    weights = _ordered(taps.reshape(shape.output_c, *kernel, shape.input_c), shape.mode)
    requant = Requant(bias, multipliers, shifts, 0, 0)
    return {"weights": np.ascontiguousarray(weights), **requant.constants()}


class ConvPacking:
    """Weights are output channels x height x width x input channels."""

    name = "conv_2d_s8_mve"

    def pack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        shape, requant = shape_of(numbers), Requant.stored(constants, numbers)
        kernel = (shape.kernel_h, shape.kernel_w)
        weights = self.filters(constants["weights"]).reshape(-1, *kernel, shape.input_c)
        return pack(shape, weights, requant)

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        found = unpack(constants, numbers)
        return found | {"weights": self.stored(found["weights"])}

    def filters(self, weights: Array) -> Array:
        """Output channels first."""
        return weights

    def stored(self, filters: Array) -> Array:
        """The inverse of `filters`."""
        return filters


class SingleDepthwisePacking(ConvPacking):
    """A depthwise convolution of one input channel: weights are 1 x height x width x channels."""

    name = "single_depthwise_conv_2d_s8_mve"

    def filters(self, weights: Array) -> Array:
        return np.ascontiguousarray(weights.transpose(3, 1, 2, 0))

    def stored(self, filters: Array) -> Array:
        return np.ascontiguousarray(filters.transpose(3, 1, 2, 0))


class RowsPacking(ConvPacking):
    """Fully connected layers of more than one row: weights are units x depth."""

    name = "rows_s8_mve"

    def stored(self, filters: Array) -> Array:
        return filters.reshape(filters.shape[0], -1)


KINDS = (Kind(RECORD, (ConvPacking(), RowsPacking(), SingleDepthwisePacking()), scratch),)


def conv_2d(
    shape: ConvShape,
    requant: Requant,
    constants: Mapping[str, int | Array],
    packing: type[ConvPacking] = ConvPacking,
    optimize: str = "balanced",
) -> KernelCall | None:
    """The call, or None where a number does not fit; constants as the packing takes them."""
    if not accepts(shape):
        return None
    source = ("the input as it is", "gathered patches", "copied patches", "columns")[shape.mode]
    chosen = helper(shape.depth, shape.step, shape.mode, optimize)
    tiles = "tiles of any depth" if chosen.key.endswith("any") else f"tiles {shape.depth} deep"
    return KernelCall(
        chosen,
        numbers(shape, requant),
        constants=constants,
        packing=packing.name,
        scratch=shape.scratch(),
        ctx_buf=CtxBufUsage.REQUIRED,
        why=f"2 x 4 {tiles} on {source}, requantized by {FORM_NAMES[requant.form()]}",
    )
