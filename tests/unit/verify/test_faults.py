"""Whatever goes wrong in a module ends the run with an error that says where; nothing hangs."""

from pathlib import Path

import pytest

from helia_aot.errors import VerificationError
from helia_aot.verify.module import Arena
from helia_aot.verify.runner import run
from helia_aot.verify.toolchain import SANITIZERS, Compiler
from tests.unit.verify.toy import BOARDS, TARGETS, build_toy, case

CASES = (case(1), case(2), case(3))
SOME = (("host", "gcc"), ("mps2-an386", "gcc"), ("mps3-an547", "clang"))


@pytest.mark.parametrize("target", [*TARGETS[:2], *BOARDS[::2]])
def test_a_fault_names_case_and_operator(target: tuple[str, Compiler], tmp_path: Path):
    image = build_toy(tmp_path, target, "TOY_CALLBACKS", "TOY_FAULT=1")
    with pytest.raises(VerificationError, match="faulted in case 1, operator 1\nfault: "):
        run(image, CASES)


@pytest.mark.parametrize("target", SOME)
def test_without_callbacks_the_operator_is_unknown(target: tuple[str, Compiler], tmp_path: Path):
    image = build_toy(tmp_path, target, "TOY_FAULT=1")
    with pytest.raises(VerificationError, match="faulted in case 1\nfault: "):
        run(image, CASES)


@pytest.mark.parametrize("target", BOARDS[1::2])
def test_a_stack_overflow_is_a_fault(target: tuple[str, Compiler], tmp_path: Path):
    image = build_toy(tmp_path, target, "TOY_CALLBACKS", "TOY_STACK=140000")
    with pytest.raises(VerificationError, match=r"faulted in case 0, operator 1.*\n.*overflow"):
        run(image, CASES)


@pytest.mark.parametrize("macro", ["TOY_READ=0", "TOY_WRITE=0x1000", "TOY_READ=0x80000000"])
@pytest.mark.parametrize("target", BOARDS[::2])
def test_a_wild_access_is_a_fault(target: tuple[str, Compiler], macro: str, tmp_path: Path):
    image = build_toy(tmp_path, target, "TOY_CALLBACKS", macro)
    with pytest.raises(VerificationError, match="faulted in case 0, operator 1\nfault: "):
        run(image, CASES)


@pytest.mark.parametrize("target", SOME)
def test_an_error_status_is_reported_in_words(target: tuple[str, Compiler], tmp_path: Path):
    image = build_toy(tmp_path, target, "TOY_CALLBACKS", "TOY_REFUSE=2")
    with pytest.raises(VerificationError, match="'refused by the toy' in case 2, operator 1"):
        run(image, CASES)


@pytest.mark.parametrize("target", SOME)
def test_an_endless_run_is_ended(target: tuple[str, Compiler], tmp_path: Path):
    image = build_toy(tmp_path, target, "TOY_HANG")
    with pytest.raises(VerificationError, match=r"did not end within 0\.5 s"):
        run(image, CASES, timeout=0.5)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_sanitizer_names_case_and_operator(compiler: Compiler, tmp_path: Path):
    macros = ("TOY_CALLBACKS", "TOY_OVERRUN")
    image = build_toy(tmp_path, ("host", compiler), *macros, flags=SANITIZERS)
    with pytest.raises(VerificationError, match=r"faulted in case 1, operator 1\n(?s:.*)Sanitizer"):
        run(image, CASES)


def test_arenas_of_another_size_are_the_modules_error(tmp_path: Path):
    arenas = (Arena("TOY_ARENA_SCRATCH", 100),)
    image = build_toy(tmp_path, ("host", "gcc"), "TOY_BIND", arenas=arenas)
    with pytest.raises(VerificationError, match="'refused by the toy' at initialization"):
        run(image, CASES)
