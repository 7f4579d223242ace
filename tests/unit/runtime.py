"""The sources of the runtime as tests compile them."""

import re
from pathlib import Path

from helia_aot.backend_c.runtime_sources import sources

INCLUDES = [f"-I{folder}" for folder in sorted({path.parent for path in sources().values()})]
"""So that a source finds what it includes, wherever that stands."""


def bodies(name: str) -> list[Path]:
    """The sources to compile whose names match."""
    found = [path for path in sources().values() if path.suffix in (".c", ".S")]
    return sorted(path for path in found if re.search(name, path.stem))
