"""Fixed-point arithmetic shared by operators: what TFLM's reference kernels compute, bit for bit.

Everything works on int64 arrays that hold int32 values; sums and shifts wrap to int32 as they do
on the machine. Source of the arithmetic: the gemmlowp double-rounding scheme of TFLM.
"""

import math
from functools import cache

import numpy as np

from helia_aot.ir.types import Array, Int

INT32_MIN, INT32_MAX = -(1 << 31), (1 << 31) - 1


def multiplier_shift(real: float) -> tuple[int, int]:
    """`real` as multiplier * 2^(shift - 31), multiplier in [2^30, 2^31); (0, 0) below 2^-32."""
    if real == 0.0:
        return 0, 0
    mantissa, shift = math.frexp(real)
    multiplier = math.floor(mantissa * (1 << 31) + 0.5)
    if multiplier == 1 << 31:
        multiplier, shift = multiplier // 2, shift + 1
    return (0, 0) if shift < -31 else (multiplier, shift)


def multipliers_shifts(
    reals: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]",
) -> tuple[Int, Int]:
    """`multiplier_shift` of every channel."""
    mantissas, exponents = np.frexp(reals)
    multipliers = np.floor(mantissas * (1 << 31) + 0.5).astype(np.int64)
    full = multipliers == 1 << 31
    shifts = exponents.astype(np.int64) + full
    multipliers >>= full
    lost = (multipliers == 0) | (shifts < -31)
    return np.where(lost, 0, multipliers), np.where(lost, 0, shifts)


def wrap32(x: Int) -> Int:
    return x.astype(np.uint64).astype(np.uint32).astype(np.int32).astype(np.int64)


def rounding_high_mul(a: Int, b: Int | int) -> Int:
    """High 32 bits of 2ab, rounded to nearest, ties away from zero, saturated."""
    product = a * b
    nudged = product + np.where(product >= 0, 1 << 30, 1 - (1 << 30))
    high = np.sign(nudged) * (np.abs(nudged) >> 31)
    return np.minimum(high, INT32_MAX)


def rounding_shift(x: Int, exponent: Int | int) -> Int:
    """x / 2^exponent, rounded to nearest, ties away from zero; exponent >= 0."""
    exponent = np.asarray(exponent, np.int64)
    mask = (np.int64(1) << exponent) - 1
    threshold = (mask >> 1) + (x < 0)
    return (x >> exponent) + ((x & mask) > threshold)


def requantize(acc: Array, multiplier: Int | int, shift: Int | int) -> Int:
    """TFLM's MultiplyByQuantizedMultiplier: two roundings; broadcasts over the last axis."""
    shift = np.asarray(shift, np.int64)
    shifted = wrap32(acc.astype(np.int64) << np.maximum(shift, 0))
    return rounding_shift(rounding_high_mul(shifted, multiplier), np.maximum(-shift, 0))


def reduced(multiplier: Int, shift: Int) -> tuple[Int, Int]:
    """A multiplier of 16 bits and the right shift with it, for sums of 64 bits; shift < 15."""
    short = np.where(multiplier < 0x7FFF0000, (multiplier + (1 << 15)) >> 16, 0x7FFF)
    return short, 15 - np.asarray(shift, np.int64)


def requantize_wide(acc: Int, multiplier: Int, shift: Int) -> Int:
    """TFLM's MultiplyByQuantizedMultiplier of 64 bits, which products wrap to; broadcasts over the
    last axis."""
    short, right = reduced(multiplier, shift)
    with np.errstate(over="ignore"):
        return wrap32((acc * short + (np.int64(1) << (right - 1))) >> right)


@cache
def bounds(dtype: str) -> tuple[int, int]:
    """Smallest and largest value of an integer type."""
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)
