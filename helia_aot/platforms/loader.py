"""Reads the data files of the platforms, each on first use. Knows no platform by name."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from helia_aot.errors import ConfigError
from helia_aot.kernels.instruction_sets import cores
from helia_aot.platforms.record import Board, Flags, Memory, Platform

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
    text = (_DIRECTORY / f"{name}.toml").read_text(encoding="utf-8")
    try:
        loaded = read_platform(tomllib.loads(text))
    except TypeError as error:
        raise ConfigError(f"platform {name}: {error}") from error
    _check(loaded, name)
    return loaded


def read_platform(data: Mapping[str, Any]) -> Platform:
    """The record of a data file; TypeError where a key is unknown or missing.

    What the values are is asked by the tests: the files are the package's own, and to have pydantic
    look at them takes longer than to plan most models.
    """
    own = dict(data)
    flags = {compiler: tuple(words) for compiler, words in own.pop("flags", {}).items()}
    memories = tuple(Memory(**memory) for memory in own.pop("memories", ()))
    board = own.pop("board", None)
    made = Board(**board) if board is not None else None
    return Platform(flags=Flags(**flags), memories=memories, board=made, **own)


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
        (p.cpu not in cores(), f"cpu {p.cpu!r} is not one of {', '.join(cores())}"),
        (
            (p.runs_on == "qemu") != (board is not None),
            "needs a board exactly when it runs on qemu",
        ),
        (not placed <= known, f"places the image in unknown memories {sorted(placed - known)}"),
    )
    for wrong, text in problems:
        if wrong:
            raise ConfigError(f"platform {name}: {text}")
