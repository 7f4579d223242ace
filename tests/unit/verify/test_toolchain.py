"""Tools are found under any of their names, and a missing one is named with its package."""

import shutil
from pathlib import Path

import pytest

from helia_aot.errors import VerificationError
from helia_aot.platforms import platform
from helia_aot.verify.toolchain import PACKAGES, find_tool, find_toolchain, newlib_headers
from tests.tools import require_tool


def nothing_installed(name: str) -> str | None:
    return None


def only_clang_17(name: str) -> str | None:
    return "/usr/bin/clang-17" if name == "clang-17" else None


@pytest.mark.parametrize("tool", PACKAGES)
def test_a_missing_tool_names_its_package(tool: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "which", nothing_installed)
    message = f"{tool} is not installed: Debian has it in {PACKAGES[tool]}"
    with pytest.raises(VerificationError, match=message):
        find_tool(tool)


def test_clang_of_any_version(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "which", only_clang_17)
    assert find_tool("clang") == "/usr/bin/clang-17"


def test_a_tool_is_found_from_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Compilers run where they write, and the path may name folders of where we are."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "gcc").touch(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "bin")
    assert find_tool("gcc") == str(tmp_path / "bin" / "gcc")


def test_clang_objects_are_linked_by_gcc():
    require_tool("clang", "arm-none-eabi-gcc")
    toolchain = find_toolchain(platform("mps2-an386"), "clang")
    assert "clang" in Path(toolchain.compile[0]).name
    assert Path(toolchain.link[0]).name == "arm-none-eabi-gcc"
    assert (newlib_headers(toolchain.link[0]) / "string.h").is_file()


def test_a_missing_tool_skips_or_fails(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "which", nothing_installed)
    monkeypatch.delenv("HELIA_REQUIRE_QEMU", raising=False)
    with pytest.raises(pytest.skip.Exception):
        require_tool("qemu-system-arm")
    monkeypatch.setenv("HELIA_REQUIRE_QEMU", "1")
    with pytest.raises(pytest.fail.Exception):
        require_tool("qemu-system-arm")
