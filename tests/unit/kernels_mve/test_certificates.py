"""What the compiler proves, checked by other means than it was found."""

import numpy as np
import pytest

from helia_aot.kernels.mve.blocks import ANY, LINEAR_SHIFT, RELU, RIGHT, Requant
from helia_aot.kernels.mve.certify import SHIFT, Table, certify_sum
from helia_aot.kernels.mve.pool import average_pool_accepts
from tests.unit.kernels_mve import reference
from tests.unit.kernels_mve.elementwise_cases import random_sum, reference_add
from tests.unit.kernels_mve.quantization import Numbers, layer_of


def test_sums_agree_on_every_pair() -> None:
    rng = np.random.default_rng(3)
    found = 0
    a, b = np.indices((256, 256), np.int64).reshape(2, -1) - 128
    for _ in range(12):
        s = random_sum(rng)
        plane = certify_sum(Table(s.table(), s.low, s.high), s.ratios())
        if plane is None:
            continue
        found += 1
        line = a * plane.multipliers[0] + b * plane.multipliers[1] + plane.addend
        assert abs(line).max() < 1 << 31
        expected = reference_add(a.astype(np.int8), b.astype(np.int8), s)
        assert np.array_equal((line >> SHIFT).clip(s.low, s.high), expected)
    assert found >= 10


@pytest.mark.parametrize("form", [RIGHT, RELU])
def test_forms_agree_around_every_tie(form: int) -> None:
    """VQRDMULH, then VRSHL with or without the correction, on accumulators around the ties."""
    rng = np.random.default_rng(form)
    q = Numbers(rng).requant(64, 64, form)
    assert q.form() == form
    for m, s in zip(q.multipliers, q.shifts, strict=True):
        period = 2.0 ** (31 - int(s)) / max(int(m), 1)
        near = np.arange(-299.5, 300) * period
        acc = np.add.outer(np.round(near).astype(np.int64), np.arange(-3, 4)).ravel()
        acc = acc[np.abs(acc) < 1 << 31]
        high = (acc * m + (1 << 30)) >> 31
        fixed = high + (high >> 31) if form == RIGHT else high
        moved = (fixed + ((1 << -s) >> 1)) >> -s
        expected = reference.requantize(acc, np.array([m]), np.array([s]))
        got, want = (np.clip(y + q.output_zero, -128, 127) for y in (moved, expected))
        assert np.array_equal(got, want), (m, s)


def test_one_line_serves_every_channel() -> None:
    """Of layers with one multiplier: around every step that one of the channels reaches."""
    rng, found = np.random.default_rng(7), 0
    for _ in range(12):
        q = Numbers(rng).requant(1, 64, RELU)
        q = q._replace(bias=rng.integers(-3000, 3000, 24), shifts=np.repeat(q.shifts, 24))
        q = q._replace(multipliers=np.repeat(q.multipliers, 24))
        layer = layer_of(rng.integers(-128, 128, (24, 64), np.int8), q)
        line = Requant.shared(layer)
        if line is None:
            continue
        found += 1
        assert len({*zip(line.multipliers, line.shifts, line.bias - q.bias, strict=True)}) == 1
        reach = layer.requantization()
        steps = (
            np.arange(-300, 300) * 2.0 ** (31 - int(q.shifts[0])) / max(int(q.multipliers[0]), 1)
        )
        acc = np.add.outer(np.round(steps).astype(np.int64), np.arange(-400, 400)).ravel()
        acc = np.unique(np.append(acc, rng.integers(reach.least.min(), reach.most.max(), 9999)))
        acc = acc[(acc >= reach.least.min()) & (acc <= reach.most.max())]
        high = ((acc + line.bias[0] - q.bias[0]) * line.multipliers[0] * 2 >> 32) + line.shifts[0]
        shift = LINEAR_SHIFT[line.line]
        high = np.clip(high, -(1 << 15), (1 << 15) - 1) + (1 << shift >> 1)
        got = np.clip(high >> shift, q.low, q.high)
        ends = q.output_zero, q.low, q.high
        want = reference.finish(acc, q.multipliers[:1], q.shifts[:1], *ends)
        assert np.array_equal(got, want)
    assert found >= 8


def test_a_shift_of_zero_is_no_shift_to_the_right() -> None:
    rng = np.random.default_rng(0)
    assert Numbers(rng).requant(40, 64, ANY).form() == ANY


def test_means_by_a_reciprocal_are_exact() -> None:
    for n in range(1, 256):
        assert average_pool_accepts(n)
        sums = np.arange(0, 128 * n + 1)
        reciprocal = ((1 << 23) + n - 1) // n
        assert int((sums[-1] + n // 2) * reciprocal) < 1 << 32
        assert np.array_equal(((sums + n // 2) * reciprocal) >> 23, (sums + n // 2) // n)
