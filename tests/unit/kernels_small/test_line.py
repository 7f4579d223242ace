"""Functions of one byte as lines: what is found, and that it is right by other means."""

import numpy as np

from helia_aot.ir.quantize import multiplier_shift
from helia_aot.kernels.line import certify
from tests.unit.kernels_mve import reference

X = np.arange(-128, 128, dtype=np.int64)
ONE = np.ones(1, np.int64)


def in_order_of_bytes(y: reference.Ints) -> reference.Bytes:
    return np.roll(y, 128).astype(np.int8)


def requantized(rng: np.random.Generator, real: float) -> reference.Ints:
    """QUANTIZE from int8 to int8, by the formula."""
    multiplier, shift = multiplier_shift(real)
    zeros = rng.integers(-128, 128, 2)
    y = reference.finish(X - zeros[0], multiplier * ONE, shift * ONE, int(zeros[1]), -128, 127)
    return y.astype(np.int64)


def by_hand(multiplier: int, addend: int) -> reference.Ints:
    """As the kernel computes it, in 32 bits."""
    sums = X * multiplier + addend
    assert np.all(np.abs(sums) < 1 << 31)
    return np.clip(np.floor_divide(sums, 1 << 21), -128, 127)


def test_a_line_is_the_function_on_every_byte() -> None:
    rng = np.random.default_rng(3)
    found = 0
    for _ in range(200):
        y = requantized(rng, float(np.exp(rng.uniform(-2, 1.3))))
        line = certify(in_order_of_bytes(y))
        if line is not None:
            found += 1
            assert np.array_equal(by_hand(line.multiplier, line.addend), y)
    assert found >= 100


def test_every_line_is_found() -> None:
    """The search is no heuristic: what is a line has one, rising, falling or flat."""
    rng = np.random.default_rng(4)
    for _ in range(200):
        multiplier = int(rng.integers(-(1 << 22), 1 << 22))
        y = by_hand(multiplier, int(rng.integers(-(1 << 28), 1 << 28)))
        assert certify(in_order_of_bytes(y)) is not None


def test_what_is_no_line_has_none() -> None:
    bent = np.where(X < 0, 0, X)
    steep = np.where(X < 0, -128, 127)
    assert certify(in_order_of_bytes(bent)) is None
    assert certify(in_order_of_bytes(steep)) is None
