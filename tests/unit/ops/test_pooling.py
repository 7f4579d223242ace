"""AVERAGE_POOL_2D and MAX_POOL_2D: reference semantics against TFLM, generated C against both."""

from pathlib import Path

import pytest

from tests.unit.ops.backends import assert_same, compiled, evaluated, random_inputs, tflm
from tests.unit.ops.layers import ACTIVATIONS, Layers


@pytest.mark.parametrize("code", ["AVERAGE_POOL_2D", "MAX_POOL_2D"])
def test_agrees(code: str, tmp_path: Path) -> None:
    """Overlapping, disjoint, spaced and global windows; even sizes make ties; every activation."""
    layers = Layers()
    layers.pool(code, (2, 7, 5, 3), (3, 3), (2, 2), "SAME")
    layers.pool(code, (1, 8, 8, 17), (2, 2), (2, 2))
    layers.pool(code, (1, 9, 6, 1), (2, 3), (4, 5), "SAME")
    layers.pool(code, (1, 9, 6, 2), (2, 3), (3, 4))
    layers.pool(code, (3, 5, 25, 4), (5, 25))
    layers.pool(code, (1, 3, 3, 2), (5, 4), (1, 1), "SAME")
    layers.pool(code, (1, 1, 12, 2), (1, 4), (1, 4))
    for activation in ACTIVATIONS:
        layers.pool(code, (1, 6, 6, 5), (2, 2), (1, 1), "SAME", activation)
    data = layers.build()
    inputs = random_inputs(data)
    want = tflm(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "generated C")
