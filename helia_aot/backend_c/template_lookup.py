"""The templates by name. Knows Mako, and nothing of what they print."""

import os
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
    modules: dict[str, Any] = sys.modules
    known = modules.setdefault(_HIGHLIGHTER, None)  # None tells an import that there is nothing
    try:
        from mako.lookup import TemplateLookup  # pyright: ignore[reportMissingTypeStubs]
    finally:
        if known is None:
            del modules[_HIGHLIGHTER]
    return TemplateLookup([TEMPLATES], strict_undefined=True, module_directory=_compiled())


def _compiled() -> str | None:
    """Where compiled templates are kept from run to run: beside Python's own, and by content, since
    files out of a wheel may be older than what was compiled before them."""
    if sys.dont_write_bytecode:
        return None
    digest = blake2b(digest_size=8)
    for file in sorted(TEMPLATES.glob("*.mako")):
        digest.update(file.read_bytes())
    folder = Path(cache_from_source(str(TEMPLATES / "templates"))).parent / digest.hexdigest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return str(folder) if os.access(folder, os.W_OK) else None
