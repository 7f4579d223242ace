"""A module is replaced whole or not at all, and what else its folder holds stays."""

from collections.abc import Callable
from pathlib import Path

import pytest

from helia_aot.backend_c.tree import write_tree
from helia_aot.driver import AotConverter, ConvertArgs
from helia_aot.errors import ConfigError
from tests.paths import DIGITS

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
def test_what_the_user_put_there_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stand: Stand
) -> None:
    directory = tmp_path / "m"
    write_tree(directory, {**OLD, "m_residency.json": "old", "sidecars/m.bin": b"old"})
    mine = {"main.c": "mine", "build/m.o": "mine", ".git/HEAD": "mine"}
    for name, text in mine.items():
        (directory / name).parent.mkdir(exist_ok=True)
        (directory / name).write_text(text)
    stand(directory, monkeypatch)
    write_tree(directory, NEW)
    assert content(directory) == {"includes-api/m.h": "new", "src/new.c": "new", **mine}
    names = {p.name for p in directory.iterdir()}
    assert names == {"includes-api", "src", "main.c", "build", ".git"}


def test_all_that_is_emitted_is_the_modules_own(tmp_path: Path) -> None:
    """Else it would stay when the module is replaced."""
    memory = {"allocate_arenas": False, "dump_residency_json": True}
    args = ConvertArgs(model=DIGITS, module={"path": tmp_path / "m"}, memory=memory)
    made = AotConverter(args).convert()
    assert any(p.parent.name == "sidecars" for p in made.files)
    write_tree(tmp_path / "m", NEW)
    assert content(tmp_path / "m") == {"includes-api/m.h": "new", "src/new.c": "new"}


@pytest.mark.parametrize("name", ["CMakeLists.txt", "kws_residency.json"])
def test_a_module_is_known_by_its_own_entries(name: str, tmp_path: Path) -> None:
    write_tree(tmp_path / "m", {**OLD, name: "old"})
    write_tree(tmp_path / "m", NEW)
    assert name not in content(tmp_path / "m")


def test_an_error_names_the_folder_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", "/somewhere/.m-abc")

    monkeypatch.setattr("tempfile.TemporaryDirectory", refused)
    with pytest.raises(PermissionError) as caught:
        write_tree(tmp_path / "m", NEW)
    assert caught.value.filename == str(tmp_path / "m")


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
