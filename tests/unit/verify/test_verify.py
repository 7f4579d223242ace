"""Verification from model to verdict: right modules pass, wrong ones are named."""

from pathlib import Path

import numpy as np
import pytest

from helia_aot.config import validate
from helia_aot.driver import compile_model
from helia_aot.errors import ConfigError, VerificationError
from helia_aot.ir import aot
from helia_aot.verify.mapping import matches
from helia_aot.verify.profile import profile
from helia_aot.verify.result import VerifyResult
from helia_aot.verify.subject import Subject, read_subject
from helia_aot.verify.verify import VerifyOptions, verify
from tests.model_builder import ModelBuilder
from tests.tools import require_platform
from tests.unit.verify.judged import (
    DIGITS,
    ROOT,
    built,
    check_schema,
    digits,
    require_tflm,
    shared,
    subject_of,
)


def program(subject: Subject, platform: str = "generic") -> aot.ModuleOp:
    return compile_model(subject.data, subject.name, validate({"target": {"platform": platform}}))


def judged(
    subject: Subject, options: VerifyOptions, module: aot.ModuleOp | None = None
) -> VerifyResult:
    require_platform(options.platform, options.compiler)
    return verify(subject, module or program(subject), options)


def damaged_digits() -> aot.ModuleOp:
    """The digits with one bias of operator 5 changed."""
    subject = digits()
    bias = subject.graph.tensors[subject.graph.operators[5].inputs[2]].data
    assert bias is not None
    at = subject.data.index(bias.tobytes())
    data = bytearray(subject.data)
    data[at + 1] ^= 0x10
    return program(read_subject(bytes(data), "digits.tflite"))


def test_digits_are_exact_by_both_oracles(tmp_path: Path) -> None:
    require_tflm()
    dump = tmp_path / "dump.npz"
    result = judged(digits(), VerifyOptions(oracle="both", intermediates=True, dump=dump))
    assert result.ok
    assert result.exact
    assert result.oracle == "both"
    assert len(result.tensors or ()) == 13
    assert result.uncompared == ()
    check_schema(result.to_json(), "verify")
    again = judged(digits(), VerifyOptions(golden=dump))
    assert (again.ok, again.oracle, again.cases) == (True, "golden", 3)


def test_wrong_operator_is_named() -> None:
    options = VerifyOptions(oracle="litert", intermediates=True)
    result = judged(digits(), options, damaged_digits())
    found = result.first_difference
    assert not result.ok
    assert not result.exact
    assert found is not None
    assert found.producer is not None
    assert (found.producer.type, found.producer.source_indices) == ("CONV_2D", (5,))
    assert 0 < found.mismatches <= 3 * 4 * 4
    right = [t for t in result.tensors or () if not t.comparison.mismatches]
    assert [t.producer.source_indices for t in right] == [(i,) for i in range(5)]
    check_schema(result.to_json(), "verify")


def test_wrong_output_is_reported_without_intermediates() -> None:
    result = judged(digits(), VerifyOptions(oracle="litert"), damaged_digits())
    assert result.first_difference is not None
    assert result.first_difference.tensor == digits().outputs[0].name
    assert result.to_json()["ok"] is False
    check_schema(result.to_json(), "verify")


def test_golden_of_another_answer(tmp_path: Path) -> None:
    golden = tmp_path / "golden.npz"
    judged(digits(), VerifyOptions(oracle="litert", cases=2, dump=golden))
    with np.load(golden) as file:
        arrays = {name: file[name] for name in file.files}
    arrays["output_0"][1, 0, 3] ^= 1
    np.savez(golden, allow_pickle=False, **arrays)
    result = judged(digits(), VerifyOptions(golden=golden))
    assert (result.ok, result.cases, result.outputs[0].mismatches) == (False, 2, 1)
    assert result.outputs[0].first_case == 1


def test_held_out_digits_are_the_cases_of_no_golden() -> None:
    with pytest.raises(VerificationError, match="expected outputs are missing"):
        judged(digits(), VerifyOptions(golden=DIGITS / "digits.npz"))


def test_float_border_is_exact_too() -> None:
    m = ModelBuilder()
    x, y = m.input((1, 64), "FLOAT32"), m.tensor((1, 64), "INT8", scale=0.1, zero_point=3)
    z = m.tensor((1, 64), "FLOAT32")
    m.operator("QUANTIZE", [x], [y])
    m.operator("DEQUANTIZE", [y], [z])
    m.output(z)
    result = judged(built(m), VerifyOptions(oracle="litert", intermediates=True))
    assert result.ok
    assert result.exact
    assert result.outputs[0].bound == 0
    assert not result.outputs[0].integer


def test_every_tensor_is_compared_or_listed() -> None:
    """A constant that is folded away, and a tensor of the model that no operator keeps."""
    m = ModelBuilder()
    x = m.input((1, 4), "INT8", scale=0.5)
    c = m.constant(np.array([[1, 2, 3, 4]], np.int8), scale=0.5)
    folded, y = m.tensor((1, 4), "INT8", scale=0.5), m.tensor((1, 4), "INT8", scale=1.0)
    m.operator("RELU", [c], [folded])
    m.operator("ADD", [x, folded], [y])
    m.output(y)
    result = judged(built(m), VerifyOptions(oracle="litert", intermediates=True))
    compared = {t.index for t in result.tensors or ()}
    listed = {u.index: u.reason for u in result.uncompared or ()}
    assert result.ok
    assert compared | set(listed) == {folded, y}
    assert listed.get(folded, "folded") == "folded"


def test_tensors_are_matched_once_each() -> None:
    from helia_aot.backend_c.program import read_program

    found = matches(read_program(program(digits())), digits())
    assert [m.index for m in found] == [o.outputs[0] for o in digits().graph.operators]


def test_platform_that_runs_nothing() -> None:
    with pytest.raises(ConfigError, match="runs nowhere"):
        judged(digits(), VerifyOptions(platform="generic", oracle="litert"))


def test_module_of_another_model() -> None:
    m = ModelBuilder()
    x, y = m.input((1, 4), "INT8", scale=0.5), m.tensor((1, 4), "INT8", scale=0.5)
    m.operator("RELU", [x], [y])
    m.output(y)
    with pytest.raises(VerificationError, match="the module has inputs"):
        verify(digits(), program(built(m)), VerifyOptions(oracle="litert"))


@pytest.mark.parametrize("platform", ["mps2-an386", "mps3-an547"])
def test_digits_on_boards(platform: str) -> None:
    options = VerifyOptions(platform=platform, oracle="litert", cases=2, intermediates=True)
    require_platform(platform, "gcc")
    result = judged(digits(), options, program(digits(), platform))
    assert result.ok
    assert result.platform == platform


def test_shared_goldens_on_host() -> None:
    subject = subject_of(shared("models", "mlperf_ad_toycar_int8_floatio.tflite"))
    golden = shared("models", "mlperf_ad_toycar_int8_floatio.npz")
    result = judged(subject, VerifyOptions(golden=golden, oracle="both"))
    assert (result.ok, result.oracle) == (True, "golden:both")
    doubted = judged(subject, VerifyOptions(golden=golden, oracle="litert"))
    assert (doubted.ok, doubted.oracle) == (False, "golden:ref")


def test_profile_of_digits() -> None:
    require_platform("mps2-an386", "gcc")
    subject = digits()
    result = profile(subject, program(subject, "mps2-an386"), "mps2-an386")
    check_schema(result.to_json(), "profile")
    assert [o.producer.layer_index for o in result.operators] == list(range(13))
    share = sum(o.instructions for o in result.operators) / result.instructions
    assert 0.98 < share < 1.001
    assert result.constant_bytes > 7744
    assert result.scratch_bytes > 0
    assert 0 < result.stack_bytes < 4096


def test_profile_needs_a_board() -> None:
    with pytest.raises(ConfigError, match="host is none"):
        profile(digits(), program(digits()), "host")


def test_inspect_is_as_its_schema_says() -> None:
    from helia_aot.report.inspect import inspect_model

    path = ROOT / "examples" / "digits" / "digits.tflite"
    check_schema(inspect_model(validate({"model": {"path": str(path)}})), "inspect")
