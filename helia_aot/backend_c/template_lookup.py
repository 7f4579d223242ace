"""The templates by name. Knows Mako, and nothing of what they print."""

import os
import shutil
import sys
from functools import cache
from hashlib import blake2b
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

TEMPLATES = Path(__file__).parent / "templates"

_HIGHLIGHTER = "mako.ext.pygmentplugin"
"""Mako's, for HTML error pages, which nobody sees here: it takes longer to import than Mako."""


@cache
def template(name: str) -> Any:
    """One template, compiled: `model.c`."""
    return _lookup().get_template(f"{name}.mako")


@cache
def _lookup() -> Any:
    folder = _kept()
    if folder is not None and not os.path.exists(folder):  # `Path` raises where it may not look
        _compile(folder)
    usable = folder is not None and os.access(folder, os.R_OK | os.X_OK)
    return _lookup_in(folder if usable else None)


def _lookup_in(folder: Path | None) -> Any:
    modules: dict[str, Any] = sys.modules
    known = modules.setdefault(_HIGHLIGHTER, None)  # None tells an import that there is nothing
    try:
        from mako.lookup import TemplateLookup  # pyright: ignore[reportMissingTypeStubs] # has none
    finally:
        if known is None:
            del modules[_HIGHLIGHTER]
    kept = None if folder is None else str(folder)
    return TemplateLookup([TEMPLATES], strict_undefined=True, module_directory=kept)


def _kept() -> Path | None:
    """Where compiled templates are kept from run to run: beside Python's own. By content, since
    files out of a wheel may be older than what was compiled before them, and by their times, so
    that Mako never finds one to write again."""
    if sys.dont_write_bytecode:
        return None
    digest = blake2b(digest_size=8)
    for file in sorted(TEMPLATES.glob("*.mako")):
        digest.update(f"{file.name} {file.stat().st_mtime_ns} ".encode() + file.read_bytes())
    return Path(cache_from_source(str(TEMPLATES / "templates"))).parent / digest.hexdigest()


def _compile(folder: Path) -> None:
    """All of them or none: a disk that is full or read-only costs time, and no conversion."""
    partial = folder.with_name(f".{folder.name}-{os.getpid()}")
    try:
        partial.mkdir(parents=True)
        lookup = _lookup_in(partial)
        for file in TEMPLATES.glob("*.mako"):
            lookup.get_template(file.name)
        partial.rename(folder)
    except OSError:
        shutil.rmtree(partial, ignore_errors=True)
