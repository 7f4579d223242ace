"""The commands as a user types them: output, files, exit codes."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from helia_aot.cli.main import application
from helia_aot.config import fields
from tests.model_builder import ModelBuilder
from tests.paths import DIGITS
from tests.tools import require_platform

OK, REFUSED, USAGE = 0, 1, 2


def helia(*arguments: object) -> tuple[int, str, str]:
    """Exit code, stdout and stderr."""
    result = CliRunner().invoke(application(), [str(a) for a in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def unsupported(path: Path) -> Path:
    """A well-formed model of two operators that are not supported."""
    m = ModelBuilder()
    x = m.input((1, 4), "FLOAT32")
    a, b = m.tensor((1, 4), "FLOAT32", name="first"), m.tensor((1, 4), "FLOAT32", name="second")
    m.operator("COS", [x], [a])
    m.operator("SIN", [a], [b])
    m.output(b)
    path.write_bytes(m.build())
    return path


def test_convert_writes_a_module(tmp_path: Path) -> None:
    code, out, _ = helia("convert", DIGITS, "-o", tmp_path / "out", "--module.prefix", "net")
    assert code == OK
    assert "files" in out
    assert (tmp_path / "out" / "src" / "net_model.c").exists()
    assert (tmp_path / "out" / "includes-api" / "net_model.h").exists()


def test_convert_defaults_to_the_prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert helia("convert", DIGITS, "--quiet") == (OK, "", "")
    assert (tmp_path / "digits" / "src" / "digits_model.c").exists()


def test_a_config_file_is_relative_to_itself(tmp_path: Path) -> None:
    (tmp_path / "net.yaml").write_text(
        "module: {path: made, prefix: net}\ntarget: {cpu: cortex-m4}\n"
    )
    assert helia("convert", DIGITS, "--config", tmp_path / "net.yaml")[0] == OK
    assert (tmp_path / "made" / "src" / "net_model.c").exists()


def test_refusals_come_all_at_once_and_nothing_is_written(tmp_path: Path) -> None:
    model = unsupported(tmp_path / "m.tflite")
    code, _, err = helia("convert", model, "-o", tmp_path / "out")
    assert code == REFUSED
    assert "#0 COS first" in err
    assert "#1 SIN second" in err
    assert not (tmp_path / "out").exists()


def test_a_malformed_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "m.tflite").write_bytes(DIGITS.read_bytes()[:1000])
    code, _, err = helia("convert", tmp_path / "m.tflite", "-o", tmp_path / "out")
    assert code == REFUSED
    assert err.startswith("helia-aot: m.tflite: ")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--module.prefx", "a"], "module.prefx: unknown key"),
        (["--module.prefix", "9a"], "module.prefix: must be a lower-case C identifier"),
        (["--target.platform", "moon"], "unknown platform 'moon'"),
        (["--target.cpu", "z80"], "unknown core 'z80'"),
        (["--module.schedule", "never"], "module.schedule"),
        (["--nonsense"], "unknown option --nonsense"),
        (["--module.prefix"], "--module.prefix needs a value"),
        (["--transforms", "x"], "transforms: Input should be a valid"),
        (["--transforms", "[{name: moon}]"], "unknown transform 'moon'"),
        (["--module.checks", "--module.prefix", "a"], "--module.checks needs a value"),
        (["--module.checks", "-q"], "--module.checks needs a value"),
        (["--module.checks", "--quiet", "false"], "unknown option false"),
        (["--model.signature", "none"], "has no signature 'none'"),
        (["--model.subgraph", "7"], "not #7"),
        (["--memory.constraints", "[{name: sram"], "--memory.constraints: while parsing"),
        (["--memory.constraints", "[" * 9999], "--memory.constraints: maximum recursion"),
        (["--module.checks", "maybe"], "module.checks: Input should be a valid boolean"),
    ],
)
def test_wrong_usage_exits_2(tmp_path: Path, arguments: list[str], text: str) -> None:
    code, _, err = helia("convert", DIGITS, "-o", tmp_path / "out", *arguments)
    assert code == USAGE
    assert text in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1,", "while parsing"),
        ("[" * 9999, "maximum recursion"),
        ('module: {path: "a\\0b"}', "module.path: a path holds no zero byte"),
        ("- a", "expected sections, got list"),
        ("1: 2", "Keys should be strings"),
    ],
)
def test_a_wrong_config_file_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "c.yaml").write_text(text)
    code, _, err = helia("convert", DIGITS, "--config", tmp_path / "c.yaml")
    assert code == USAGE
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("word", ["on", "no", "null_", "n1"])
def test_a_flag_takes_words_as_they_are(tmp_path: Path, word: str) -> None:
    assert helia("convert", DIGITS, "-o", tmp_path / "m", f"--module.prefix={word}")[0] == OK
    assert (tmp_path / "m" / "src" / f"{word}_model.c").exists()


def test_a_folder_that_is_no_module_is_kept(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    code, _, err = helia("convert", DIGITS, "-o", tmp_path)
    assert code == USAGE
    assert "is not empty and holds no module" in err
    assert (tmp_path / "mine.txt").read_text() == "precious"


def test_converting_again_replaces_the_module(tmp_path: Path) -> None:
    for prefix in ("one", "two"):
        assert helia("convert", DIGITS, "-o", tmp_path / "m", "--module.prefix", prefix)[0] == OK
    assert not (tmp_path / "m" / "src" / "one_model.c").exists()
    assert (tmp_path / "m" / "src" / "two_model.c").exists()


def test_verify_says_exact(tmp_path: Path) -> None:
    require_platform("host", "gcc")
    report = tmp_path / "r.json"
    code, out, _ = helia("verify", DIGITS, "--cases", 2, "--intermediates", "--json", report)
    assert code == OK
    assert out.rstrip().endswith("exact: 2 cases on host against tflm")
    assert json.loads(report.read_text())["exact"] is True


def test_verify_does_what_is_left_to_the_application(tmp_path: Path) -> None:
    require_platform("host", "gcc")
    attributes = "{memory: mram, constant_destination_memory: sram}"
    rules = f"[{{type: constant, attributes: {attributes}}}]"
    left = ["--memory.auto_hydrate_constants=false", "--memory.allocate_arenas=false"]
    code, out, _ = helia(
        "verify", DIGITS, "--cases", 1, "--memory.tensors", rules, "--memory.io=application", *left
    )
    assert code == OK
    assert "exact: 1 cases" in out


def test_verify_finds_a_wrong_golden(tmp_path: Path) -> None:
    require_platform("host", "gcc")
    import numpy as np

    dump = tmp_path / "dump.npz"
    assert helia("verify", DIGITS, "--cases", 2, "--dump", dump, "--quiet")[0] == OK
    with np.load(dump) as arrays:
        wrong = {k: arrays[k].copy() for k in arrays.files}
    wrong["output_0"].flat[3] += 1
    np.savez(tmp_path / "wrong.npz", allow_pickle=False, **wrong)
    code, out, _ = helia("verify", DIGITS, "--golden", tmp_path / "wrong.npz")
    assert code == REFUSED
    assert "1 values" in out
    assert helia("verify", DIGITS, "--golden", dump)[0] == OK


def test_profile_counts_instructions(tmp_path: Path) -> None:
    require_platform("mps2-an386", "gcc")
    report = tmp_path / "r.json"
    assert helia("profile", DIGITS, "--platform", "mps2-an386", "--json", report)[0] == OK
    found = json.loads(report.read_text())
    assert found["instructions"] > 100_000
    assert len(found["operators"]) == 13


def test_inspect_tells_what_is_unsupported(tmp_path: Path) -> None:
    report = tmp_path / "r.json"
    assert helia("inspect", DIGITS, "--json", report)[0] == OK
    found = json.loads(report.read_text())
    assert found["macs"] == 130_816
    assert all(o["supported"] for o in found["operators"])
    code, out, _ = helia("inspect", unsupported(tmp_path / "m.tflite"))
    assert code == REFUSED
    assert "operator COS is not supported" in out


def test_inspect_and_convert_agree_on_what_is_computed_at_run_time(tmp_path: Path) -> None:
    m = ModelBuilder()
    a, b = m.input((3,), "INT32"), m.input((3,), "INT32")
    y, z = m.tensor((3,), "INT32"), m.tensor((3,), "INT32")
    m.operator("RESHAPE", [a, m.constant(np.array([3], np.int32))], [z])
    m.operator("ADD", [z, b], [y])
    m.output(y)
    (tmp_path / "m.tflite").write_bytes(m.build())
    code, _, err = helia("convert", tmp_path / "m.tflite", "-o", tmp_path / "out")
    assert code == REFUSED
    assert "#1 ADD" in err
    code, _, _ = helia("inspect", tmp_path / "m.tflite", "--json", tmp_path / "r.json")
    found = json.loads((tmp_path / "r.json").read_text())
    assert code == REFUSED
    assert [o["supported"] for o in found["operators"]] == [True, False]
    assert found["refused"] == [found["operators"][1]["reason"]]


def test_inspect_and_convert_agree_on_what_no_operator_reads(tmp_path: Path) -> None:
    m = ModelBuilder()
    x, _ = m.input((3,), "INT8", scale=0.5, zero_point=0), m.input((3,), "COMPLEX64")
    m.output(x)
    (tmp_path / "m.tflite").write_bytes(m.build())
    code, _, err = helia("convert", tmp_path / "m.tflite", "-o", tmp_path / "out")
    assert code == REFUSED
    code, out, _ = helia("inspect", tmp_path / "m.tflite")
    assert code == REFUSED
    assert "type COMPLEX64 is not supported" in err
    assert "type COMPLEX64 is not supported" in out


def test_inspect_refuses_a_wrong_configuration() -> None:
    code, _, err = helia("inspect", DIGITS, "--target.platform", "moon")
    assert code == USAGE
    assert "unknown platform 'moon'" in err


def test_every_command_tells_its_stages() -> None:
    code, _, err = helia("inspect", DIGITS, "--verbose")
    assert code == OK
    assert "helia-aot: lower-to-aot" in err.splitlines()


@pytest.mark.parametrize("command", ["convert", "verify", "profile", "inspect"])
def test_help_lists_every_key_of_the_configuration(command: str) -> None:
    code, out, _ = helia(command, "--help")
    assert code == OK
    for name, *_ in fields():
        assert f"--{name}" in out


def test_flags_may_stand_before_the_model(tmp_path: Path) -> None:
    flags = ["--module.prefix", "net", "--memory.allocate_arenas=false"]
    assert helia("convert", *flags, "-q", DIGITS, "-o", tmp_path / "m") == (OK, "", "")
    assert (tmp_path / "m" / "src" / "net_model.c").exists()


def test_a_model_behind_two_dashes_is_no_flag(tmp_path: Path) -> None:
    code, _, err = helia("convert", "-o", tmp_path / "m", "--", "--module.prefix")
    assert code == USAGE
    assert "--module.prefix: No such file or directory" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--golden", "nowhere/golden.npz"],
        ["--golden", "."],
        ["--dump", "nowhere/dump.npz"],
        ["--seed", "-1"],
        ["--cases", "0"],
    ],
)
def test_verify_of_what_is_not_there_is_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    require_platform("host", "gcc")
    monkeypatch.chdir(tmp_path)
    code, _, err = helia("verify", DIGITS, "--oracle", "litert", *arguments)
    assert code == USAGE
    assert arguments[1] in err or arguments[0] in err


def test_lists() -> None:
    assert "mps3-an547" in helia("platforms")[1]
    assert "CONV_2D" in helia("operators")[1]
    assert "lower-to-aot" in helia("passes")[1]
    least = helia("passes", "--pipeline", "--level", 0)[1].split(",")
    assert least[:2] == ["fold-static-shape-expressions", "lower-to-aot"]


def test_no_arguments_is_usage() -> None:
    assert helia()[0] == USAGE
    assert helia("convert")[0] == USAGE


def test_a_place_that_cannot_be_written_is_usage(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    code, _, err = helia("convert", DIGITS, "-o", tmp_path / "file" / "below")
    assert code == USAGE
    assert str(tmp_path / "file") in err
    code, _, err = helia("inspect", DIGITS, "--json", tmp_path / "nowhere" / "r.json")
    assert code == USAGE
    assert "nowhere/r.json: No such file or directory" in err
    code, _, err = helia("inspect", DIGITS, "--json", tmp_path / "file" / "r.json")
    assert code == USAGE
    assert "file/r.json: Not a directory" in err
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
