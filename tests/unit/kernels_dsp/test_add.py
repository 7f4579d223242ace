"""ADD by one certified line: the portable body and the one for the DSP extension."""

import numpy as np

from helia_aot.kernels.dsp.elementwise import add
from helia_aot.kernels.sums import Sum
from tests.unit.kernels_dsp import reference
from tests.unit.kernels_dsp.harness import Case
from tests.unit.kernels_dsp.random_layers import signal
from tests.unit.tails import tail


def multiplier(real: float) -> tuple[int, int]:
    mantissa, shift = np.frexp(real)
    return int(np.floor(float(mantissa) * (1 << 31) + 0.5)), int(shift)


def quantized(rng: np.random.Generator) -> Sum:
    """Scales as residual networks have them."""
    a, b, out = rng.uniform(0.01, 0.1), rng.uniform(0.01, 0.1), rng.uniform(0.02, 0.15)
    twice = 2 * max(a, b)
    inputs = [multiplier(s / twice) for s in (a, b)]
    m, shift = multiplier(twice / ((1 << 20) * out))
    zero = int(rng.choice([-128, int(rng.integers(-128, 128))]))
    low, high = (
        sorted(int(v) for v in rng.integers(-128, 128, 2)) if rng.integers(3) == 0 else (-128, 127)
    )
    zeros = int(rng.integers(-128, 128)), int(rng.integers(-128, 128))
    multipliers, shifts = (inputs[0][0], inputs[1][0]), (inputs[0][1], inputs[1][1])
    return Sum(zeros, multipliers, shifts, zero, m, shift, low, high)


def by_formula(a: reference.Ints, b: reference.Ints, what: Sum) -> reference.Ints:
    total = np.zeros(a.shape, np.int64)
    for x, zero, m, shift in zip((a, b), what.zeros, what.multipliers, what.shifts, strict=True):
        one = np.ones(1, np.int64)
        total += reference.requantize(
            (x - zero) << 20, m * one, shift * one, 0, -(1 << 31), (1 << 31) - 1
        )
    one = np.ones(1, np.int64)
    return reference.requantize(
        total, what.output_multiplier * one, what.output_shift * one, what.output_zero,
        what.low, what.high,
    )  # fmt: skip


def cases(count: int, seed: int = 1) -> list[Case]:
    rng = np.random.default_rng(seed)
    found: list[Case] = []
    for i in range(count):
        channels, width = tail(i)
        what, call = quantized(rng), None
        while call is None:  # a few scales have no line
            what = quantized(rng)
            call = add(channels * width, what)
        a, b = signal(rng, width, channels), signal(rng, width, channels)
        want = by_formula(a.astype(np.int64), b.astype(np.int64), what)
        found.append(Case(f"add {i} of {want.size}", call, (a, b), want.astype(np.int8)))
    return found


def test_nearly_all_quantizations_have_a_line() -> None:
    rng = np.random.default_rng(5)
    calls = [add(8, quantized(rng)) for _ in range(20)]
    assert sum(c is not None for c in calls) >= 18


def test_a_line_equals_the_formula_on_all_pairs() -> None:
    rng = np.random.default_rng(6)
    a, b = (g.ravel() for g in np.mgrid[-128:128, -128:128])
    for _ in range(5):
        what = quantized(rng)
        call = add(8, what)
        if call is None:
            continue
        n = {k: int(v) for k, v in call.numbers.items() if isinstance(v, int)}
        line = (a * n["multiplier1"] + b * n["multiplier2"] + n["addend"]) >> 21
        got = np.clip(np.clip(line, -128, 127), what.low, what.high)
        assert np.array_equal(got, by_formula(a.astype(np.int64), b.astype(np.int64), what))
