"""The data files of the platforms."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from helia_aot import platforms
from helia_aot.errors import ConfigError
from helia_aot.platforms import PLATFORMS, Platform, loader, platform

FILES = Path(platforms.__file__).parent
GOOD = """
name = "it"
description = "a board"
cpu = "cortex-m4"
runs_on = "qemu"
[[memories]]
name = "sram"
base = 0
size = 1024
[board]
machine = "it"
clock_hz = 1
vectors = "sram"
code = "sram"
constants = "sram"
data = "sram"
stack = "sram"
"""


@pytest.mark.parametrize("name", PLATFORMS)
def test_values_have_the_types_of_the_record(name: str) -> None:
    data = tomllib.loads((FILES / f"{name}.toml").read_text())
    strict: Any = TypeAdapter(Platform).validate_python(data)
    assert strict == platform(name)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("runs_on", "color = 1\nruns_on", "color"),
        ('description = "a board"', "", "description"),
        ("size = 1024", "size = 1024\nspeed = 1", "speed"),
        ("clock_hz = 1", "", "clock_hz"),
        ('name = "it"', 'name = "other"', "is called 'other' inside"),
        ("cortex-m4", "cortex-z", "cpu 'cortex-z' is not one of"),
        ('runs_on = "qemu"', 'runs_on = "host"', "exactly when it runs on qemu"),
        ('stack = "sram"', 'stack = "moon"', "unknown memories ['moon']"),
    ],
)
def test_a_wrong_file_says_what_is_wrong(
    old: str, new: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loader, "_DIRECTORY", tmp_path)
    (tmp_path / "it.toml").write_text(GOOD.replace(old, new, 1))
    with pytest.raises(ConfigError, match="platform it: ") as caught:
        loader._load.__wrapped__("it")  # pyright: ignore[reportPrivateUsage] # a name that is not listed
    assert words in str(caught.value)


def test_a_right_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "_DIRECTORY", tmp_path)
    (tmp_path / "it.toml").write_text(GOOD)
    read = loader._load.__wrapped__("it")  # pyright: ignore[reportPrivateUsage] # a name that is not listed
    assert read.board is not None
    assert read.board.stack_bytes == 0x20000
    assert read.memory("sram").size == 1024
