"""Pairs of channels that fit no word, by their weights or by the size of a sum."""

import numpy as np
import pytest

from helia_aot.kernels.dsp.conv import conv_2d
from helia_aot.kernels.dsp.fully_connected import fully_connected
from helia_aot.kernels.dsp.segments import Segments, in_fours, in_pairs, of_words
from helia_aot.kernels.dsp.shape import ConvShape
from helia_aot.kernels.epilogue import RAW
from helia_aot.kernels.kinds import integers
from helia_aot.kernels.layer import Layer
from tests.unit.kernels_dsp import test_conv, test_fully_connected
from tests.unit.kernels_dsp.harness import Case
from tests.unit.kernels_dsp.random_layers import layer
from tests.unit.kernels_dsp.test_conv import shape_of
from tests.unit.tails import tail


def _unfit(rng: np.random.Generator, channels: int) -> list[int]:
    """Which channels are not to share a word with the next: one, the last, many, or all."""
    match int(rng.integers(4)) if channels > 1 else None:
        case None:
            return []
        case 0:
            return [int(rng.integers(channels - 1))]
        case 1:
            return [channels - 2]
        case 2:
            return [c for c in range(channels - 1) if rng.integers(3) == 0]
        case _:
            return list(range(channels - 1))


def planted(rng: np.random.Generator, what: Layer, unfit: list[int]) -> Layer:
    """The layer with -128 beside a negative weight in every such pair."""
    weights = what.weights.copy()
    taps = rng.integers(0, weights.shape[1], len(unfit)).tolist()
    for c, tap in zip(unfit, taps, strict=True):
        weights[c, tap] = -int(rng.integers(1, 129))
    for c, tap in zip(unfit, taps, strict=True):
        weights[c, tap] = np.minimum(weights[c, tap], -1)
        weights[c + 1, tap] = -128
    return what._replace(weights=weights)


def wide(rng: np.random.Generator, what: Layer, channels: list[int]) -> Layer:
    """The layer with sums of those channels beyond 2^23, if it is deep, and those of others below.

    Scales shrink as the sums grow, so that results still spread.
    """
    taps = what.weights.shape[1]
    weights = rng.integers(-40, 41, what.weights.shape).astype(np.int8)
    weights[channels] = 127 * rng.choice([-1, 1], (len(channels), taps))
    return what._replace(weights=weights, shift=what.shift - 1)


def _layer(rng: np.random.Generator, i: int, channels: int, taps: int) -> Layer:
    what = layer(rng, channels, taps, bool(rng.integers(2)))
    unfit = _unfit(rng, channels)
    if i % 8 == 0:
        return wide(rng, what, [c + 1 for c in unfit])
    return planted(rng, what, unfit)


def conv_cases(count: int, seed: int = 1) -> list[Case]:
    rng = np.random.default_rng(seed)
    found: list[Case] = []
    for i in range(count):
        channels, width = tail(i)
        s = test_conv.random_shape(rng, channels, width)
        if i % 8 == 0:
            s = shape_of(2, width, int(rng.integers(70, 90)), channels, (3, 3))
        what = _layer(rng, i, channels, s.kernel_h * s.kernel_w * s.in_c)
        depthwise = s.in_c == 1 and bool(rng.integers(2))
        found.append(test_conv.case(f"pairs of conv {i} {s}", rng, s, what, depthwise))
    return found


def fully_connected_cases(count: int, seed: int = 1) -> list[Case]:
    rng = np.random.default_rng(seed)
    depths = [1, 7, 8, 9, 16, 31, 64, int(rng.integers(1, 200)), 1500]
    found: list[Case] = []
    for i in range(count):
        depth = int(rng.choice(depths)) if i % 8 else int(rng.integers(560, 1000))
        what = _layer(rng, i, tail(i)[0], depth)
        name = f"pairs of units {i} {what.weights.shape}"
        found.append(test_fully_connected.case(name, rng, int(rng.choice([1, 2])), what))
    return found


def _deep() -> ConvShape:
    return shape_of(3, 3, 70, 12, (3, 3))


def _even(rng: np.random.Generator) -> Layer:
    """Twelve channels of 630 taps, of which all pairs fit."""
    return wide(rng, layer(rng, 12, 630), [])


@pytest.mark.parametrize("unfit", [[], [2], [10], [2, 3], list(range(11))])
def test_a_pair_that_does_not_fit_costs_itself(unfit: list[int]) -> None:
    """One more block for it; the kernel and the form are those of the others."""
    rng = np.random.default_rng(9)
    even = _even(rng)
    whole, matrix = conv_2d(_deep(), even), fully_connected(1, even)
    odd = planted(rng, even, unfit)
    assert whole
    assert matrix
    for call, good, block in (
        (conv_2d(_deep(), odd), whole, 2),
        (fully_connected(1, odd), matrix, 4),
    ):
        assert call is not None
        assert call.helper == good.helper
        assert call.numbers["form"] == good.numbers["form"] != RAW
        alone = 12 if len(unfit) == 11 else len(unfit)
        assert integers(call.numbers)["slots"] <= 12 + block * alone
        assert (call.numbers["segments"] == 1) == (unfit == [])


@pytest.mark.parametrize("channel", [5, 63])
def test_a_wide_sum_is_no_second_of_a_pair(channel: int) -> None:
    """Its channel stands first in a pair or alone; the layer keeps its form."""
    rng = np.random.default_rng(4)
    what = wide(rng, layer(rng, 64, 630), [channel])
    for call in (conv_2d(_deep()._replace(out_c=64), what), fully_connected(1, what)):
        assert call is not None
        assert call.numbers["form"] != RAW
        found = call.constants["segments"]
        assert isinstance(found, np.ndarray)
        assert of_words(found, 64).factor()[channel] == 1


def test_all_sums_wide_are_cut_into_parts() -> None:
    """Twice the work of one certified pass costs more than sums in parts."""
    what = wide(np.random.default_rng(4), layer(np.random.default_rng(4), 12, 900), list(range(12)))
    for call in (conv_2d(shape_of(3, 3, 100, 12, (3, 3)), what), fully_connected(1, what)):
        assert call is not None
        assert call.numbers["form"] == RAW


def written(segments: Segments, block: int) -> list[int]:
    """The slot that each channel keeps, found by writing all of them."""
    kept = [-1] * (segments.channels + block)
    slot = 0
    for first, end in segments.spans:
        assert (end - first) % block == 0
        for c in range(first, end):
            kept[c] = slot
            slot += 1
    return kept[: segments.channels]


@pytest.mark.parametrize("channels", range(1, 18))
def test_every_channel_is_kept_once_and_pairs_fit(channels: int) -> None:
    rng = np.random.default_rng(channels)
    for _ in range(60):
        fits = rng.random(channels - 1) < rng.choice([0.0, 0.3, 0.7, 1.0])
        second = rng.random(channels) < rng.choice([0.5, 1.0])
        for segments, block in ((in_pairs(fits, second), 2), (in_fours(fits), 4)):
            order = segments.order()
            assert [order[i] for i in written(segments, block)] == list(range(channels))
            for a, b in zip(order[::2], order[1::2], strict=True):
                assert a < 0 or b < 0 or (b == a + 1 and fits[a])
            assert of_words(segments.words(), channels) == segments
