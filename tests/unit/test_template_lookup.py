"""Templates are compiled when the package is built, and anew where they have changed since."""

import sys
from collections.abc import Generator
from importlib import invalidate_caches
from pathlib import Path

import pytest

from helia_aot.backend_c import template_lookup
from helia_aot.backend_c.template_lookup import compile_to, template

COMPILED = "compiled_templates_of_a_test"


@pytest.fixture(autouse=True)
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path, None, None]:
    """Two templates, one of which includes the other; nothing is compiled yet."""
    (tmp_path / "it.c.mako").write_text('/* ${name} */\n<%include file="other.mako"/>')
    (tmp_path / "other.mako").write_text("// ${name}\n")
    monkeypatch.setattr(template_lookup, "TEMPLATES", tmp_path)
    monkeypatch.setattr(template_lookup, "COMPILED", COMPILED)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def forget() -> None:
    """As a new process."""
    invalidate_caches()
    template.cache_clear()
    template_lookup._collection.cache_clear()  # pyright: ignore[reportPrivateUsage] # it lasts as long as a process
    for name in [n for n in sys.modules if n.startswith(COMPILED)]:
        del sys.modules[name]


def text() -> str:
    return template("it.c").render(name="a")


def test_they_are_compiled_in_memory() -> None:
    assert text() == "/* a */\n// a\n"


@pytest.mark.parametrize("name", ["it_c", "other"])
def test_what_the_build_made_is_used(templates: Path, name: str) -> None:
    compile_to(templates / COMPILED)
    module = templates / COMPILED / f"{name}.py"
    module.write_text(module.read_text().replace("\\n", " built\\n"))
    assert text().count(" built") == 1


def test_the_build_makes_the_same_bytes(templates: Path) -> None:
    for name in ("a", "b"):
        compile_to(templates / name)
    made = [{p.name: p.read_bytes() for p in (templates / name).iterdir()} for name in ("a", "b")]
    assert made[0] == made[1]
    assert set(made[0]) == {"__init__.py", "it_c.py", "other.py"}
    assert not any(str(templates).encode() in data for data in made[0].values())


@pytest.mark.parametrize(
    ("name", "new", "seen"),
    [
        ("it.c.mako", "/* new ${name} */\n", "/* new a */\n"),
        ("other.mako", "// new ${name}\n", "/* a */\n// new a\n"),
    ],
)
def test_what_has_changed_since_is_compiled_anew(
    templates: Path, name: str, new: str, seen: str
) -> None:
    compile_to(templates / COMPILED)
    (templates / name).write_text(new)
    assert text() == seen


def test_a_folder_without_them_is_none(templates: Path) -> None:
    (templates / COMPILED / "__pycache__").mkdir(parents=True)
    assert text() == "/* a */\n// a\n"
