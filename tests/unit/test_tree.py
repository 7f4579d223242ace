"""A module's folder is replaced whole or not at all, and stays the folder that it was."""

from collections.abc import Callable
from pathlib import Path

import pytest

from helia_aot.backend_c.tree import write_tree
from helia_aot.errors import ConfigError

OLD = {"includes-api/m.h": "old", "src/old.c": "old"}
NEW = {"includes-api/m.h": "new", "src/new.c": b"new"}


def content(directory: Path) -> dict[str, str]:
    paths = (p for p in directory.rglob("*") if p.is_file())
    return {p.relative_to(directory).as_posix(): p.read_text() for p in paths}


def elsewhere(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder can be renamed."""


def inside(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It must stay: a shell stands in it."""
    monkeypatch.chdir(directory)


Stand = Callable[[Path, pytest.MonkeyPatch], None]


@pytest.mark.parametrize("stand", [elsewhere, inside])
def test_a_module_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stand: Stand
) -> None:
    directory = tmp_path / "m"
    write_tree(directory, OLD)
    stand(directory, monkeypatch)
    assert write_tree(directory, NEW) == [directory / name for name in NEW]
    assert content(directory) == {"includes-api/m.h": "new", "src/new.c": "new"}
    assert [p.name for p in tmp_path.iterdir()] == ["m"]


@pytest.mark.parametrize("stand", [elsewhere, inside])
@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
@pytest.mark.parametrize("step", range(1, 5))
def test_what_fails_leaves_what_was_there(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stand: Stand,
    error: type[BaseException],
    step: int,
) -> None:
    directory, count = tmp_path / "m", 0
    write_tree(directory, OLD)
    stand(directory, monkeypatch)
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        nonlocal count
        count += 1
        if count == step:
            raise error
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    if step > 2 and stand is elsewhere:
        write_tree(directory, OLD)  # there are but two steps, and neither fails
    else:
        with pytest.raises(error):
            write_tree(directory, NEW)
    assert content(directory) == OLD
    assert [p.name for p in tmp_path.iterdir()] == ["m"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    write_tree(tmp_path / "link", NEW)
    assert (tmp_path / "link").is_symlink()
    assert "src/new.c" in content(tmp_path / "real")


def test_an_empty_working_directory_can_be_the_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_tree(Path(), NEW)
    assert (Path.cwd() / "src" / "new.c").exists()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("mine")
    with pytest.raises(ConfigError, match="is not a directory"):
        write_tree(tmp_path / "f", NEW)
    assert (tmp_path / "f").read_text() == "mine"
