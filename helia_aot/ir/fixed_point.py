"""Transcendental functions in fixed point, as gemmlowp computes them: what TFLM's SOFTMAX, LOGISTIC
and TANH rest on.

Works on int64 arrays of raw int32 values. Q0 is a number in [-1, 1) with 31 fractional bits, Q(n)
one with n integer bits. Source of the arithmetic: gemmlowp's fixedpoint.h. Knows no operator.
"""

import numpy as np

from helia_aot.ir.quantize import INT32_MAX, INT32_MIN, rounding_high_mul, rounding_shift
from helia_aot.ir.types import Int

ONE = INT32_MAX
"""1.0 in Q0, as near as it gets."""

_EXP_MINUS_EIGHTH = 1895147668
_ONE_THIRD = 715827883
_EXP_MINUS_POWERS = (1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242)
"""exp(-2^k) in Q0 for k = -2, -1, ... 4."""

_48_OVER_17 = 1515870810
_32_OVER_17 = 1010580540


def saturating_shift_left(x: Int, exponent: int) -> Int:
    """x * 2^exponent, saturated to int32; gemmlowp saturates one early below."""
    threshold = (1 << (31 - exponent)) - 1
    low = np.where(x < -threshold, INT32_MIN, x << exponent)
    return np.where(x > threshold, INT32_MAX, low)


def exp_on_negative(x: Int, integer_bits: int) -> Int:
    """exp(x) in Q0 for x <= 0 in Q(`integer_bits`), at most 5."""
    quarter = 1 << (29 - integer_bits)
    rest = (x & (quarter - 1)) - quarter
    result = _exp_on_quarter(saturating_shift_left(rest, integer_bits))
    whole = rest - x
    for exponent, factor in zip(range(-2, integer_bits), _EXP_MINUS_POWERS, strict=False):
        bit = 1 << (31 - integer_bits + exponent)
        result = np.where(whole & bit, rounding_high_mul(result, factor), result)
    return np.where(x == 0, ONE, result)


def _exp_on_quarter(x: Int) -> Int:
    """exp(x) in Q0 for x in [-1/4, 0) in Q0: a Taylor polynomial around -1/8."""
    x = x + (1 << 28)
    x2 = rounding_high_mul(x, x)
    x3 = rounding_high_mul(x2, x)
    x4 = rounding_high_mul(x2, x2)
    cubic = rounding_high_mul(rounding_shift(x4, 2) + x3, _ONE_THIRD)
    polynomial = x + rounding_shift(cubic + x2, 1)
    return _EXP_MINUS_EIGHTH + rounding_high_mul(polynomial, _EXP_MINUS_EIGHTH)


def reciprocal_of_one_plus(x: Int) -> Int:
    """1 / (1 + x) in Q0 for x in [0, 1) in Q0, by three Newton-Raphson steps."""
    half = (x + ONE + 1) >> 1
    y = _48_OVER_17 - rounding_high_mul(half, _32_OVER_17)
    for _ in range(3):
        error = (1 << 29) - rounding_high_mul(half, y)
        y = y + saturating_shift_left(rounding_high_mul(y, error), 2)
    return saturating_shift_left(y, 1)


def logistic(x: Int, integer_bits: int) -> Int:
    """1 / (1 + exp(-x)) in Q0 for x in Q(`integer_bits`)."""
    positive = reciprocal_of_one_plus(exp_on_negative(-np.abs(x), integer_bits))
    return np.where(x == 0, 1 << 30, np.where(x > 0, positive, ONE - positive))
