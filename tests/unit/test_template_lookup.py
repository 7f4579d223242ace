"""Compiled templates are kept from run to run, and are never needed."""

import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from helia_aot.backend_c import template_lookup
from helia_aot.backend_c.template_lookup import template


@pytest.fixture(autouse=True)
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path, None, None]:
    """Templates of its own: one that says its name."""
    (tmp_path / "it.c.mako").write_text("/* ${name} */\n")
    monkeypatch.setattr(template_lookup, "TEMPLATES", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def forget() -> None:
    template.cache_clear()
    template_lookup._lookup.cache_clear()  # pyright: ignore[reportPrivateUsage] # as a new process


def kept(folder: Path) -> list[Path]:
    return sorted(folder.rglob("it.c.mako.py"))


def test_they_are_kept(copied: Path) -> None:
    assert template("it.c").render(name="a") == "/* a */\n"
    (first,) = kept(copied)
    first.write_text(first.read_text().replace("/* ", "/* kept: "))
    forget()
    assert template("it.c").render(name="a") == "/* kept: a */\n"


def test_one_that_has_changed_is_compiled_anew(copied: Path) -> None:
    template("it.c")
    (copied / "it.c.mako").write_text("// ${name}\n")
    forget()
    assert template("it.c").render(name="a") == "// a\n"
    assert len(kept(copied)) == 2


def test_all_are_kept_or_none(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a disk that fills: nothing is left half-written, and the template is there."""

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", full)
    assert template("it.c").render(name="a") == "/* a */\n"
    assert not kept(copied)
    assert not list((copied / "__pycache__").iterdir())


def test_nothing_is_kept_where_python_keeps_nothing(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert template("it.c").render(name="a") == "/* a */\n"
    assert not kept(copied)


def test_nothing_is_kept_where_nothing_can_be(copied: Path) -> None:
    (copied / "__pycache__").write_text("a file in the way")
    assert template("it.c").render(name="a") == "/* a */\n"
