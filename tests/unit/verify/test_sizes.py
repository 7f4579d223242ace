"""Sizes count the module, not what surrounds it, and not its constants."""

from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from helia_aot.errors import VerificationError
from helia_aot.verify.elf import module_sizes
from helia_aot.verify.runner import run
from helia_aot.verify.toolchain import Compiler
from tests.unit.verify.toy import BOARDS, build_toy, case, expected


@pytest.mark.parametrize("target", BOARDS)
def test_module_libraries_and_constants_are_apart(target: tuple[str, Compiler], tmp_path: Path):
    image = build_toy(tmp_path, target)
    sizes = module_sizes(image, ["toy_constants"])
    assert sizes.constant_bytes == 64
    assert sizes.bss_bytes == 208
    assert 100 < sizes.text_bytes < 1000
    assert sizes.code_bytes == sizes.text_bytes + sizes.rodata_bytes + sizes.data_bytes
    assert any("memset" in name for name, _ in sizes.libraries)
    assert sum(nbytes for _, nbytes in sizes.libraries) <= sizes.library_bytes


def test_a_folder_may_be_given_from_where_we_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    image = build_toy(Path("work"), BOARDS[0])
    assert module_sizes(image, ["toy_constants"]).constant_bytes == 64
    assert run(image, [case(3)]).cases[0].outputs == (expected(case(3), 0),)


@pytest.mark.parametrize("target", BOARDS[:2])
def test_unnamed_constants_count_as_code(target: tuple[str, Compiler], tmp_path: Path):
    image = build_toy(tmp_path, target)
    with_constants = module_sizes(image)
    assert with_constants.code_bytes == module_sizes(image, ["toy_constants"]).code_bytes + 64
    assert with_constants.constant_bytes == 0


@pytest.mark.parametrize("target", BOARDS[1::2])
def test_sections_placed_in_memories(target: tuple[str, Compiler], tmp_path: Path):
    plain = module_sizes(build_toy(tmp_path / "plain", target), ["toy_constants"])
    image = build_toy(tmp_path / "placed", target, "TOY_PLACED")
    assert module_sizes(image, ["toy_constants"]) == plain
    given = case(3)
    assert run(image, [given]).cases[0].outputs == (expected(given, 0),)
    where = addresses(image.executable)
    for symbol, name in (("scratch", "sram"), ("toy_constants", "psram")):
        memory = image.platform.memory(name)
        assert memory.base <= where[symbol] < memory.base + memory.size


def addresses(executable: Path) -> dict[str, int]:
    with executable.open("rb") as stream:
        table = ELFFile(stream).get_section_by_name(".symtab")
        assert isinstance(table, SymbolTableSection)
        return {s.name: s["st_value"] for s in table.iter_symbols()}


@pytest.mark.parametrize("target", BOARDS[:2])
def test_what_the_model_does_not_reach_is_dropped(target: tuple[str, Compiler], tmp_path: Path):
    image = build_toy(tmp_path, target)
    symbols = module_sizes(image)
    assert "toy_status_text" not in (name for name, _ in symbols.libraries)
    assert symbols.rodata_bytes == 64  # the texts of toy_status_text are not among them


def test_host_has_no_sizes(tmp_path: Path):
    with pytest.raises(VerificationError, match="no sizes on host"):
        module_sizes(build_toy(tmp_path, ("host", "gcc")))
