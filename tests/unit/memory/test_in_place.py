"""Plans with contracts are valid, never larger than those without, and say a bound that holds."""

import random

import pytest

from helia_aot.ir.overlap import permits
from helia_aot.memory.in_place import plan_in_place
from helia_aot.memory.planner import Buffer, plan

Reuses = dict[int, dict[int, int]]


def chain(sizes: list[int]) -> tuple[list[Buffer], Reuses]:
    """Each buffer is made from the one before, and may lie where that is."""
    buffers = [Buffer(i, i + 1, size) for i, size in enumerate(sizes)]
    return buffers, {i: {i - 1: 0} for i in range(1, len(sizes))}


def wrong(buffers: list[Buffer], offsets: tuple[int, ...], reuses: Reuses) -> list[tuple[int, int]]:
    """Pairs that share a byte at one time, without a contract."""

    def clash(i: int, j: int) -> bool:
        a, b, x, y = buffers[i], buffers[j], offsets[i], offsets[j]
        together = a.first <= b.last and b.first <= a.last
        allowed = j in reuses and i in reuses[j] and permits(reuses[j][i], y, x)
        return together and x < y + b.size and y < x + a.size and not allowed

    every = range(len(buffers))
    return [(i, j) for j in every for i in every if i != j and clash(i, j) and clash(j, i)]


def test_a_chain_of_one_size_needs_one_buffer() -> None:
    buffers, reuses = chain([100] * 5)
    found = plan_in_place(buffers, reuses)
    assert found.offsets == (0,) * 5
    assert (found.peak, found.lower_bound) == (112, 112)


def test_other_sizes_keep_apart() -> None:
    buffers, reuses = chain([100, 36, 100])
    found = plan_in_place(buffers, reuses)
    assert found.peak == plan(buffers).peak
    assert found.lower_bound == 112, "another planner could put the second within the first"


def test_a_distance_keeps_apart() -> None:
    buffers, _ = chain([100, 100])
    assert plan_in_place(buffers, {1: {0: 1}}).peak == 224


def test_what_is_no_smaller_stays_apart() -> None:
    buffers, reuses = chain([100, 100])
    buffers.append(Buffer(0, 0, 500))
    assert plan_in_place(buffers, reuses).offsets == plan(buffers).offsets


@pytest.mark.parametrize("seed", range(30))
def test_random_programs(seed: int) -> None:
    rng = random.Random(seed)
    buffers, reuses = [Buffer(0, 0, 64)], Reuses()
    for step in range(1, 60):
        buffers[-1] = buffers[-1]._replace(last=max(buffers[-1].last, step))
        buffers.append(Buffer(step, step + rng.randrange(4), rng.choice([64, 64, 100, 512])))
        dying = [i for i, b in enumerate(buffers[:-1]) if b.last == step]
        reuses[step] = {i: rng.choice([0, 0, -4, 16]) for i in dying if rng.random() < 0.7}
    found = plan_in_place(buffers, reuses)
    assert not wrong(buffers, found.offsets, reuses)
    assert found.lower_bound <= found.peak <= plan(buffers).peak
    assert found == plan_in_place(buffers, reuses)
