"""Comparison of arrays: integers exactly, floats by their bound."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from helia_aot.ir.ops.dequantize import DequantizeOp
from helia_aot.verify.bounds import tensor_bounds
from helia_aot.verify.compare import compare
from helia_aot.verify.subject import Array
from tests.model_builder import ModelBuilder
from tests.unit.verify.judged import built, digits


def test_equal_integers() -> None:
    a = np.array([[1, -128]], np.int8)
    found = compare("x", a, [a])
    assert (found.values, found.mismatches, found.max_abs_diff, found.bound) == (2, 0, 0, 0)
    assert found.integer
    assert found.first_case is None


@pytest.mark.parametrize(
    ("dtype", "low", "high", "distance"),
    [
        ("int8", -128, 127, 255),
        ("uint64", 0, 2**64 - 1, 2**64 - 1),
        ("int64", -(2**63), 2**63 - 1, 2**64 - 1),
        ("bool", False, True, 1),
    ],
)
def test_integers_do_not_wrap(dtype: str, low: int, high: int, distance: int) -> None:
    found = compare("x", np.array([[low]], dtype), [np.array([[high]], dtype)])
    assert (found.mismatches, found.max_abs_diff) == (1, distance)


def test_a_value_that_differs_from_two_judges_is_one_mismatch() -> None:
    got = np.array([[1, 2], [3, 4]], np.int8)
    found = compare("x", got, [got, np.array([[1, 2], [3, 9]], np.int8)])
    assert (found.mismatches, found.max_abs_diff, found.first_case) == (1, 5, 1)
    again = compare("x", got, [np.array([[1, 2], [3, 5]], np.int8)] * 2)
    assert again.mismatches == 1


def test_floats_within_their_bound() -> None:
    got, expected = np.array([[1.0, 2.0]], np.float32), np.array([[1.25, 2.5]], np.float32)
    found = compare("x", got, [expected], 0.25)
    assert (found.mismatches, found.max_abs_diff, found.bound) == (1, 0.5, 0.25)
    assert not found.integer


def test_not_a_number_equals_itself_only() -> None:
    got = np.array([[np.nan, np.inf, np.nan]], np.float32)
    found = compare("x", got, [np.array([[np.nan, np.inf, 1.0]], np.float32)], 10.0)
    assert found.mismatches == 1
    assert math.isinf(found.max_abs_diff)
    assert found.to_json()["max_abs_diff"] is None


def test_a_model_of_integers_needs_no_bounds() -> None:
    assert tensor_bounds(digits(), lambda: {}) == {}


def test_bounds_are_stated_by_operators_and_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if DEQUANTIZE were off by a tenth of what it reads: the largest of all cases counts."""

    def float_bound(
        self: DequantizeOp, inputs: Sequence[Array | None], bounds: Sequence[float]
    ) -> float:
        (x,) = inputs
        assert x is not None
        return float(np.abs(x.astype(np.float64)).max()) / 10

    m = ModelBuilder()
    x = m.input((2,), "INT8", scale=1.0)
    y, z = m.tensor((2,), "FLOAT32"), m.tensor((1, 2), "FLOAT32")
    q = m.tensor((1, 2), "INT8", scale=1.0)
    m.operator("DEQUANTIZE", [x], [y])
    m.operator("RESHAPE", [y, m.constant(np.array([1, 2], np.int32))], [z])
    m.operator("QUANTIZE", [z], [q])
    m.output(q)
    values = {x: np.array([[10, -20], [30, 0]], np.int8)}
    assert tensor_bounds(built(m), lambda: values) == {}
    monkeypatch.setattr(DequantizeOp, "states_bound", True)
    monkeypatch.setattr(DequantizeOp, "float_bound", float_bound)
    assert tensor_bounds(built(m), lambda: values) == {y: 3.0, z: 3.0}
