"""The oracles: their answers, the traps they set, and what happens when they refuse or crash."""

from pathlib import Path

import numpy as np
import pytest

from helia_aot.errors import VerificationError
from helia_aot.verify import oracle as oracle_module
from helia_aot.verify.differences import differs, known_to_differ
from helia_aot.verify.expectation import ask, expect
from helia_aot.verify.golden import read_golden
from helia_aot.verify.inputs import Batch, random_batch
from helia_aot.verify.oracle import (
    Oracle,
    OracleError,
    comparable_tensors,
    run_oracle,
    tflm_is_wrong,
)
from helia_aot.verify.subject import Subject, read_subject
from tests.model_builder import ModelBuilder
from tests.unit.verify.judged import (
    built,
    digit_images,
    digits,
    lone,
    require_tflm,
    shared,
    subject_of,
    unary,
)

BOTH: tuple[Oracle, ...] = ("tflm", "litert")


def batch_of(*values: object, dtype: str = "int8") -> Batch:
    """One case of one input per value."""
    return Batch(1, tuple(np.array([v], dtype) for v in values))


def test_both_oracles_agree_on_digits_but_where_they_are_known_to_differ() -> None:
    require_tflm()
    subject, batch = digits(), digit_images(40)
    tensors = comparable_tensors(subject)
    micro, lite = (run_oracle(o, subject, batch, tensors) for o in BOTH)
    apart = {t for t in tensors if not np.array_equal(micro.tensors[t], lite.tensors[t])}
    assert len(tensors) == len(subject.graph.operators)
    assert apart <= known_to_differ(subject)
    assert all(
        np.array_equal(r.tensors[subject.outputs[0].index], r.outputs[0]) for r in (micro, lite)
    )


@pytest.mark.parametrize("name", ["tflm_hello_world_int8", "tflm_trained_lstm_int8_seq50"])
@pytest.mark.parametrize(("oracle", "source"), [("tflm", "tflm"), ("litert", "ref")])
def test_oracle_reproduces_shared_goldens(oracle: Oracle, source: str, name: str) -> None:
    if oracle == "tflm":
        require_tflm()
    subject = subject_of(shared("models", f"{name.removesuffix('_seq50')}.tflite"))
    golden = read_golden(shared("models", f"{name}.npz"), subject)
    expected = {str(s): a for s, a in golden.expected.items()}[source]
    found = run_oracle(oracle, subject, golden.batch)
    assert all(np.array_equal(a, b) for a, b in zip(found.outputs, expected, strict=True))


def test_variables_are_asked_of_no_oracle() -> None:
    require_tflm()
    subject = subject_of(shared("models", "mww_v2_vad.tflite"))
    tensors = comparable_tensors(subject)
    handles = {i for o in subject.graph.operators if o.code == "VAR_HANDLE" for i in o.outputs}
    assert handles
    assert handles.isdisjoint(tensors)
    batch = random_batch(subject, 3, 1)
    micro, lite = (run_oracle(o, subject, batch, tensors) for o in BOTH)
    assert all(np.array_equal(micro.tensors[t], lite.tensors[t]) for t in tensors)


@pytest.mark.parametrize("oracle", BOTH)
def test_scalars_and_booleans(oracle: Oracle) -> None:
    if oracle == "tflm":
        require_tflm()
    scalar = run_oracle(oracle, unary("ABS", "FLOAT32", ()), batch_of(-2.5, dtype="float32"))
    assert scalar.outputs[0].tolist() == [2.5]
    flags = run_oracle(
        oracle, unary("LOGICAL_NOT", "BOOL", (2,)), batch_of([True, False], dtype="bool")
    )
    assert flags.outputs[0].tolist() == [[False, True]]


def test_arena_grows_when_it_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    require_tflm()
    monkeypatch.setattr(oracle_module, "_ARENA", 1024)
    subject = unary("RELU", shape=(1, 64, 64, 4))
    batch = random_batch(subject, 1, 0)
    expected = np.maximum(batch.arrays[0], 0)
    assert np.array_equal(run_oracle("tflm", subject, batch).outputs[0], expected)


def test_refusal_tells_what_the_oracle_said() -> None:
    require_tflm()
    subject = unary("GELU", "FLOAT32")
    with pytest.raises(OracleError, match=r"(?s)tflm refuses made.tflite.*GELU"):
        run_oracle("tflm", subject, random_batch(subject, 1, 0))


def test_crash_becomes_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n")
    monkeypatch.setattr(oracle_module, "_WORKER", worker)
    with pytest.raises(OracleError, match=r"litert crashes \(SIGSEGV\) on digits.tflite"):
        run_oracle("litert", digits(), digit_images(1))


def test_missing_package_tells_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None: ...

    monkeypatch.setattr(oracle_module, "find_spec", nothing)
    with pytest.raises(VerificationError, match=r"pip install '\.\[verify\]', or use .* litert"):
        ask(digits(), digit_images(1), None, ())


def test_litert_answers_where_tflm_has_no_kernel() -> None:
    require_tflm()
    subject = unary("GELU", "FLOAT32")
    expectation = expect(subject, random_batch(subject, 1, 0), None)
    assert expectation.oracle == "litert"
    assert "GELU" in (expectation.note or "")


def dequantize() -> Subject:
    m = ModelBuilder()
    x = m.input((2, 2), "INT8", scale=[0.5, 2.0], zero_point=[0, 0])
    y = m.tensor((2, 2), "FLOAT32")
    m.operator("DEQUANTIZE", [x], [y])
    m.output(y)
    return built(m)


def test_tflm_is_not_believed_on_per_channel_dequantize() -> None:
    subject = dequantize()
    assert tflm_is_wrong(subject) == "TFLM ignores the per-channel scales of #0 DEQUANTIZE"
    with pytest.raises(VerificationError, match="use the oracle litert"):
        ask(subject, batch_of([[1, 2], [3, 4]]), "tflm", ())


def test_tflm_is_not_believed_on_outside_weights() -> None:
    m = ModelBuilder()
    x = m.input((1, 2), "INT8", scale=0.5)
    c = m.constant(np.array([[1, 2]], np.int8), scale=0.5)
    y = m.tensor((1, 2), "INT8", scale=0.5)
    m.operator("ADD", [x, c], [y])
    m.output(y)
    subject = read_subject(m.build(outside=True), "outside.tflite")
    assert tflm_is_wrong(subject)
    run = ask(subject, batch_of([[3, 4]]), None, ())[0]
    assert (run.oracle, run.outputs[0].tolist()) == ("litert", [[[4, 6]]])


@pytest.mark.parametrize("outside", [False, True])
@pytest.mark.parametrize("oracle", BOTH)
def test_another_subgraph_is_run(oracle: Oracle, outside: bool) -> None:
    if oracle == "tflm":
        require_tflm()
    m = lone("RELU")
    other = m.subgraph("other")
    x = other.input((1, 4), "INT32")
    y = other.tensor((1, 4), "INT32")
    c = other.constant(np.array([[10, 20, 30, 40]], np.int32))
    other.operator("ADD", [x, c], [y])
    other.output(y)
    m.signature("second", {"x": x}, {"y": y}, subgraph=1)
    subject = read_subject(m.build(outside), "second.tflite", signature="second")
    assert tflm_is_wrong(subject) is None
    found = run_oracle(oracle, subject, batch_of([[1, 2, 3, 4]], dtype="int32"))
    assert found.outputs[0].tolist() == [[[11, 22, 33, 44]]]


def test_known_differences_reach_everything_behind_them() -> None:
    subject = digits()
    dense = next(o for o in subject.graph.operators if o.code == "FULLY_CONNECTED")
    behind = [o for o in subject.graph.operators if o.position >= dense.position]
    assert differs(subject.graph, dense)
    assert known_to_differ(subject) == {i for o in behind for i in o.outputs}


@pytest.mark.parametrize(("scale", "known"), [(0.05, False), (0.02, True)])
def test_relu6_differs_where_it_is_quantized_anew(scale: float, known: bool) -> None:
    """LiteRT requantizes, TFLM does not."""
    require_tflm()
    m = ModelBuilder()
    x = m.input((1, 64), "INT8", scale=0.05, zero_point=-3)
    y = m.tensor((1, 64), "INT8", scale=scale, zero_point=-3)
    m.operator("RELU6", [x], [y])
    m.output(y)
    subject = built(m)
    micro, lite = (run_oracle(o, subject, random_batch(subject, 1, 0)) for o in BOTH)
    assert np.array_equal(micro.outputs[0], lite.outputs[0]) is not known
    assert differs(subject.graph, subject.graph.operators[0]) is known


@pytest.mark.parametrize(("zero_point", "lowest"), [([-128], 0), ([], -64)])
def test_float_input_covers_what_it_is_quantized_to(zero_point: list[int], lowest: float) -> None:
    """Where the model gives no zero point it is 0."""
    m = ModelBuilder()
    x = m.input((1, 4000), "FLOAT32")
    y = m.tensor((1, 4000), "INT8", scale=0.5, zero_point=zero_point)
    m.operator("QUANTIZE", [x], [y])
    m.output(y)
    low, high = (float(f(random_batch(built(m), 2, 0).arrays[0])) for f in (np.min, np.max))
    assert lowest - 10 < low < lowest
    assert lowest + 127.5 < high < lowest + 137


def test_random_cases_cover_the_type_and_follow_the_seed() -> None:
    subject = unary("RELU", shape=(1, 4000))
    first, second, other = (random_batch(subject, 4, s).arrays[0] for s in (7, 7, 8))
    assert np.array_equal(first, second)
    assert not np.array_equal(first, other)
    assert all((int(c.min()), int(c.max())) == (-128, 127) for c in first)
