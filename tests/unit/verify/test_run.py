"""Outputs, state and captures of a run, on every platform with every compiler."""

from pathlib import Path

import pytest

from helia_aot.errors import ConfigError, VerificationError
from helia_aot.platforms import platform
from helia_aot.verify.build import build
from helia_aot.verify.cases import Case
from helia_aot.verify.module import Arena
from helia_aot.verify.runner import run
from helia_aot.verify.toolchain import SANITIZERS, Compiler
from tests.unit.verify.toy import CONSTANTS, TARGETS, build_toy, case, expected, expected_sum, toy

CASES = (case(1), case(2), case(3, step=5), case(4, fresh=True), case(5, step=2))
RUNS_BEFORE = (0, 1, 2, 0, 1)
OUTPUTS = [(expected(c, n),) for c, n in zip(CASES, RUNS_BEFORE, strict=True)]


@pytest.mark.parametrize("target", TARGETS)
def test_outputs_follow_inputs_and_state(target: tuple[str, Compiler], tmp_path: Path):
    result = run(build_toy(tmp_path, target), CASES)
    assert [c.outputs for c in result.cases] == OUTPUTS
    assert all(c.captures == () for c in result.cases)
    assert result.counts is None
    assert result.stack_bytes is None


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_sanitizers_find_nothing(compiler: Compiler, tmp_path: Path):
    image = build_toy(tmp_path, ("host", compiler), "TOY_CALLBACKS", flags=SANITIZERS)
    result = run(image, CASES, capture=True, count=True, stack=True)
    assert [c.outputs for c in result.cases] == OUTPUTS
    assert result.stderr == ""


@pytest.mark.parametrize("target", TARGETS[::3])
def test_captures_are_tensors_after_their_operator(target: tuple[str, Compiler], tmp_path: Path):
    result = run(build_toy(tmp_path, target, "TOY_CALLBACKS"), CASES, capture=True)
    for given, n, got in zip(CASES, RUNS_BEFORE, result.cases, strict=True):
        assert [c.capture for c in got.captures] == [0, 1]
        assert [c.data for c in got.captures] == [expected_sum(given), expected(given, n)]


@pytest.mark.parametrize("target", [("host", "gcc"), ("mps2-an386", "gcc")])
def test_runner_binds_arenas(target: tuple[str, Compiler], tmp_path: Path):
    sidecar = tmp_path / "constants.bin"
    sidecar.write_bytes(CONSTANTS)
    arenas = (Arena("TOY_ARENA_SCRATCH", 208), Arena("TOY_ARENA_CONSTANTS", 64, sidecar))
    result = run(build_toy(tmp_path / "work", target, "TOY_BIND", arenas=arenas), CASES)
    assert [c.outputs for c in result.cases] == OUTPUTS


@pytest.mark.parametrize("optimization", ["-O0", "-Os", "-O3"])
def test_optimization_is_the_modules(optimization: str, tmp_path: Path):
    image = build(toy(), platform("host"), tmp_path, optimization=optimization)
    assert [c.outputs for c in run(image, CASES).cases] == OUTPUTS


def test_inputs_of_another_size_are_refused(tmp_path: Path):
    image = build_toy(tmp_path, ("host", "gcc"))
    with pytest.raises(VerificationError, match=r"case 0: inputs have \(3,\) bytes.* \(64, 1\)"):
        run(image, [Case((b"abc",))])


def test_captures_need_callbacks(tmp_path: Path):
    module = toy(callbacks=True)
    without = type(module)(module.directory, "toy", (64, 1), False, module.captures)
    with pytest.raises(VerificationError, match=r"module\.callbacks"):
        build(without, platform("host"), tmp_path)


def test_a_module_that_does_not_compile_is_an_error(tmp_path: Path):
    with pytest.raises(VerificationError, match="does_not_exist"):
        build_toy(tmp_path, ("host", "gcc"), flags=("-include", "does_not_exist.h"))


def test_generic_runs_nowhere(tmp_path: Path):
    with pytest.raises(ConfigError, match="generic runs nowhere"):
        build(toy(), platform("generic"), tmp_path)
