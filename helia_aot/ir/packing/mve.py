"""What the kernels packed for MVE share: blocks of eight channels, forms of requantization.

The C side is `runtime/cmsis/helia_tile_mve.h`. Knows arrays and numbers, and no kernel.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.int8]
Words = NDArray[np.int32]
Ints = NDArray[np.int64]

BLOCK = 8
"""Output channels that are requantized together."""
LANES = np.array([0, 2, 4, 6, 1, 3, 5, 7])
"""The channel of a block in every lane: its even channels (half A), then its odd ones (half B)."""

ANY, RIGHT, RELU = 0, 1, 2
"""Forms of requantization, as `helia_tile_mve.h` numbers them."""
FORM_NAMES = ("any shift", "shifts to the right", "ReLU")


@dataclass(frozen=True)
class Requant:
    """What follows the products of every channel."""

    bias: Ints
    multipliers: Ints
    shifts: Ints
    """TFLite's: positive to the left."""
    input_zero: int
    output_zero: int
    low: int = -128
    high: int = 127

    def form(self) -> int:
        """The cheapest form that is exact.

        The second rounding of the reference goes away from zero, that of VRSHL upwards. They
        differ on negative ties only: never in what a clamp at a zero point of -128 lets through,
        and elsewhere by the 1 that form RIGHT takes off, which a shift of 0 must not see.
        """
        shifted = self.shifts[self.multipliers != 0]
        if self.output_zero == -128 and bool(np.all(self.shifts <= 0)):
            return RELU
        return RIGHT if bool(np.all(shifted < 0) and np.all(self.shifts <= 0)) else ANY


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
