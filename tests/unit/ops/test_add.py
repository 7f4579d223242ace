"""ADD: reference semantics against both oracles, generated C against them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.model_builder import ModelBuilder
from tests.unit.ops.backends import assert_same, compiled, evaluated, litert, random_inputs, tflm

Shape = Sequence[int]

SHAPES: tuple[tuple[Shape, Shape], ...] = (
    ((1, 4, 4, 3), (1, 4, 4, 3)),
    ((7,), (7,)),
    ((2, 3, 4), (4,)),
    ((4,), (2, 3, 4)),
    ((1,), (2, 5)),
    ((2, 5), (1, 1)),
    ((), (3,)),
    ((2, 1, 3), (1, 4, 3)),
    ((3, 1), (1, 5)),
    ((3, 1), (1, 3)),
    ((2, 3, 1, 4), (2, 1, 5, 4)),
    ((2, 3, 4, 5), (1, 3, 1, 5)),
    ((2, 3, 4, 1), (2, 3, 1, 5)),
)
HIGH_RANKS: tuple[tuple[Shape, Shape], ...] = (
    ((2, 1, 3, 1, 2), (1, 4, 1, 5, 1)),
    ((2, 1, 3, 1, 2, 1), (1, 4, 1, 5, 1, 3)),
    ((3, 2), (2, 1, 2, 1, 3, 1)),
    ((2, 2, 2, 2, 2, 2), (2, 2, 2)),
)
"""TFLM broadcasts up to rank 4 alone."""


def add(m: ModelBuilder, rng: np.random.Generator, shapes: tuple[Shape, Shape], kind: str) -> None:
    scales = np.exp2(rng.uniform(-9, 1, 3)).tolist()
    zeros = rng.integers(-126, 127, 3).tolist()
    a, b = (m.input(s, scale=scales[i], zero_point=zeros[i]) for i, s in enumerate(shapes))
    y = m.tensor(np.broadcast_shapes(*shapes), scale=scales[2], zero_point=zeros[2])
    m.operator("ADD", [a, b], [y], fused_activation_function=kind)
    m.output(y)


def model(shapes: Sequence[tuple[Shape, Shape]]) -> bytes:
    m, rng = ModelBuilder(), np.random.default_rng(1)
    for kind in ("NONE", "RELU", "RELU6", "RELU_N1_TO_1"):
        for pair in shapes:
            add(m, rng, pair, kind)
    return m.build()


@pytest.mark.parametrize("shapes", [SHAPES, HIGH_RANKS], ids=["to rank 4", "to rank 6"])
def test_add(shapes: Sequence[tuple[Shape, Shape]], tmp_path: Path) -> None:
    data = model(shapes)
    inputs = random_inputs(data)
    want = litert(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    for cpu in (None, "cortex-m4", "cortex-m55"):
        assert_same(want, compiled(data, inputs, tmp_path / f"{cpu}", cpu=cpu), f"C for {cpu}")
    if shapes is SHAPES:
        assert_same(want, tflm(data, inputs), "TFLM")


def test_operands_that_are_one_constant_or_one_tensor(tmp_path: Path) -> None:
    m = ModelBuilder()
    x = m.input((2, 3), scale=0.1, zero_point=4)
    constant = m.constant(np.array([-7], np.int8), scale=0.3, zero_point=-9)
    y, z = (m.tensor((2, 3), scale=0.25, zero_point=1) for _ in range(2))
    m.operator("ADD", [x, x], [y])
    m.operator("ADD", [constant, y], [z])
    m.output(z)
    data = m.build()
    inputs = random_inputs(data)
    want = tflm(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")
