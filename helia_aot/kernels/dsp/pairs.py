"""Pair-packed weights: the words that convolution and fully connected kernels multiply with.

Two output channels a and b share a word: bytes a0, b0', a1, b1' with b' = b - (a < 0), so that its
halves are the int16 numbers a + 256 b. The sum over the raw halves less the sum over a is 256 times
the sum over b, modulo 2^32: what a sum of b has to stay below is 2^23.

Knows words; which taps a kernel reads is for its own file to say.
"""

import numpy as np
from numpy.typing import NDArray

from helia_aot.kernels.layer import Bytes

Words = NDArray[np.int32]


def fitting(weights: Bytes) -> NDArray[np.bool_]:
    """Of every channel but the last, whether words can hold its weights and those of the next:
    -128 has no room beside a negative."""
    return ~np.any((weights[:-1] < 0) & (weights[1:] == -128), axis=1)


def pack_words(a: Bytes, b: Bytes) -> Words:
    """Weight words of taps x 2 bytes of two channels."""
    low = b.astype(np.int16) - (a < 0)
    words = np.stack([a[:, 0], low[:, 0], a[:, 1], low[:, 1]], 1).astype(np.int8)
    return np.ascontiguousarray(words).view("<i4").ravel().astype(np.int32)


def unpack_words(words: Words) -> tuple[Bytes, Bytes]:
    """The inverse: steps x 2 weights of channels a and b."""
    halves = words.astype("<i4").view(np.int8).reshape(-1, 2, 2)
    a = halves[:, :, 0]
    return a.copy(), (halves[:, :, 1] + (a < 0)).astype(np.int8)


def taken(weights: Bytes, order: NDArray[np.intp]) -> Bytes:
    """Weights in the order of the steps; index -1 reads a zero weight."""
    padded = np.concatenate([weights, np.zeros((weights.shape[0], 1), np.int8)], 1)
    return padded[:, order]


def put_back(steps: Bytes, order: NDArray[np.intp], taps: int) -> Bytes:
    """The inverse of `taken` for one channel."""
    weights = np.zeros(taps, np.int8)
    used = order >= 0
    weights[order[used]] = steps[used]
    return weights
