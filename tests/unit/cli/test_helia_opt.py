"""`helia-opt` as a user types it: exit codes, one-line errors, files that are there or not."""

import subprocess
import sys
from pathlib import Path

import pytest

from helia_aot.cli import helia_opt
from tests.paths import DIGITS

REFUSED, USAGE = 1, 2


def run(*arguments: object) -> tuple[int, str]:
    """Exit code and stderr."""
    script = "from helia_aot.cli.helia_opt import main; main()"
    command = [sys.executable, "-c", script, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stderr


def test_a_refused_model_leaves_the_output_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "m.tflite").write_bytes(DIGITS.read_bytes()[:1000])
    (tmp_path / "out.mlir").write_text("precious")
    code, err = run(tmp_path / "m.tflite", "-o", tmp_path / "out.mlir")
    assert code == REFUSED
    assert len(err.splitlines()) == 1
    assert (tmp_path / "out.mlir").read_text() == "precious"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.tflite", "out.mlir"]


def test_output_goes_to_a_file(tmp_path: Path) -> None:
    assert run(DIGITS, "-o", tmp_path / "out.mlir") == (0, "")
    assert (tmp_path / "out.mlir").read_text().startswith("builtin.module")
    assert [p.name for p in tmp_path.iterdir()] == ["out.mlir"]


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (
            ["-p", "lower-to-aot{cpu=z80}"],
            USAGE,
            "unknown core 'z80': known are generic, cor",
        ),
        (
            ["-p", "lower-to-aot{platform=nonsense}"],
            USAGE,
            "unknown platform 'nonsense': known are generic, host",
        ),
        (["-p", 'lower-to-aot{prefix="9 x"}'], REFUSED, "prefix is '9 x'"),
        (["-p", "lower-to-aot,lower-to-aot"], REFUSED, "needs one func.func, found 0"),
        (["-p", "nonsense"], USAGE, "nonsense"),
        (["-p", "lower-to-aot{nonsense=1}"], USAGE, "nonsense"),
        (["-o", "/nowhere/at/all"], USAGE, "/nowhere/at/all: No such file or directory"),
    ],
)
def test_errors_are_one_line(arguments: list[str], code: int, text: str) -> None:
    found, err = run(DIGITS, *arguments)
    assert found == code
    assert text in err
    assert len(err.splitlines()) == 1


def test_the_stream_of_c_holds_the_files_of_the_tree(tmp_path: Path) -> None:
    """Every file begins on a line of its own, also behind one that is not text."""
    pipeline = "lower-to-aot{allocate_arenas=false residency=true},share-kernels,plan-memory"
    assert run(DIGITS, "-p", pipeline, "-t", "c", "-o", tmp_path / "tree") == (0, "")
    command = [sys.executable, "-m", "helia_aot.cli.helia_opt", str(DIGITS), "-p", pipeline]
    stream = subprocess.run([*command, "-t", "c"], capture_output=True, text=True).stdout
    heads, found = "// ==== ", dict[str, str]()
    for part in f"\n{stream}".split(f"\n{heads}")[1:]:
        name, _, text = part.partition("\n")
        found[name] = text.strip()
    files = {p.relative_to(tmp_path / "tree"): p for p in (tmp_path / "tree").rglob("*.*")}
    assert found.keys() == {p.as_posix() for p in files} | {"LICENSE"}
    for name, path in files.items():
        data = path.read_bytes()
        text = data.hex() if path.suffix == ".bin" else data.decode().strip()
        assert found[name.as_posix()] == text
    assert any(name.endswith(".bin") for name in found)


def test_an_interrupt_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: helia_opt.HeliaOptMain) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(helia_opt.HeliaOptMain, "run", interrupted)
    monkeypatch.setattr(sys, "argv", ["helia-opt", str(DIGITS)])
    with pytest.raises(SystemExit) as exit:
        helia_opt.main()
    assert exit.value.code == 130
