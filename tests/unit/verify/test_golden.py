"""Files of goldens: each naming, and a clear word on whatever is missing or of another shape."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from helia_aot.errors import VerificationError
from helia_aot.verify.expectation import Choice, choose_sources, expect
from helia_aot.verify.golden import read_golden, write_golden
from helia_aot.verify.inputs import random_batch
from helia_aot.verify.subject import Subject
from tests.model_builder import ModelBuilder
from tests.unit.verify.judged import built, shared, subject_of

X = np.arange(6, dtype=np.int8).reshape(3, 2)
Y = np.arange(3, dtype=np.int16).reshape(3, 1)
"""Three cases."""


def two_ports() -> Subject:
    """int8[2] and int16[1] in, int8[2] out."""
    m = ModelBuilder()
    x, y = m.input((2,), "INT8", scale=1.0), m.input((1,), "INT16", scale=1.0)
    z = m.tensor((2,), "INT8", scale=1.0)
    m.operator("RELU", [x], [z])
    m.output(z)
    assert y == 1
    return built(m)


def file(tmp_path: Path, **arrays: npt.ArrayLike) -> Path:
    np.savez(
        tmp_path / "golden.npz", allow_pickle=False, **{k: np.asarray(v) for k, v in arrays.items()}
    )
    return tmp_path / "golden.npz"


def refusal(tmp_path: Path, **arrays: npt.ArrayLike) -> str:
    with pytest.raises(VerificationError) as error:
        read_golden(file(tmp_path, **arrays), two_ports())
    return str(error.value).removeprefix(f"{tmp_path / 'golden.npz'}: ")


def test_one_case_in_own_shape(tmp_path: Path) -> None:
    golden = read_golden(file(tmp_path, input_0=X[0], input_1=Y[0], output_0=X[0]), two_ports())
    assert golden.batch.count == 1
    assert golden.batch.nbytes == (2, 2)
    assert [a.shape for a in golden.expected["output"]] == [(1, 2)]


def test_cases_in_sequence_by_one_axis_more(tmp_path: Path) -> None:
    golden = read_golden(file(tmp_path, input_0=X, input_1=Y, output_0=X, labels=Y), two_ports())
    assert golden.batch.count == 3
    assert golden.batch.case(1) == (X[1].tobytes(), Y[1].tobytes())


def test_cases_by_number(tmp_path: Path) -> None:
    arrays = {f"in{c}_{i}": a[c] for c in range(3) for i, a in enumerate((X, Y))}
    arrays |= {f"ref{c}_0": X[c] for c in range(3)}
    golden = read_golden(file(tmp_path, **arrays), two_ports())
    assert np.array_equal(golden.batch.arrays[0], X)
    assert list(golden.expected) == ["ref"]


@pytest.mark.parametrize("cases", [1, 3])
def test_inputs_by_number(tmp_path: Path, cases: int) -> None:
    x, y = (X, Y) if cases == 3 else (X[0], Y[0])
    golden = read_golden(file(tmp_path, in0=x, in1=y, ref0=x, tflm0=x), two_ports())
    assert golden.batch.count == cases
    assert sorted(golden.expected) == ["ref", "tflm"]


def test_missing_input(tmp_path: Path) -> None:
    assert refusal(tmp_path, input_0=X, output_0=X) == (
        "input_1 is missing: expected int16[1] for tensor_1"
    )


def test_missing_case(tmp_path: Path) -> None:
    said = refusal(tmp_path, in0_0=X[0], in0_1=Y[0], in1_1=Y[1], tflm0_0=X[0], tflm1_0=X[1])
    assert said == "in1_0 is missing: expected int8[2] for tensor_0"


def test_missing_outputs(tmp_path: Path) -> None:
    said = refusal(tmp_path, in0=X[0], in1=Y[0])
    assert said == "expected outputs are missing: there is no tflm0 or ref0"


def test_wrong_shape(tmp_path: Path) -> None:
    said = refusal(tmp_path, input_0=X.reshape(2, 3), input_1=Y, output_0=X)
    assert said == "input_0 has shape [2, 3], expected [2] or [cases, 2]"


def test_wrong_type(tmp_path: Path) -> None:
    said = refusal(tmp_path, input_0=X.astype(np.uint8), input_1=Y, output_0=X)
    assert said == "input_0 is uint8, expected int8[2] for tensor_0"


def test_array_beyond_the_model(tmp_path: Path) -> None:
    said = refusal(tmp_path, input_0=X, input_1=Y, output_0=X, output_1=X)
    assert said == "output_1: made.tflite has 1 outputs"


def test_different_numbers_of_cases(tmp_path: Path) -> None:
    said = refusal(tmp_path, input_0=X, input_1=Y[:2], output_0=X)
    assert said == "arrays differ in their number of cases: [2, 3]"


def test_no_naming(tmp_path: Path) -> None:
    said = refusal(tmp_path, x=X)
    assert said == "no array is named input_0, in0_0 or in0; it has x"


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 broken", b"\x93NUMPY"])
def test_file_that_is_no_archive(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.npz"
    path.write_bytes(content)
    with pytest.raises(VerificationError, match=r"cannot be read as \.npz"):
        read_golden(path, two_ports())


def test_file_of_pickles_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pickled.npz"
    np.savez(path, input_0=np.array([{}], dtype=object))
    with pytest.raises(VerificationError, match=r"cannot be read as \.npz"):
        read_golden(path, two_ports())


@pytest.mark.parametrize("cases", [1, 3])
def test_what_is_written_is_read_back(tmp_path: Path, cases: int) -> None:
    subject, path = two_ports(), tmp_path / "dump"
    batch = random_batch(subject, cases, 0)
    write_golden(path, subject, batch, [batch.arrays[0]])
    golden = read_golden(path, subject)
    assert golden.batch.count == cases
    assert all(map(np.array_equal, golden.batch.arrays, batch.arrays))
    with np.load(path) as file:
        assert file["input_0"].shape == ((2,) if cases == 1 else (3, 2))


CHOICES: list[tuple[Choice | None, tuple[str, ...], str]] = [
    (None, ("tflm", "ref"), "golden:tflm"),
    (None, ("ref",), "golden:ref"),
    ("tflm", ("tflm", "ref"), "golden:tflm"),
    ("litert", ("tflm", "ref"), "golden:ref"),
    ("both", ("tflm", "ref"), "golden:both"),
    (None, ("output_",), "golden"),
    ("litert", ("output_",), "golden"),
]


@pytest.mark.parametrize(("choice", "sources", "oracle"), CHOICES)
def test_choice_of_source(
    tmp_path: Path, choice: Choice | None, sources: tuple[str, ...], oracle: str
) -> None:
    prefix = "input_" if "output_" in sources else "in"
    arrays = {f"{prefix}0": X, f"{prefix}1": Y} | {f"{s}0": X for s in sources}
    golden = read_golden(file(tmp_path, **arrays), two_ports())
    assert expect(two_ports(), golden.batch, choice, golden=golden).oracle == oracle


def test_chosen_source_is_missing(tmp_path: Path) -> None:
    golden = read_golden(file(tmp_path, in0=X, in1=Y, ref0=X), two_ports())
    with pytest.raises(VerificationError, match=r"has no tflm outputs.*tflm asks for; it has ref"):
        choose_sources(golden, "tflm")


def test_every_shared_golden_is_read() -> None:
    for path in sorted(shared("models").glob("*.tflite")):
        subject = subject_of(path)
        for golden in (path.with_suffix(".npz"), path.with_name(f"{path.stem}_seq50.npz")):
            if golden.exists():
                found = read_golden(golden, subject)
                assert found.batch.count in (1, 3, 50), golden.name
                assert "tflm" in found.expected, golden.name
