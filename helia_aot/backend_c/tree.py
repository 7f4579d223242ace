"""Writing a module's files: all of them, or none."""

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from helia_aot.errors import ConfigError

MARKER = "includes-api"
"""A directory that holds this is a module, and may be written over."""

OWN = ("CMakeLists.txt", "LICENSE", "README.md", MARKER, "src", "sidecars", "*_residency.json")
"""What a module's folder has of a module; anything else in it is the user's, and stays."""

Move = tuple[Path, Path]
"""From where to where."""


def write_tree(directory: Path, files: Mapping[str, str | bytes]) -> list[Path]:
    """Write `files` below `directory`; a failure leaves what was there before."""
    place = Path(os.path.realpath(directory))
    if place.exists() and not place.is_dir():
        raise ConfigError(f"{directory} is not a directory")
    if place.is_dir() and any(place.iterdir()) and not (place / MARKER).is_dir():
        raise ConfigError(f"{directory} is not empty and holds no module: choose another -o")
    stays = _must_stay(place)
    beside = place if stays else place.parent
    beside.mkdir(parents=True, exist_ok=True)
    with _temporary(beside, directory) as temp:
        fresh, old = Path(temp) / "new", Path(temp) / "old"
        _write(fresh, files)
        _move_all(list(_parts(place, fresh, old) if stays else _whole(place, fresh, old)))
    return [directory / name for name in files]


def _must_stay(place: Path) -> bool:
    """Whether a directory must stay the same one: it is a mount, or something stands in it that is
    not the module's, be it a shell or a file."""
    if place.is_mount() or place == Path.cwd():
        return True
    return place.is_dir() and not all(map(_is_own, place.iterdir()))


def _is_own(entry: Path) -> bool:
    return any(fnmatchcase(entry.name, pattern) for pattern in OWN)


def _temporary(beside: Path, directory: Path) -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(dir=beside, prefix=f".{directory.name}-")
    except OSError as e:  # it names a folder that nobody has heard of
        raise type(e)(e.errno, e.strerror, str(directory)) from e


def _write(fresh: Path, files: Mapping[str, str | bytes]) -> None:
    for name, content in files.items():
        path = fresh / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def _whole(place: Path, fresh: Path, old: Path) -> Iterator[Move]:
    if place.exists():
        yield place, old
    yield fresh, place


def _parts(place: Path, fresh: Path, old: Path) -> Iterator[Move]:
    """The same entry by entry; `old` lies below `place`."""
    old.mkdir()
    yield from ((p, old / p.name) for p in place.iterdir() if _is_own(p))
    yield from ((p, place / p.name) for p in fresh.iterdir())


def _move_all(moves: Sequence[Move]) -> None:
    """All of them, or none: an interrupt counts as a failure, too."""
    try:
        for source, target in moves:
            source.rename(target)
    except BaseException:
        for source, target in reversed(moves):
            if target.exists() and not source.exists():
                target.rename(source)
        raise
