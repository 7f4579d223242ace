"""The sources of the runtime as tests compile them."""

import re
from collections.abc import Iterable
from pathlib import Path

from helia_aot.backend_c.runtime_sources import Source, files

FILES = [path for paths in files().values() for path in paths]
INCLUDES = [f"-I{folder}" for folder in sorted({path.parent for path in FILES})]
"""So that a source finds what it includes, wherever that stands."""


def bodies(name: str = "") -> list[Path]:
    """The sources to compile whose names match."""
    found = [path for path in FILES if path.suffix in (".c", ".S")]
    return sorted(path for path in found if re.search(name, path.stem))


def write(folder: Path, sources: Iterable[Source]) -> list[Path]:
    """Writes sources as a module has them, in one folder; those to compile."""
    for source in sources:
        (folder / source.name).write_text(source.text)
    return sorted(folder / s.name for s in sources if not s.name.endswith(".h"))
