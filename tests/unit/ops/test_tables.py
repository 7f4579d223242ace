"""LOGISTIC, RELU and RELU6: every input of int8, against the oracles and in C."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.model_builder import ModelBuilder
from tests.unit.ops.backends import assert_same, compiled, evaluated, litert, tflm

EVERY_INPUT = np.arange(-128, 128).astype(np.int8)


def quantization(rng: np.random.Generator) -> dict[str, Any]:
    return {"scale": float(np.exp2(rng.uniform(-9, 1))), "zero_point": int(rng.integers(-128, 128))}


def model(code: str, alike: bool = False, count: int = 24) -> bytes:
    m, rng = ModelBuilder(), np.random.default_rng(6)
    for i in range(count):
        x, y = quantization(rng), quantization(rng)
        if code == "LOGISTIC":
            x["scale"] = 2.0 ** (i - 18.4)
            y.update(scale=1 / 256, zero_point=-128)
        tensor = m.input((256,), **x)
        result = m.tensor((256,), **(x if alike else y))
        m.operator(code, [tensor], [result])
        m.output(result)
    return m.build()


@pytest.mark.parametrize("code", ["LOGISTIC", "RELU", "RELU6"])
def test_every_input(code: str, tmp_path: Path) -> None:
    data = model(code)
    inputs = [EVERY_INPUT] * 24
    want = tflm(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")


@pytest.mark.parametrize("code", ["RELU", "RELU6"])
def test_litert_agrees_where_input_and_output_are_quantized_alike(code: str) -> None:
    data = model(code, alike=True)
    inputs = [EVERY_INPUT] * 24
    assert_same(litert(data, inputs), evaluated(data, inputs), "evaluate")
