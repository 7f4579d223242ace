"""The templates by name. Knows Mako, and nothing of what they print.

They are compiled when the package is built, because that takes longer than printing a module.
Templates that have changed since then are compiled in memory.
"""

import sys
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any

TEMPLATES = Path(__file__).parent / "templates"
"""A file per file of a module, and in `parts/` what those include."""

COMPILED = "helia_aot.backend_c.compiled_templates"
"""The package that the build makes of them."""

_HIGHLIGHTER = "mako.ext.pygmentplugin"
"""Mako's, for HTML error pages, which nobody sees here: it takes longer to import than Mako."""


@cache
def template(name: str) -> Any:
    """One template, compiled: `model.c`."""
    return _collection().get_template(f"{name}.mako")


def compile_to(folder: Path) -> None:
    """Write the package: a module for each template, and what it was made of. The same templates
    give the same bytes, whenever they are compiled."""
    mako = _mako()
    folder.mkdir(parents=True, exist_ok=True)
    for file in _files():
        made = mako.template.Template(file.read_text("utf-8"), uri=file.name, strict_undefined=True)
        lines = [x for x in made.code.splitlines() if not x.startswith("_modified_time")]
        (folder / f"{_module(file.name)}.py").write_text("\n".join([*lines, ""]), "utf-8")
    (folder / "__init__.py").write_text(f'DIGEST = "{_digest()}"\n', "utf-8")


@cache
def _collection() -> Any:
    """What finds a template by its file's name, for those that include others too."""
    mako = _mako()
    if not _is_compiled():
        return mako.lookup.TemplateLookup([TEMPLATES, TEMPLATES / "parts"], strict_undefined=True)

    class Compiled(mako.lookup.TemplateCollection):
        def get_template(self, uri: str, relativeto: str | None = None) -> Any:
            module = import_module(f"{COMPILED}.{_module(uri)}")
            return mako.template.ModuleTemplate(module, lookup=self)

    return Compiled()


def _is_compiled() -> bool:
    """Whether the package is there, made of these templates by this Mako."""
    try:
        package = import_module(COMPILED)
    except ModuleNotFoundError as e:
        if e.name != COMPILED:
            raise
        return False
    return getattr(package, "DIGEST", "") == _digest()  # a folder alone is a package as well


def _digest() -> str:
    found = blake2b(str(_mako().codegen.MAGIC_NUMBER).encode(), digest_size=16)
    for file in _files():
        found.update(b"\0" + file.name.encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


def _files() -> list[Path]:
    return sorted(TEMPLATES.rglob("*.mako"))


def _module(uri: str) -> str:
    """`model.c.mako` as a name for Python."""
    return uri.removesuffix(".mako").replace(".", "_")


def _mako() -> Any:
    """Mako with all that is used of it."""
    modules: dict[str, Any] = sys.modules
    known = modules.setdefault(_HIGHLIGHTER, None)  # None tells an import that there is nothing
    try:
        import_module("mako.lookup")
    finally:
        if known is None:
            del modules[_HIGHLIGHTER]
    return import_module("mako")
