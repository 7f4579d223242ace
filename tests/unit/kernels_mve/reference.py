"""What the kernels have to compute, on numpy arrays and apart from the code that packs for them.

Source of the arithmetic: TFLM's int8 reference kernels with gemmlowp's double rounding.
"""

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.int8]
Ints = NDArray[np.int64]


def wrap(x: Ints) -> Ints:
    return (x + (1 << 31)) % (1 << 32) - (1 << 31)


def requantize(acc: Ints, multiplier: Ints, shift: Ints) -> Ints:
    """Saturating rounding doubling high multiply, then rounding divide by a power of two."""
    product = wrap(wrap(acc) << np.maximum(shift, 0)) * multiplier
    nudge = np.where(product >= 0, 1 << 30, 1 - (1 << 30))
    high: Ints = np.minimum(_truncated(product + nudge), np.int64((1 << 31) - 1))
    right = np.maximum(-shift, 0)
    half = np.where(right > 0, np.int64(1) << np.maximum(right - 1, 0), 0)
    rounded = (np.abs(high) + half) >> right
    return np.where(high < 0, -rounded, rounded)


def _truncated(x: Ints) -> Ints:
    """x / 2^31 towards zero."""
    return np.sign(x) * (np.abs(x) >> 31)


def finish(acc: Ints, multiplier: Ints, shift: Ints, zero: int, low: int, high: int) -> Bytes:
    return np.clip(requantize(acc, multiplier, shift) + zero, low, high).astype(np.int8)


def windows(
    x: Bytes,
    kernel: tuple[int, int],
    output: tuple[int, int],
    stride: tuple[int, int],
    pad: tuple[int, int],
    dilation: tuple[int, int],
    zero: int,
) -> Ints:
    """Batch x output rows x columns x kernel rows x columns x channels, zero points taken off."""
    n, h, w, c = x.shape
    (kh, kw), (oh, ow) = kernel, output
    result = np.zeros((n, oh, ow, kh, kw, c), np.int64)
    for y, z, i, j in np.ndindex(oh, ow, kh, kw):
        row = y * stride[0] - pad[0] + i * dilation[0]
        column = z * stride[1] - pad[1] + j * dilation[1]
        if 0 <= row < h and 0 <= column < w:
            result[:, y, z, i, j] = x[:, row, column].astype(np.int64) - zero
    return result
