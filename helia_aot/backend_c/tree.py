"""Writing a module's files: all of them, or none."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

from helia_aot.errors import ConfigError

MARKER = "includes-api"
"""A directory that holds this is a module, and may be written over."""


def write_tree(directory: Path, files: Mapping[str, str | bytes]) -> list[Path]:
    """Write `files` below `directory`; a failure leaves what was there before."""
    if directory.exists() and not directory.is_dir():
        raise ConfigError(f"{directory} is not a directory")
    if directory.is_dir() and any(directory.iterdir()) and not (directory / MARKER).is_dir():
        raise ConfigError(f"{directory} is not empty and holds no module: choose another -o")
    directory.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=directory.parent, prefix=f".{directory.name}-") as temp:
        fresh = Path(temp) / "new"
        for name, content in files.items():
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            data = content if isinstance(content, bytes) else content.encode()
            path.write_bytes(data)
        if directory.exists():
            directory.rename(Path(temp) / "old")
        fresh.rename(directory)
    return [directory / name for name in files]
