"""What the kernels packed for MVE share: blocks of eight channels, forms of requantization.

The C side is `runtime/cmsis/conv/mve/helia_tile_mve.h`. Knows arrays and numbers, and no kernel.
"""

from collections.abc import Mapping
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.fields import Value
from helia_aot.ir.types import Array
from helia_aot.kernels.accelerated import Constants
from helia_aot.kernels.certify import Requantization, certify_linear, linear_is_likely
from helia_aot.kernels.epilogue import epilogue
from helia_aot.kernels.kinds import integers
from helia_aot.kernels.layer import Bytes, Layer

Words = NDArray[np.int32]
Ints = NDArray[np.int64]
Given = dict[str, int | Array]
"""Weights, bias, multipliers and shifts as a packing takes them."""

_CHANNEL_CONSTANTS = ("bias", "multipliers", "shifts")

BLOCK = 8
"""Output channels that are requantized together."""
LANES = np.array([0, 2, 4, 6, 1, 3, 5, 7])
"""The channel of a block in every lane: its even channels (half A), then its odd ones (half B)."""

ANY, RIGHT, RELU, LINEAR_4, LINEAR_2 = range(5)
"""Forms of requantization, as `helia_forms_mve.h` numbers them."""
FORM_NAMES = (
    "any shift",
    "shifts to the right",
    "ReLU",
    "lines shifted by 4",
    "lines shifted by 2",
)
LINEAR_SHIFT = {LINEAR_2: 2, LINEAR_4: 4}

_NARROW = 1 << 15


class Requant(NamedTuple):
    """What follows the products of every channel."""

    bias: Ints
    multipliers: Ints
    shifts: Ints
    """TFLite's: positive to the left. The linear forms have addends in their place."""
    input_zero: int
    output_zero: int
    low: int = -128
    high: int = 127
    line: int = ANY
    """The linear form that it is in, if any."""

    @classmethod
    def of(cls, layer: Layer) -> Self:
        zeros = layer.input_zero, layer.output_zero
        return cls(layer.bias, layer.multiplier, layer.shift, *zeros, layer.low, layer.high)

    @classmethod
    def linear(cls, layer: Layer) -> Self | None:
        """In the first linear form that every channel has a proof for.

        The proof is of ((2 * (acc + offset) * multiplier >> 32) + addend) >> shift; the kernel
        narrows to 16 bits before and after the addend, which must not keep a result from
        saturating.
        """
        sums = layer.weights.astype(np.int64).sum(1)
        for form, shift in LINEAR_SHIFT.items():
            end = epilogue(layer, np.full(layer.channels, 2, np.int64), (shift - 1,))
            if end is not None and _narrow(end.constants[:, 1], shift):
                bias = wrap(end.bias + layer.input_zero * sums).astype(np.int64)
                return cls._line(layer, form, bias, end.constants[:, 0], end.constants[:, 1])
        return None

    @classmethod
    def shared(cls, layer: Layer) -> Self | None:
        """In form LINEAR_4, where one line has a proof for all channels.

        They have one multiplier and shift, and the line is that of a channel that reaches every
        accumulator that one of them does.
        """
        rq, shift = _joint(layer.requantization()), LINEAR_SHIFT[LINEAR_4]
        if rq is None or not linear_is_likely(rq):
            return None
        line = certify_linear(rq, np.full(1, 2, np.int64), shift - 1)
        if line is None or not _narrow(line.addend, shift):
            return None
        ends = (np.repeat(x, layer.channels) for x in (line.multiplier, line.addend))
        bias = wrap(layer.bias + line.offset).astype(np.int64)
        return cls._line(layer, LINEAR_4, bias, *ends)

    @classmethod
    def _line(cls, layer: Layer, form: int, bias: Ints, multipliers: Ints, addends: Ints) -> Self:
        """The last step of the kernel rounds, so that half is taken off the addend."""
        half = 1 << (LINEAR_SHIFT[form] - 1)
        zeros = layer.input_zero, layer.output_zero
        return cls(bias, multipliers, addends - half, *zeros, layer.low, layer.high, form)

    @classmethod
    def stored(cls, constants: Mapping[str, Array], numbers: Mapping[str, Value]) -> Self:
        """From the constants that a packing is given, and the numbers of its record."""
        bias, multipliers, shifts = (
            constants[name].astype(np.int64) for name in _CHANNEL_CONSTANTS
        )
        n = integers(numbers)
        line = n["form"] if n["form"] in LINEAR_SHIFT else ANY
        low, high = n["act_min"], n["act_max"]
        zeros = n["input_zero"], n["output_offset"]
        return cls(bias, multipliers, shifts, zeros[0], zeros[1], low, high, line)

    def constants(self) -> dict[str, Array]:
        """The inverse of `stored`."""
        arrays = (self.bias, self.multipliers, self.shifts)
        return {n: wrap(a) for n, a in zip(_CHANNEL_CONSTANTS, arrays, strict=True)}

    def numbers(self) -> dict[str, int]:
        """Fields that every record of a kernel with weights has."""
        return {
            "input_zero": self.input_zero,
            "output_offset": self.output_zero,
            "act_min": self.low,
            "act_max": self.high,
            "form": self.form(),
        }

    def form(self) -> int:
        """The cheapest form that is exact.

        The second rounding of the reference goes away from zero, that of VRSHL upwards. They
        differ on negative ties only: never in what a clamp at a zero point of -128 lets through,
        and elsewhere by the 1 that form RIGHT takes off, which a shift of 0 must not see.
        """
        if self.line != ANY:
            return self.line
        shifted = self.shifts[self.multipliers != 0]
        if self.output_zero == -128 and bool(np.all(self.shifts <= 0)):
            return RELU
        return RIGHT if bool(np.all(shifted < 0) and np.all(self.shifts <= 0)) else ANY


def block_lines(layer: Layer, constants: Constants) -> tuple[Requant, Given]:
    """What requantizes: linear where that is proven and every block of channels is whole. And the
    constants, with those of a line in place of the layer's."""
    if layer.channels % BLOCK == 0:
        return lines(layer, constants)
    return Requant.of(layer), _given(constants, layer)


def lines(layer: Layer, constants: Constants) -> tuple[Requant, Given]:
    """Linear where that is proven."""
    return _or_given(Requant.linear(layer), layer, constants)


def one_line(layer: Layer, constants: Constants) -> tuple[Requant, Given]:
    """Linear where one line is proven for all channels, and there is a block of them."""
    line = Requant.shared(layer) if layer.channels >= BLOCK else None
    return _or_given(line, layer, constants)


def _or_given(line: Requant | None, layer: Layer, constants: Constants) -> tuple[Requant, Given]:
    given = _given(constants, layer)
    return (line, given | line.constants()) if line else (Requant.of(layer), given)


def _given(constants: Constants, layer: Layer) -> Given:
    """An absent bias is one of zeros."""
    zeros = np.zeros(layer.channels, np.int32)
    return {name: zeros if value is None else value for name, value in constants.items()}


def _narrow(addends: Ints, shift: int) -> bool:
    """Whether results do not saturate behind an addend in 16 bits, nor before it."""
    return bool(np.abs(addends).max() <= _NARROW - (130 << shift))


def _joint(rq: Requantization) -> Requantization | None:
    """One channel that stands for all, where they agree and nothing wraps."""
    one = np.unique(rq.multiplier), np.unique(rq.shift)
    ends = rq.least.min(keepdims=True), rq.most.max(keepdims=True)
    left = np.maximum(one[1], 0)
    if len(one[0]) > 1 or len(one[1]) > 1:
        return None
    if np.any((ends[0] << left < -(1 << 31)) | (ends[1] << left >= 1 << 31)):
        return None
    return Requantization(*one, rq.zero_point, rq.low, rq.high, *ends)


def wrap(values: Ints) -> Words:
    """To int32, as the accumulator of the machine does."""
    return values.astype(np.uint64).astype(np.uint32).view(np.int32)


def blocks(channels: int) -> int:
    return -(-channels // BLOCK)


def padded_depth(taps: int) -> int:
    """Bytes of depth that a tile takes: 8, or a multiple of 16."""
    return 8 if taps <= 8 else taps + -taps % 16


def pack_tiles(weights: Bytes, depth: int) -> Bytes:
    """Channels x taps to [block][half][depth / 16][channel of the half][16]."""
    channels, taps = weights.shape
    full = np.zeros((blocks(channels) * BLOCK, depth), np.int8)
    full[:channels, :taps] = weights
    chunk = min(depth, 16)
    split = full.reshape(-1, 4, 2, depth // chunk, chunk)
    return np.ascontiguousarray(split.transpose(0, 2, 3, 1, 4)).ravel()


def unpack_tiles(packed: Bytes, depth: int, channels: int, taps: int) -> Bytes:
    """The inverse of `pack_tiles`."""
    chunk = min(depth, 16)
    split = packed.reshape(-1, 2, depth // chunk, 4, chunk)
    full = split.transpose(0, 3, 1, 2, 4).reshape(-1, depth)
    return np.ascontiguousarray(full[:channels, :taps])


def folded_bias(weights: Bytes, requant: Requant) -> Ints:
    """The bias with the input zero point folded in; weights are channels x taps."""
    return requant.bias - requant.input_zero * weights.astype(np.int64).sum(1)


def pack_params(bias: Ints, requant: Requant) -> Words:
    """Per block: bias, multipliers, shifts, each of eight lanes."""
    rows = np.zeros((3, blocks(len(bias)) * BLOCK), np.int64)
    rows[:, : len(bias)] = bias, requant.multipliers, requant.shifts
    lanes = rows.reshape(3, -1, BLOCK)[:, :, LANES]
    return wrap(np.ascontiguousarray(lanes.transpose(1, 0, 2)).ravel())


def unpack_params(packed: Words, channels: int) -> tuple[Ints, Ints, Ints]:
    """Folded bias, multipliers and shifts."""
    lanes = packed.astype(np.int64).reshape(-1, 3, BLOCK).transpose(1, 0, 2)
    rows = np.zeros_like(lanes)
    rows[:, :, LANES] = lanes
    bias, multipliers, shifts = rows.reshape(3, -1)[:, :channels]
    return bias, multipliers, shifts


def unfolded_bias(weights: Bytes, folded: Ints, input_zero: int) -> Ints:
    return wrap(folded + input_zero * weights.astype(np.int64).sum(1)).astype(np.int64)
