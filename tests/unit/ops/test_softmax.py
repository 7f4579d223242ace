"""SOFTMAX: reference semantics against both oracles, both kernels in C against them."""

from math import exp
from pathlib import Path

import numpy as np
import pytest

from helia_aot.ir.quantize import bounds
from tests.model_builder import ModelBuilder
from tests.unit.ops.backends import assert_same, compiled, evaluated, litert, random_inputs, tflm

SHAPES = ((1, 12), (3, 5), (2, 3, 7), (4, 1), (1, 2, 2, 9), (1, 300), (6,), (2, 256))
SCALES = tuple(2.0**e for e in (-24.5, -20, -9, -5, -3, -1, 0, 1))
EDGES = (2.0**-25 * 1.9, 15.9, 16.0, 31.0, 32.0, 40.0, 1e3, 1e9)
"""The smallest scale there is, and those where differences of one leave the exponential's range."""


def model(output: str, scales: tuple[float, ...], beta: float) -> bytes:
    m = ModelBuilder()
    low, high = bounds(output.lower())
    for i, (dims, scale) in enumerate(zip(SHAPES, scales, strict=True)):
        x = m.input(dims, scale=scale, zero_point=30 * i - 128)
        y = m.tensor(dims, output, scale=1 / (high - low + 1), zero_point=low)
        m.operator("SOFTMAX", [x], [y], beta=beta)
        m.output(y)
    return m.build()


@pytest.mark.parametrize("output", ["INT8", "INT16"])
@pytest.mark.parametrize("scales", [SCALES, EDGES], ids=["scales", "edges"])
@pytest.mark.parametrize("beta", [1.0, 1.7])
def test_softmax(output: str, scales: tuple[float, ...], beta: float, tmp_path: Path) -> None:
    data = model(output, scales, beta)
    wide = random_inputs(data)
    for inputs in (wide, [x // 16 for x in wide]):
        want = tflm(data, inputs)
        assert_same(want, evaluated(data, inputs), "evaluate")
        assert_same(want, litert(data, inputs), "LiteRT")
    for optimize in ("speed", "size"):
        assert_same(want, compiled(data, inputs, tmp_path / optimize, optimize), optimize)


def test_rows_beyond_the_oracles(tmp_path: Path) -> None:
    """From 512 equal elements on a quotient is below half a step; TFLM aborts there."""
    m = ModelBuilder()
    x = m.input((2, 4095), scale=0.1, zero_point=0)
    y = m.tensor((2, 4095), scale=1 / 256, zero_point=-128)
    m.operator("SOFTMAX", [x], [y], beta=1.0)
    m.output(y)
    data, inputs = m.build(), [np.full((2, 4095), 3, np.int8)]
    inputs[0][1, 7] = 127
    (got,) = evaluated(data, inputs)
    assert set(got[0]) == {-128}
    assert got[1, 7] == round(256 / (1 + 4094 * exp(-12.4))) - 128
    for optimize in ("speed", "size"):
        assert_same([got], compiled(data, inputs, tmp_path / optimize, optimize), optimize)
