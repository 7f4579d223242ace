"""Another file format is a module and an entry in a table: the tools and the driver find it."""

import sys
from pathlib import Path

import pytest

from helia_aot.cli import helia_opt
from helia_aot.config import validate
from helia_aot.driver import compile_model
from helia_aot.errors import InvalidModelError
from helia_aot.frontend.formats import FORMATS, LITERT, format_of, known_format
from tests.unit.frontend.toy_format import TOY

TEXT = b"toy1\n4\nRELU\nRELU6\n"


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, TOY.name, TOY)


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("name", ["net.toy", "net.TOY", "net.txt", "net"])
def test_the_driver_compiles_it(name: str) -> None:
    program = compile_model(TEXT, name, validate({"level": 0}))
    assert [op.name for op in program.block.ops].count("aot.kernel") == 2


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("arguments", [["net.toy"], ["net.txt"], ["-f", "toy", "net.mlir"]])
def test_helia_opt_reads_it(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(arguments[-1]).write_bytes(TEXT)
    monkeypatch.setattr(sys, "argv", ["helia-opt", *arguments, "-p", "lower-to-aot"])
    helia_opt.main()
    assert capsys.readouterr().out.count("aot.kernel") == 2


def test_without_its_entry_it_is_no_format() -> None:
    assert known_format(TEXT, "net.toy") is None
    with pytest.raises(InvalidModelError, match="not a LiteRT model"):
        compile_model(TEXT, "net.toy", validate({}))


def test_the_first_bytes_say_more_than_the_name() -> None:
    assert known_format(b"\0\0\0\0TFL3", "net.mlir") is LITERT
    assert known_format(b"", "net.TfLite") is LITERT
    assert known_format(b"TFL3", "net.mlir") is None
    assert format_of(b"", "net.mlir") is LITERT
