"""The certified forms against the reference's two roundings, around every step and at the ends."""

import numpy as np
import pytest

from helia_aot.kernels.certify import (
    Linear,
    Requantization,
    Rounded,
    certify_linear,
    certify_rounded,
    requantize,
)
from helia_aot.kernels.epilogue import LINEAR_2, epilogue
from helia_aot.kernels.layer import Layer
from tests.unit.kernels_dsp import reference

Ints = reference.Ints


def channels(
    rng: np.random.Generator, count: int, zero: int, low: int, high: int
) -> Requantization:
    """Scales from one half down to those that the reference flushes, some with tiny ranges."""
    multiplier = rng.integers(1 << 30, 1 << 31, count).astype(np.int64)
    shift = -rng.integers(1, 32, count).astype(np.int64)
    flushed = rng.integers(10, size=count) == 0
    multiplier[flushed], shift[flushed] = 0, 0
    width = (np.exp2(rng.uniform(1, 20, count))).astype(np.int64)
    middle = rng.integers(-(1 << 20), 1 << 20, count)
    return Requantization(multiplier, shift, zero, low, high, middle - width, middle + width)


def formula(acc: Ints, rq: Requantization, channel: int) -> Ints:
    one = np.ones(1, np.int64)
    return reference.requantize(
        acc, rq.multiplier[channel] * one, rq.shift[channel] * one, rq.zero_point, rq.low, rq.high
    )


def probes(rq: Requantization, channel: int, rng: np.random.Generator) -> Ints:
    """Both sides of every step, found by bisection, the ends of the range, random numbers."""
    first, last = int(rq.least[channel]), int(rq.most[channel])
    found = {first, last, *(int(v) for v in rng.integers(first, last + 1, 50))}
    low, high = (int(formula(np.array([v]), rq, channel)[0]) for v in (first, last))
    for level in range(low + 1, high + 1):
        below, above = first, last
        while above - below > 1:
            middle = (below + above) // 2
            reached = int(formula(np.array([middle]), rq, channel)[0]) >= level
            below, above = (below, middle) if reached else (middle, above)
        found |= {below, above}
    return np.array(sorted(found), np.int64)


def wrapped(x: Ints) -> Ints:
    assert np.all((x >= -(1 << 31)) & (x < 1 << 31)), "a 32-bit value overflows"
    return x


def by_line(acc: Ints, line: Linear, rq: Requantization, channel: int, factor: int) -> Ints:
    scaled = wrapped(factor * (acc + line.offset[channel]))
    high = wrapped(((scaled * line.multiplier[channel]) >> 32) + line.addend[channel])
    shift = line.shift + (8 if factor == 256 else 0)
    return np.clip(np.clip(high >> shift, -128, 127), rq.low, rq.high)


def by_rounding(acc: Ints, form: Rounded, rq: Requantization, channel: int) -> Ints:
    moved = wrapped(2 * (acc + form.offset[channel]))
    high = (moved * form.multiplier[channel] + (1 << 31)) >> 32
    value = wrapped(high + form.addend[channel] + (moved >> 31))
    return np.clip(np.clip(value >> form.shift[channel], -128, 127), rq.low, rq.high)


@pytest.mark.parametrize("factor", [1, 256])
@pytest.mark.parametrize("shift", [1, 2, 4])
def test_a_certified_line_is_the_reference(factor: int, shift: int) -> None:
    rng = np.random.default_rng(factor + shift)
    solved = 0
    for zero, low, high in ((-128, -128, 127), (-10, -10, 127), (-128, -128, 60), (5, -128, 127)):
        rq = channels(rng, 40, zero, low, high)
        for channel in range(40):
            one = single(rq, channel)
            line = certify_linear(one, np.array([factor]), shift)
            if line is None:
                continue
            solved += 1
            acc = probes(one, 0, rng)
            assert np.array_equal(by_line(acc, line, one, 0, factor), formula(acc, one, 0))
    assert solved > 40


def test_a_certified_rounding_is_the_reference() -> None:
    rng = np.random.default_rng(7)
    solved = 0
    for zero, low, high in ((-128, -128, 127), (30, -128, 127), (0, 0, 90)):
        rq = channels(rng, 60, zero, low, high)
        for channel in range(60):
            one = single(rq, channel)
            form = certify_rounded(one, np.ones(1, np.int64))
            if form is None:
                continue
            solved += 1
            acc = probes(one, 0, rng)
            assert np.array_equal(by_rounding(acc, form, one, 0), formula(acc, one, 0))
    assert solved > 100


def test_the_solver_s_own_reference_is_the_formula() -> None:
    rng = np.random.default_rng(8)
    acc = rng.integers(-(1 << 24), 1 << 24, (64, 200))
    multiplier = rng.integers(1 << 30, 1 << 31, 64)
    shift = rng.integers(-31, 4, 64)
    want = reference.requantize(acc.T, multiplier, shift, 3, -128, 127).T
    assert np.array_equal(requantize(acc, multiplier, shift, 3, -128, 127), want)


def single(rq: Requantization, channel: int) -> Requantization:
    """One channel alone."""
    row = slice(channel, channel + 1)
    arrays = (rq.multiplier[row], rq.shift[row])
    return Requantization(*arrays, rq.zero_point, rq.low, rq.high, rq.least[row], rq.most[row])


@pytest.mark.parametrize("bias", [(1 << 30) - 1, 1 << 30])
def test_a_left_shift_that_wraps_has_no_proof(bias: int) -> None:
    """The reference shifts in 32 bits: beyond them its steps do not rise one after the other."""
    layer = Layer(
        np.zeros((1, 4), np.int8),
        np.array([bias]),
        np.array([1 << 30]),
        np.array([1]),
        input_zero=0,
        output_zero=0,
    )
    found = epilogue(layer, np.ones(1, np.int64), (LINEAR_2,))
    assert (found is None) == (bias << 1 >= 1 << 31)


@pytest.mark.parametrize("factor", [1, 256])
def test_powers_of_two_are_lines(factor: int) -> None:
    """Shifts alone take no form of their own: with a clamp at the zero point a line is as cheap."""
    shift = -np.arange(3, 12, dtype=np.int64)
    multiplier = np.full(len(shift), 1 << 30, np.int64)
    reach = np.full(len(shift), 1 << 14, np.int64)
    rq = Requantization(multiplier, shift, -128, -128, 127, -reach, reach)
    line = certify_linear(rq, np.full(len(shift), factor, np.int64), 2)
    assert line is not None


def bounded(bias: int, low: int, high: int, zero: int = 0) -> Layer:
    """One channel whose outputs are (8 * x + bias) / 16: from -64 to 64 without bias."""
    one = np.ones(1, np.int64)
    weights = np.full((1, 1), 8, np.int8)
    return Layer(weights, bias * one, (1 << 30) * one, -3 * one, 0, zero, low, high)


@pytest.mark.parametrize(
    ("layer", "low", "high"),
    [
        (bounded(0, -100, 100), -128, 127),
        (bounded(0, -64, 64), -64, 64),
        (bounded(0, 0, 100), 0, 127),
        (bounded(0, -100, 50), -128, 50),
        (bounded(2000, 0, 127), -128, 127),
        (bounded(2000, 60, 127), -128, 127),
        (bounded(2000, 61, 127), 61, 127),
        (bounded(0, -70, 100, zero=-20), -70, 127),
    ],
)
def test_a_bound_that_no_input_reaches_is_none(layer: Layer, low: int, high: int) -> None:
    found = layer.without_idle_clamp()
    assert (found.low, found.high) == (low, high)
    x = np.arange(-128, 128, dtype=np.int64)[None, :] * 8 + layer.bias[:, None]
    assert np.array_equal(layer.requantization().at(x), found.requantization().at(x))


def test_a_layer_that_wraps_keeps_its_bounds() -> None:
    layer = bounded(1 << 28, -100, 100)._replace(shift=np.full(1, 8, np.int64))
    assert layer.without_idle_clamp() == layer
