"""Reads the data files of the platforms, each on first use. Knows no platform by name."""

import tomllib
from functools import cache
from pathlib import Path

from helia_aot.errors import ConfigError
from helia_aot.ir.target import CPUS
from helia_aot.platforms.record import Platform

_DIRECTORY = Path(__file__).parent

PLATFORMS: tuple[str, ...] = tuple(sorted(p.stem for p in _DIRECTORY.glob("*.toml")))
"""Names of all platforms: one data file each."""


def platform(name: str) -> Platform:
    """The platform of that name."""
    if name not in PLATFORMS:
        raise ConfigError(f"unknown platform {name!r}: known are {', '.join(PLATFORMS)}")
    return _load(name)


@cache
def _load(name: str) -> Platform:
    # It is slow to import, and most uses of the package ask for no platform at all.
    from pydantic import TypeAdapter, ValidationError

    text = (_DIRECTORY / f"{name}.toml").read_text(encoding="utf-8")
    try:
        loaded = TypeAdapter(Platform).validate_python(tomllib.loads(text))
    except ValidationError as error:
        raise ConfigError(f"platform {name}: {error}") from error
    _check(loaded, name)
    return loaded


def _check(p: Platform, name: str) -> None:
    known = {m.name for m in p.memories}
    board = p.board
    placed = (
        {board.vectors, board.code, board.constants, board.data, board.stack}
        if board
        else set[str]()
    )
    problems = (
        (p.name != name, f"is called {p.name!r} inside"),
        (p.cpu not in CPUS, f"cpu {p.cpu!r} is not one of {', '.join(CPUS)}"),
        (
            (p.runs_on == "qemu") != (board is not None),
            "needs a board exactly when it runs on qemu",
        ),
        (not placed <= known, f"places the image in unknown memories {sorted(placed - known)}"),
    )
    for wrong, text in problems:
        if wrong:
            raise ConfigError(f"platform {name}: {text}")
