"""MEAN: every set of axes, against both oracles and in C."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tests.model_builder import ModelBuilder
from tests.unit.ops.backends import assert_same, compiled, evaluated, litert, random_inputs, tflm

LARGE: tuple[tuple[Sequence[int], Sequence[int]], ...] = (
    ((1, 7, 7, 1280), (1, 2)),
    ((1, 48, 48, 32), (2, 1)),
    ((64, 1000), (1,)),
    ((100, 100, 3), (0, 1)),
    ((5, 6), (1, 1, -1)),
)


def mean(
    m: ModelBuilder, rng: np.random.Generator, dims: Sequence[int], axes: Sequence[int], keep: bool
) -> None:
    scales = np.exp2(rng.uniform(-9, 1, 2)).tolist()
    zeros = rng.integers(-128, 128, 2).tolist()
    x = m.input(dims, scale=scales[0], zero_point=zeros[0])
    axis = m.constant(np.array(axes, np.int32))
    reduced = {a % len(dims) for a in axes}
    left = [1 if i in reduced else n for i, n in enumerate(dims) if keep or i not in reduced]
    y = m.tensor(left, scale=scales[1], zero_point=zeros[1])
    m.operator("MEAN", [x, axis], [y], keep_dims=keep)
    m.output(y)


def every_set(rng: np.random.Generator, rank: int) -> Iterator[list[int]]:
    """Every set of axes, some of them counted from the end."""
    for count in range(1, rank + 1):
        for axes in combinations(range(rank), count):
            yield [int(a) - rank * int(rng.integers(2)) for a in axes]


@pytest.mark.parametrize("rank", range(1, 7))
def test_every_set_of_axes(rank: int, tmp_path: Path) -> None:
    m, rng = ModelBuilder(), np.random.default_rng(rank)
    for axes in every_set(rng, rank):
        for keep in (False, True):
            mean(m, rng, rng.integers(1, 5, rank).tolist(), axes, keep)
    data = m.build()
    inputs = random_inputs(data)
    want = tflm(data, inputs)
    assert_same(want, litert(data, inputs), "LiteRT")
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")


def test_many_elements(tmp_path: Path) -> None:
    m, rng = ModelBuilder(), np.random.default_rng(7)
    for dims, axes in LARGE:
        mean(m, rng, dims, axes, False)
    data = m.build()
    inputs = random_inputs(data)
    want = tflm(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")
