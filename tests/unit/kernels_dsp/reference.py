"""What the reference computes, in numpy, by the formulas alone: no code of the compiler is used."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def high_mul(a: Ints, b: Ints) -> Ints:
    """SaturatingRoundingDoublingHighMul by its definition: truncation of a nudged product."""
    product = a * b
    nudged = product + np.where(product >= 0, 1 << 30, 1 - (1 << 30))
    return np.sign(nudged) * (np.abs(nudged) >> 31)


def divide(x: Ints, exponent: Ints) -> Ints:
    """RoundingDivideByPOT."""
    mask = (np.int64(1) << exponent) - 1
    return (x >> exponent) + ((x & mask) > (mask >> 1) + (x < 0))


def requantize(acc: Ints, multiplier: Ints, shift: Ints, zero: int, low: int, high: int) -> Ints:
    """Channels are on the last axis."""
    left, right = np.maximum(shift, 0), np.maximum(-shift, 0)
    scaled = divide(high_mul(acc << left, multiplier), right)
    return np.clip(scaled + zero, low, high)


def conv(
    x: Ints, weights: Ints, out: tuple[int, int], stride: tuple[int, int],
    dilation: tuple[int, int], pad: tuple[int, int], zero: int,
) -> Ints:  # fmt: skip
    """Sums of NHWC `x` with OHWI weights; pads above and to the left."""
    (n, h, w, _), (o, kh, kw, _) = x.shape, weights.shape
    need = [(out[i] - 1) * stride[i] + (k - 1) * dilation[i] + 1 for i, k in enumerate((kh, kw))]
    wide = np.zeros((n, max(need[0], h + pad[0]), max(need[1], w + pad[1]), x.shape[3]), np.int64)
    wide[:, pad[0] : pad[0] + h, pad[1] : pad[1] + w] = x - zero
    acc = np.zeros((n, *out, o), np.int64)
    for i in range(kh):
        for j in range(kw):
            y0, x0 = i * dilation[0], j * dilation[1]
            rows = slice(y0, y0 + (out[0] - 1) * stride[0] + 1, stride[0])
            columns = slice(x0, x0 + (out[1] - 1) * stride[1] + 1, stride[1])
            acc += np.einsum("nhwc,oc->nhwo", wide[:, rows, columns], weights[:, i, j])
    return acc


def depthwise(
    x: Ints, weights: Ints, out: tuple[int, int], stride: tuple[int, int],
    dilation: tuple[int, int], pad: tuple[int, int], zero: int,
) -> Ints:  # fmt: skip
    """Sums of NHWC `x` with HWO weights, O a multiple of C."""
    multiplier = weights.shape[2] // x.shape[3]
    parts = [
        conv(x[..., c // multiplier, None], weights[..., c].reshape(1, *weights.shape[:2], 1), out,
             stride, dilation, pad, zero)
        for c in range(weights.shape[2])
    ]  # fmt: skip
    return np.concatenate(parts, -1)
