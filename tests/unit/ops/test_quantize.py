"""QUANTIZE and DEQUANTIZE: reference semantics against the oracles, generated C against them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helia_aot.ir.ops.quantize import PAIRS, TABLE_PAYS
from helia_aot.ir.quantize import bounds
from tests.model_builder import ModelBuilder
from tests.unit.ops.backends import (
    Array,
    assert_same,
    compiled,
    evaluated,
    litert,
    random_inputs,
    tflm,
)

TFLM_PAIRS = tuple((a, b) for a, bs in PAIRS.items() for b in bs if (a, b) != ("float32", "uint8"))


def quantization(rng: np.random.Generator, kind: str) -> dict[str, Any]:
    if kind == "float32":
        return {}
    low, high = bounds("int8" if kind == "int32" else kind)
    wide = 20 if kind == "int32" else 0
    return {
        "scale": float(np.exp2(rng.uniform(-9 - wide, 1 - wide))),
        "zero_point": int(rng.integers(low, high, endpoint=True)),
    }


def model(code: str, pairs: tuple[tuple[str, str], ...], times: int = 3) -> bytes:
    m, rng = ModelBuilder(), np.random.default_rng(4)
    for source, target in pairs * times:
        for size in (37, TABLE_PAYS):
            x = m.input((size,), source.upper(), **quantization(rng, source))
            y = m.tensor((size,), target.upper(), **quantization(rng, target))
            m.operator(code, [x], [y])
            m.output(y)
    return m.build()


@pytest.mark.parametrize("optimize", ["balanced", "size"])
def test_quantize(optimize: str, tmp_path: Path) -> None:
    data = model("QUANTIZE", TFLM_PAIRS)
    inputs = random_inputs(data)
    want = tflm(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path, optimize), "C")


def test_float_to_uint8_is_litert_s(tmp_path: Path) -> None:
    data = model("QUANTIZE", (("float32", "uint8"),))
    inputs = random_inputs(data)
    want = litert(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")


def reals(targets: dict[str, int], values: Array, scale: float = 1.0) -> tuple[bytes, list[Array]]:
    """One QUANTIZE of the same values to every type, with its zero point."""
    m = ModelBuilder()
    for target, zero_point in targets.items():
        x = m.input(values.shape, "FLOAT32")
        y = m.tensor(values.shape, target.upper(), scale=scale, zero_point=zero_point)
        m.operator("QUANTIZE", [x], [y])
        m.output(y)
    return m.build(), [values] * len(targets)


def test_ties_round_away_from_zero(tmp_path: Path) -> None:
    half_steps = (np.arange(-700, 700) * 0.5 * np.float32(0.3)).astype(np.float32)
    near = [np.nextafter(half_steps, np.float32(to)) for to in (-np.inf, np.inf)]
    data, inputs = reals({"int8": -3, "int16": 0}, np.concatenate([half_steps, *near]), 0.3)
    want = tflm(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")


def test_what_is_no_number_of_the_type_saturates(tmp_path: Path) -> None:
    values = np.array([np.inf, -np.inf, np.nan, 1e30, -1e30, -0.0, 1e-45], np.float32)
    data, inputs = reals({"int8": -3, "uint8": 200, "int16": 77}, values)
    want = [
        np.array([127, -128, -3, 127, -128, -3, -3], np.int8),
        np.array([255, 0, 200, 255, 0, 200, 200], np.uint8),
        np.array([32767, -32768, 77, 32767, -32768, 77, 77], np.int16),
    ]
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")


def test_dequantize(tmp_path: Path) -> None:
    pairs = tuple((kind, "float32") for kind in ("int8", "int16", "uint8"))
    data = model("DEQUANTIZE", pairs, 5)
    inputs = random_inputs(data)
    want = tflm(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")


def test_dequantize_per_channel_is_litert_s() -> None:
    """A constant is folded, so there is no run: the value of the output is the answer."""
    rng = np.random.default_rng(5)
    m = ModelBuilder()
    for axis in range(3):
        w = rng.integers(-128, 128, (3, 4, 5)).astype(np.int8)
        c = m.constant(w, scale=rng.uniform(0.01, 1, 3 + axis), dimension=axis)
        y = m.tensor(w.shape, "FLOAT32")
        m.operator("DEQUANTIZE", [c], [y])
        m.output(y)
    data = m.build()
    assert_same(litert(data, []), evaluated(data, []), "evaluate")
