"""The C sources of the runtime by their names: which a module needs, wherever they stand.

Folders are for readers: a name is there once, and a module has its sources in one folder. Knows
files and what they include, and no kernel.
"""

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path


def runtime_directory(provider: str = "bundled") -> Path:
    """Where the runtime's C sources are: in the package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    folder = "cmsis_nn" if provider == "cmsis-nn" else "cmsis"
    installed = package / "runtime" / folder
    return installed if installed.is_dir() else package.parent / "runtime" / folder


@cache
def sources(provider: str = "bundled") -> dict[str, Path]:
    """Every source of a provider by its name."""
    tree = os.walk(runtime_directory(provider))
    return {name: Path(folder, name) for folder, _, names in tree for name in names}


def closure(names: Iterable[str], provider: str = "bundled") -> set[Path]:
    """The sources of those names, with what they include and what stands beside that; names that
    a provider has not are left out."""
    known, pending = sources(provider), list(names)
    found: set[Path] = set()
    while pending:
        path = known.get(pending.pop())
        if path is None or path in found:
            continue
        found.add(path)
        pending += re.findall(r'#include "(helia_\w+\.h)"', path.read_text())
        pending += [f"{path.stem}.c", f"{path.stem}.S"]
    return found
