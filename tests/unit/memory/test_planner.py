"""Plans are valid, deterministic and as small as they claim."""

import random

import pytest

from helia_aot.memory.planner import Buffer, plan


def overlapping(buffers: list[Buffer], offsets: tuple[int, ...]) -> list[tuple[int, int]]:
    def conflict(i: int, j: int) -> bool:
        a, b = buffers[i], buffers[j]
        together = a.first <= b.last and b.first <= a.last
        x, y = offsets[i], offsets[j]
        return together and x < y + b.size and y < x + a.size

    count = len(buffers)
    return [(i, j) for i in range(count) for j in range(i) if conflict(i, j)]


@pytest.mark.parametrize("seed", range(20))
def test_no_two_live_buffers_overlap(seed: int) -> None:
    rng = random.Random(seed)
    buffers = [
        Buffer(first := rng.randrange(40), first + rng.randrange(8), rng.randrange(1, 500))
        for _ in range(60)
    ]
    result = plan(buffers)
    assert overlapping(buffers, result.offsets) == []
    assert all(offset % 16 == 0 for offset in result.offsets)
    assert result.lower_bound <= result.peak
    assert result == plan(buffers)


def test_a_chain_reaches_the_bound() -> None:
    chain = [Buffer(i, i + 1, 64 * (1 + i % 3)) for i in range(30)]
    result = plan(chain)
    assert result.peak == result.lower_bound


def test_nothing_needs_nothing() -> None:
    assert plan([]).peak == 0
