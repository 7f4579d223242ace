"""The loops that walk broadcast operands, against NumPy's broadcasting."""

from itertools import product
from math import prod

import numpy as np
import pytest

from helia_aot.kernels.broadcast import broadcast_shape, loops


def test_shapes_that_do_not_fit() -> None:
    assert broadcast_shape((2, 3), (2,)) is None
    assert broadcast_shape((2, 1), (3,)) == (2, 3)
    assert broadcast_shape((), (0, 4)) == (0, 4)


@pytest.mark.parametrize(
    ("a", "b", "count"),
    [
        ((2, 3, 4), (2, 3, 4), 1),
        ((2, 3, 4), (1,), 1),
        ((2, 3, 4), (4,), 2),
        ((2, 3, 1, 1), (3, 4, 5), 3),
        ((1, 1), (1,), 1),
    ],
)
def test_neighbours_that_move_evenly_are_one_loop(
    a: tuple[int, ...], b: tuple[int, ...], count: int
) -> None:
    stretched = broadcast_shape(a, b)
    assert stretched is not None
    assert len(loops(stretched, a, b).sizes) == count


@pytest.mark.parametrize(
    "shapes", list(product([(2, 1, 3, 1), (1, 4, 1, 5), (4, 3, 1), (5,)], repeat=2))
)
def test_loops_visit_what_numpy_broadcasts(
    shapes: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    a, b = (np.arange(prod(s)).reshape(s) for s in shapes)
    stretched = np.broadcast_shapes(*shapes)
    walk = loops(stretched, *shapes)
    places = np.stack(np.meshgrid(*map(np.arange, walk.sizes), indexing="ij"), -1)
    for array, strides in zip((a, b), walk.strides, strict=True):
        visited = (places.reshape(-1, len(walk.sizes)) * strides).sum(-1)
        assert visited.tolist() == np.broadcast_to(array, stretched).reshape(-1).tolist()
