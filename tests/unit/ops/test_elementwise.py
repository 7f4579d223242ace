"""MUL, MINIMUM and MAXIMUM on int8: against both oracles and in C."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.model_builder import ModelBuilder
from tests.unit.ops.backends import assert_same, compiled, evaluated, litert, random_inputs, tflm
from tests.unit.ops.layers import ACTIVATIONS

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
    ((2, 3, 1, 4), (2, 1, 5, 4)),
    ((2, 3, 4, 5), (1, 3, 1, 5)),
    ((2, 3, 4, 1), (2, 3, 1, 5)),
)
HIGH_RANKS: tuple[tuple[Shape, Shape], ...] = (
    ((2, 1, 3, 1, 2), (1, 4, 1, 5, 1)),
    ((2, 1, 3, 1, 2, 1), (1, 4, 1, 5, 1, 3)),
    ((3, 2), (2, 1, 2, 1, 3, 1)),
)
"""The oracles broadcast up to rank 4 alone."""


def binary(
    m: ModelBuilder, code: str, shapes: tuple[Shape, Shape], quants: Sequence[Any], **options: Any
) -> None:
    a, b = (m.input(s, **q) for s, q in zip(shapes, quants, strict=False))
    y = m.tensor(np.broadcast_shapes(*shapes), **quants[2])
    m.operator(code, [a, b], [y], **options)
    m.output(y)


def muls(m: ModelBuilder, shapes: Sequence[tuple[Shape, Shape]]) -> None:
    rng = np.random.default_rng(1)
    for kind in ACTIVATIONS:
        for pair in shapes:
            low, high = rng.choice([(-9, 1), (-3, 0), (-9, -6)])
            scales, zeros = np.exp2(rng.uniform(low, high, 3)), rng.integers(-128, 128, 3)
            quants = [
                {"scale": float(s), "zero_point": int(z)}
                for s, z in zip(scales, zeros, strict=True)
            ]
            binary(m, "MUL", pair, quants, fused_activation_function=kind)


def comparisons(m: ModelBuilder, shapes: Sequence[tuple[Shape, Shape]]) -> None:
    same = {"scale": 0.1, "zero_point": -5}
    for code in ("MINIMUM", "MAXIMUM"):
        for pair in shapes:
            binary(m, code, pair, (same, same, same))
        binary(m, code, ((3, 4), (3, 4)), (same, {"scale": 0.3, "zero_point": 7}, same))


@pytest.mark.parametrize("fill", [muls, comparisons])
def test_as_the_oracles(fill: Any, tmp_path: Path) -> None:
    m = ModelBuilder()
    fill(m, SHAPES)
    data = m.build()
    inputs = random_inputs(data)
    want = tflm(data, inputs)
    assert_same(want, litert(data, inputs), "LiteRT")
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")


@pytest.mark.parametrize("fill", [muls, comparisons])
def test_high_ranks(fill: Any, tmp_path: Path) -> None:
    m = ModelBuilder()
    fill(m, HIGH_RANKS)
    data = m.build()
    inputs = random_inputs(data)
    assert_same(evaluated(data, inputs), compiled(data, inputs, tmp_path), "C")


def test_operands_that_are_one_constant_or_one_tensor(tmp_path: Path) -> None:
    m = ModelBuilder()
    x = m.input((2, 3), scale=0.1, zero_point=4)
    row = m.constant(np.array([-7, 3, 100], np.int8), scale=0.3, zero_point=-9)
    y, z, w, v = (m.tensor((2, 3), scale=0.1, zero_point=4) for _ in range(4))
    one = m.constant(np.array(17, np.int8), scale=0.1, zero_point=4)
    m.operator("MUL", [x, x], [y])
    m.operator("MUL", [row, y], [z])
    m.operator("MINIMUM", [one, z], [w])
    m.operator("MAXIMUM", [w, row], [v])
    m.output(v)
    data = m.build()
    inputs = random_inputs(data)
    want = tflm(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")
