"""Pair-packed weights: the words that convolution and fully connected kernels multiply with.

Two output channels a and b share a word: bytes a0, b0', a1, b1' with b' = b - (a < 0), so that its
halves are the int16 numbers a + 256 b. The sum over the raw halves less the sum over a is 256 times
the sum over b, modulo 2^32: what a sum of b has to stay below is 2^23.

Knows words and per-channel constants; which taps a kernel reads is for its own file to say.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.certify import (
    Ints,
    Requantization,
    certify_linear,
    certify_rounded,
    linear_is_likely,
)
from helia_aot.ir.fields import Value
from helia_aot.ir.kernel import KernelHelper
from helia_aot.ir.types import Array

Bytes = NDArray[np.int8]
Words = NDArray[np.int32]

ROUNDED, LINEAR_1, LINEAR_2, RAW, LINEAR_4 = range(5)
"""The forms of requantization, as `helia_dsp.h` numbers them: a line's form is its shift."""
FORM_NAMES = (
    "two roundings",
    "lines shifted by 1",
    "lines shifted by 2",
    "the arithmetic of the reference",
    "lines shifted by 4",
)


@dataclass(frozen=True)
class Epilogue:
    """What follows the products of every channel: its exact requantization in one form."""

    form: int
    bias: Ints
    """The start of the accumulator, as int32: zero points and the form's offset are folded in."""
    constants: Ints
    """Channels x (multiplier, addend), and the shift where the form is rounded."""

    @property
    def width(self) -> int:
        return self.constants.shape[1]


@dataclass(frozen=True)
class Layer:
    """The arithmetic of one layer, whatever its shape."""

    weights: Bytes
    """Output channels x taps."""
    bias: Ints
    multiplier: Ints
    shift: Ints
    input_zero: int
    output_zero: int
    low: int = -128
    high: int = 127

    @property
    def channels(self) -> int:
        return self.weights.shape[0]

    def folded_bias(self) -> Ints:
        return self.bias - self.input_zero * self.weights.astype(np.int64).sum(1)

    def narrow(self) -> NDArray[np.bool_]:
        """The channels of which 256 times any accumulator fits 32 bits; the bias of a channel that
        gives one result alone does not count."""
        rq = self.requantization()
        same = rq.at(rq.least) == rq.at(rq.most)
        reach = np.maximum(np.abs(rq.least), np.abs(rq.most))
        return np.where(same, (rq.most - rq.least) // 2 + 1, reach) < 1 << 23

    def without_idle_clamp(self) -> "Layer":
        """The same without a bound of the clamp that no input reaches, so that no kernel asks."""
        rq = replace(self.requantization(), low=-128, high=127)
        if rq.wraps():
            return self
        low = -128 if rq.at(rq.least).min() > self.low else self.low
        high = 127 if rq.at(rq.most).max() < self.high else self.high
        return replace(self, low=low, high=high)

    def requantization(self) -> Requantization:
        """Every accumulator that an int8 input can give."""
        weights = self.weights.astype(np.int64)
        up, down = np.maximum(weights, 0).sum(1), np.minimum(weights, 0).sum(1)
        least, most = -128 - self.input_zero, 127 - self.input_zero
        return Requantization(
            self.multiplier.astype(np.int64),
            self.shift.astype(np.int64),
            self.output_zero,
            self.low,
            self.high,
            self.bias + up * least + down * most,
            self.bias + up * most + down * least,
        )


def own_kernel(name: str) -> KernelHelper:
    """A kernel of int8 with a layout of its own, which no other provider has."""
    return KernelHelper(name, name, name, "int8_t", "")


def wrap(values: Ints | int) -> Ints:
    """To int32, as the accumulator of the machine does."""
    return (np.asarray(values, np.int64) + (1 << 31)) % (1 << 32) - (1 << 31)


_PROVED: dict[bytes, Epilogue | None] = {}
"""What was found before, by everything that it depends on."""


def epilogue(layer: Layer, factor: Ints, forms: tuple[int, ...]) -> Epilogue | None:
    """The first form that every channel has a proof for; `factor` is 256 for a b channel."""
    digest = blake2b(
        repr((layer.input_zero, layer.output_zero, layer.low, layer.high, forms)).encode()
    )
    for array in (layer.weights, layer.bias, layer.multiplier, layer.shift, factor):
        digest.update(np.ascontiguousarray(array).tobytes())
    key = digest.digest()
    if key not in _PROVED:
        _PROVED[key] = _prove(layer, factor, forms)
    return _PROVED[key]


def _prove(layer: Layer, factor: Ints, forms: tuple[int, ...]) -> Epilogue | None:
    rq = layer.requantization()
    if rq.wraps():
        return None  # the steps of the reference do not rise one after the other
    likely = linear_is_likely(rq)
    for form in forms:
        if form == ROUNDED:
            rounded = certify_rounded(rq, factor)
            if rounded is not None:
                constants = np.stack([rounded.multiplier, rounded.addend, rounded.shift], 1)
                return Epilogue(form, wrap(layer.folded_bias() + rounded.offset), constants)
        elif likely:
            linear = certify_linear(rq, factor, form)
            if linear is not None:
                constants = np.stack([linear.multiplier, linear.addend], 1)
                return Epilogue(form, wrap(layer.folded_bias() + linear.offset), constants)
    return None


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


def arrays_of(end: Epilogue) -> dict[str, Array]:
    """An epilogue as the constants of a call that is still to be packed."""
    return {"start": end.bias.astype(np.int32), "requantization": end.constants.astype(np.int32)}


def integers(numbers: Mapping[str, Value]) -> dict[str, int]:
    return {name: value for name, value in numbers.items() if isinstance(value, int)}


def end_of(constants: Mapping[str, Array], numbers: Mapping[str, Value]) -> Epilogue:
    """The inverse of `arrays_of`."""
    start, requantization = (constants[k].astype(np.int64) for k in ("start", "requantization"))
    return Epilogue(integers(numbers)["form"], start, requantization)
