"""C has one layout, `.clang-format`: that of the runtime, and that of what is generated."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from helia_aot import AotConverter, ConvertArgs
from helia_aot.backend_c.runtime_sources import exists
from tests.paths import DIGITS, ROOT

TABLES = "_constants.c"
"""Numbers, as many as fit on a line."""

SECTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "calls": {"module": {"schedule": "calls", "callbacks": True, "checks": True}},
    "bound": {"memory": {"allocate_arenas": False, "io": "application"}},
    "staged": {
        "target": {"platform": "mps3-an547"},
        "memory": {
            "tensors": [{"type": "constant", "attributes": {"constant_destination_memory": "dtcm"}}]
        },
    },
    "m4": {"target": {"platform": "mps2-an386"}},
    "cmsis-nn": {"module": {"provider": "cmsis-nn"}, "target": {"platform": "mps2-an386"}},
}


def misplaced(files: Iterable[Path]) -> str:
    """What the formatter would change, in its words."""
    style = f"--style=file:{ROOT / '.clang-format'}"
    command = [str(Path(sys.executable).with_name("clang-format")), style, "--dry-run"]
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=True)
    return done.stderr


def test_the_runtime() -> None:
    files = sorted((ROOT / "runtime").rglob("*.[ch]"))
    assert files
    assert not misplaced(files)


@pytest.mark.parametrize("name", SECTIONS)
def test_what_is_generated(tmp_path: Path, name: str) -> None:
    """But for the names in the model, which are as long as they are."""
    sections = SECTIONS[name]
    module = {"path": str(tmp_path / "m"), "prefix": "digits", "names": False}
    made: dict[str, Any] = {**sections, "module": {**module, **sections.get("module", {})}}
    result = AotConverter(ConvertArgs(model=DIGITS, **made)).convert()
    own = [p for p in result.files if p.suffix in (".c", ".h") and not p.name.endswith(TABLES)]
    assert not misplaced(p for p in own if not is_runtime(p))


def is_runtime(path: Path) -> bool:
    """A copy of the runtime, where a prefix of another length moves what stands behind it."""
    name = path.name.replace("digits_", "helia_", 1)
    stem = name.partition(".")[0]
    return exists(stem) or exists(stem, "cmsis-nn")
