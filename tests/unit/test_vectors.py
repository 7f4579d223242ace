"""Single operators cut from real networks, with the activations that really flow there.

Each case whose operator is supported runs as C on the host and as the operator's `evaluate`; the
others skip with the compiler's own reason.
"""

from pathlib import Path

import numpy as np
import pytest

from helia_aot.errors import UnsupportedModelError
from helia_aot.frontend.litert.graph import import_model
from helia_aot.ir.evaluate import evaluate
from tests.host import Array, HostModule
from tests.paths import SHARED

DIRECTORY = SHARED / "vectors" / "ops"
CASES = sorted(p.stem for p in DIRECTORY.glob("*.tflite"))


def golden(case: str) -> tuple[list[Array], list[Array]]:
    """Inputs and expected outputs: TFLM's where it has the operator, else LiteRT's."""
    with np.load(DIRECTORY / f"{case}.npz") as arrays:
        names = sorted(arrays.files)
        inputs = [arrays[n] for n in names if n.startswith("in")]
        oracle = "tflm" if any(n.startswith("tflm") for n in names) else "ref"
        return inputs, [arrays[n] for n in names if n.startswith(oracle)]


def test_there_are_cases_or_a_reason() -> None:
    if not CASES:
        pytest.skip("needs ../shared/vectors/ops, which is not beside this checkout")


@pytest.mark.parametrize("case", CASES)
def test_vector(case: str) -> None:
    path: Path = DIRECTORY / f"{case}.tflite"
    data = path.read_bytes()
    try:
        graph = import_model(data, path.name)
        module = HostModule(data, path.name)
    except UnsupportedModelError as e:
        pytest.skip(f"refused: {e.reasons[0]}")
    inputs, expected = golden(case)
    computed = module.run(*inputs)
    meant = evaluate(graph, inputs)
    for got, reference, want in zip(computed, meant, expected, strict=True):
        np.testing.assert_array_equal(got.reshape(want.shape), want)
        np.testing.assert_array_equal(reference.reshape(want.shape), want)
