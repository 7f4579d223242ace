"""The parts of Arm's CMSIS-NN that a module calls, compiled from the folder in CMSIS_NN_ROOT.

Knows how that folder is laid out: headers in `Include`, below `Source` C files whose functions are
named `arm_*`. None of it is part of this project.
"""

import os
import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

from helia_aot.errors import VerificationError
from helia_aot.verify.toolchain import Toolchain, call

ROOT = "CMSIS_NN_ROOT"
SUPPORTED = "7.0.0 or later"
_SINCE = ("REVERSE_TCOL_EFFICIENT_THRESHOLD", "arm_fully_connected_per_channel_s8")
"""In the headers since then, of which none has a number of the version."""

# GCC 12.2 fails on one function for MVE; CMSIS-NN has a way around it, which changes no result.
_OPTIONS = ("-std=gnu99", "-O2", "-w", "-ffunction-sections", "-DARM_GCC_12_2_ICE")
_DEFINITION = re.compile(r"^(?!static\b|__STATIC)(?:\w+[ *]+)+(arm_\w+)\(", re.MULTILINE)
_JOBS = 2


def root() -> Path:
    """The folder that the user names."""
    found = os.environ.get(ROOT)
    if not found:
        raise VerificationError(
            f"provider cmsis-nn: {ROOT} does not name a folder of CMSIS-NN ({SUPPORTED}):"
            " set it in the environment"
        )
    return _checked(Path(found).absolute())


@cache
def _checked(path: Path) -> Path:
    """The folder, which has sources that this project works with."""
    if not (path / "Include" / "arm_nnfunctions.h").is_file():
        raise VerificationError(f"provider cmsis-nn: {path} ({ROOT}) is not CMSIS-NN")
    headers = "".join(h.read_text(errors="replace") for h in sorted((path / "Include").glob("*.h")))
    if not all(name in headers for name in _SINCE):
        raise VerificationError(
            f"provider cmsis-nn: {path} ({ROOT}) is a version of CMSIS-NN that is not supported:"
            f" take {SUPPORTED}"
        )
    return path


def include_options() -> tuple[str, ...]:
    """Its headers are not ours to warn about."""
    return "-isystem", str(root() / "Include")


def objects(entry_points: Iterable[str], toolchain: Toolchain, directory: Path) -> list[str]:
    """The compiled sources of functions and of all that they call, in a directory."""
    sources = _closure(root(), tuple(sorted(entry_points)))
    _folder()  # made before anyone can make it twice
    with ThreadPoolExecutor(_JOBS) as pool:
        jobs = [pool.submit(_compiled, root(), source, toolchain) for source in sources]
        compiled = [job.result() for job in jobs]
    return [str(copy(source, directory)) for source in compiled]


@cache
def _closure(root: Path, entry_points: tuple[str, ...]) -> Sequence[Path]:
    where = _definitions(root)
    pending, found = list(entry_points), set[Path]()
    for name in entry_points:
        if name not in where:
            raise VerificationError(f"provider cmsis-nn: {root} does not define {name}")
    while pending:
        path = where.get(pending.pop())
        if path is not None and path not in found:
            found.add(path)
            pending += re.findall(r"\barm_\w+", path.read_text(errors="replace"))
    return sorted(found)


@cache
def _definitions(root: Path) -> dict[str, Path]:
    """The file of every function."""
    files = sorted((root / "Source").rglob("*.c"))
    texts = ((path, path.read_text(errors="replace")) for path in files)
    return {name: path for path, text in texts for name in _DEFINITION.findall(text)}


@cache
def _folder() -> TemporaryDirectory[str]:
    """Where objects are kept while this process runs."""
    return TemporaryDirectory(prefix="helia-aot-")


@cache
def _compiled(root: Path, source: Path, toolchain: Toolchain) -> str:
    folder = Path(_folder().name, str(abs(hash(toolchain))))
    folder.mkdir(exist_ok=True)
    out = folder / f"{source.name}.o"
    options = (*_OPTIONS, f"-I{root / 'Include'}")
    call((*toolchain.compile, *options, "-c", str(source), "-o", str(out)))
    return str(out)
