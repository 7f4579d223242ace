"""Single operators cut from real networks, with the activations that really flow there."""

import csv
from pathlib import Path

import numpy as np
import pytest

from helia_aot.errors import UnsupportedModelError
from tests.paths import ROOT
from tests.unit.ops.backends import evaluated

DIRECTORY = ROOT.parent / "shared" / "vectors" / "ops"
INDEX = DIRECTORY / "INDEX.tsv"


def cases() -> list[str]:
    """Those that are exact; floats are compared in `tests/unit/test_vectors.py`, within bounds."""
    if not INDEX.is_file():
        return []
    with INDEX.open() as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [row["case"] for row in rows if "float32" not in row["op"] or "QUANTIZE" in row["op"]]


@pytest.mark.skipif(not INDEX.is_file(), reason="the vectors are not beside the checkout")
@pytest.mark.parametrize("case", cases())
def test_evaluate_gives_the_recorded_outputs(case: str) -> None:
    arrays = np.load(DIRECTORY / f"{case}.npz")
    data = Path(DIRECTORY, f"{case}.tflite").read_bytes()
    try:
        got = evaluated(data, [arrays[k] for k in sorted(arrays) if k.startswith("in")])
    except UnsupportedModelError as e:
        pytest.skip(str(e))
    names = [k for k in sorted(arrays) if k.startswith("tflm")]
    want = [arrays[k] for k in names or sorted(k for k in arrays if k.startswith("ref"))]
    assert [w.tobytes() for w in want] == [g.tobytes() for g in got]
