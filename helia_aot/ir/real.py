"""float32 arithmetic as kernels do it, operation by operation: nothing is contracted or reordered,
so host and device give the same bits. Knows no operator.
"""

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.types import Array

Reals = NDArray[np.float32]

LARGEST = float(np.finfo(np.float32).max)


def clamp_real(x: Array, limits: tuple[float, float]) -> Reals:
    """x between two numbers, NaN as it is. Where there is no activation the limits are the largest
    finite numbers, as in TFLM: an infinite sum becomes one of them."""
    low, high = np.float32(limits[0]), np.float32(limits[1])
    raised = np.where(x < low, low, x)
    return np.where(high < raised, high, raised).astype(np.float32)


_LOG2_E = np.float32(1.44269504)
_ROUND = np.float32(12582912.0)
"""1.5 * 2^23: a number that is added to it and taken off again is rounded to an integer."""
_LN2_HIGH = np.float32(0.693359375)
"""ln 2 to 9 bits: products with whole numbers below 2^15 are exact."""
_LN2_LOW = np.float32(-2.12194440e-4)
_EXP = tuple(map(np.float32, (0.5, 0.16666512, 0.041666187, 0.0083695985, 0.0013951719)))
"""(e^r - 1 - r) / r^2 by powers of r, |r| <= ln 2 / 2: a fit whose error is far below rounding."""
EXP_LARGEST, EXP_LEAST = np.float32(88.72283), np.float32(-103.98)
"""Where the result leaves the floats, and where it is less than half of the smallest."""


def exp(x: Array) -> Reals:
    """e^x as `helia_exp_f32` computes it: within 2 ulp, the smallest floats included."""
    x = x.astype(np.float32)
    with np.errstate(all="ignore"):
        inner = np.where((x < EXP_LEAST) | (x > EXP_LARGEST) | np.isnan(x), np.float32(0), x)
        k = (inner * _LOG2_E + _ROUND) - _ROUND
        r = (inner - k * _LN2_HIGH) - k * _LN2_LOW
        q = _EXP[-1]
        for c in _EXP[-2::-1]:
            q = q * r + c
        y = (q * (r * r) + r) + np.float32(1)
        whole = k.astype(np.int32)
        y = y * _power_of_two(whole >> 1) * _power_of_two(whole - (whole >> 1))
        y = np.where(x < EXP_LEAST, np.float32(0), np.where(x > EXP_LARGEST, np.inf, y))
        return np.where(np.isnan(x), x, y).astype(np.float32)


def _power_of_two(exponent: NDArray[np.int32]) -> Reals:
    return ((exponent + 127) << 23).astype(np.int32).view(np.float32)
