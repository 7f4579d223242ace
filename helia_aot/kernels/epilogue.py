"""What follows the products of a layer: its exact requantization, in a form that has a proof.

Knows layers, and no weight words or kernels.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from helia_aot.ir.fields import Value
from helia_aot.ir.types import Array
from helia_aot.kernels.certify import Ints, certify_linear, certify_rounded, linear_is_likely
from helia_aot.kernels.kinds import integers
from helia_aot.kernels.layer import Layer

ROUNDED, LINEAR_1, LINEAR_2, RAW, LINEAR_4 = range(5)
"""The forms of requantization, as `helia_dsp.h` numbers them: a line's form is its shift."""
FORM_NAMES = (
    "two roundings",
    "lines shifted by 1",
    "lines shifted by 2",
    "the arithmetic of the reference",
    "lines shifted by 4",
)


class Epilogue(NamedTuple):
    """What follows the products of every channel: its exact requantization in one form."""

    form: int
    bias: Ints
    """The start of the accumulator, as int32: zero points and the form's offset are folded in."""
    constants: Ints
    """Channels x (multiplier, addend), and the shift where the form is rounded."""

    @property
    def width(self) -> int:
        return self.constants.shape[1]


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


def arrays_of(end: Epilogue) -> dict[str, Array]:
    """An epilogue as the constants of a call that is still to be packed."""
    return {"start": end.bias.astype(np.int32), "requantization": end.constants.astype(np.int32)}


def end_of(constants: Mapping[str, Array], numbers: Mapping[str, Value]) -> Epilogue:
    """The inverse of `arrays_of`."""
    start, requantization = (constants[k].astype(np.int64) for k in ("start", "requantization"))
    return Epilogue(integers(numbers)["form"], start, requantization)
