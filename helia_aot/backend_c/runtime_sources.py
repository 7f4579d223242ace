"""The C sources of the runtime by their names: which a module needs, wherever they stand.

Folders are for readers: a name is there once, and a module has its sources in one folder. A name
that no file has is an instance of a family (`instances.py`). Knows files and what they include, and
no kernel.
"""

import os
import re
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from helia_aot.backend_c.instances import Family, heading, instance, likeliest

_PRINTED = {"helia_kernels"}
"""What sources include that is no file of the runtime, but printed into every module."""


class Source(NamedTuple):
    """A source of a module, under the runtime's names."""

    name: str
    text: str
    path: Path
    """The file that it is, or was made from."""


def runtime_directory(provider: str = "bundled") -> Path:
    """Where the runtime's C sources are: in the package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    folder = "cmsis_nn" if provider == "cmsis-nn" else "cmsis"
    installed = package / "runtime" / folder
    return installed if installed.is_dir() else package.parent / "runtime" / folder


@cache
def files(provider: str = "bundled") -> dict[str, list[Path]]:
    """The files of a provider by their stems: a kernel's, its assembly's and their header's."""
    found: dict[str, list[Path]] = {}
    for folder, _, names in os.walk(runtime_directory(provider)):
        for name in sorted(names):
            found.setdefault(name.partition(".")[0], []).append(Path(folder, name))
    return found


@cache
def find(stem: str, provider: str = "bundled") -> tuple[Source, ...]:
    """The sources of that name, as they stand or made from the family whose instance it is; none
    where the runtime has no such name."""
    if there := files(provider).get(stem):
        return tuple(Source(path.name, path.read_text(), path) for path in there)
    for source in likeliest(files(provider), stem):
        if made := _made(source, stem, provider):
            return made
    return ()


def exists(stem: str, provider: str = "bundled") -> bool:
    return bool(find(stem, provider))


def _made(source: str, stem: str, provider: str) -> tuple[Source, ...]:
    """The instance of that name of a source; none where it is not one of its."""
    texts = {path: path.read_text() for path in files(provider)[source]}
    family = next(filter(None, map(Family.of, texts.values())), None)
    values = family.values(stem, partial(exists, provider=provider)) if family else None
    if family is None or values is None:
        return ()
    make = instance(family, source, stem, values)
    return tuple(
        Source(f"{stem}{path.suffix}", heading(path.name, values) + make(text), path)
        for path, text in texts.items()
    )


def closure(stems: Iterable[str], provider: str = "bundled") -> dict[str, Source]:
    """The sources of those names and of all that they include, by file name."""
    pending, seen = list(stems), set(_PRINTED)
    found: dict[str, Source] = {}
    while pending:
        stem = pending.pop()
        if stem in seen:
            continue
        seen.add(stem)
        sources = find(stem, provider)
        if not sources:
            raise FileNotFoundError(f"the runtime has no {stem}, nor a family that makes it")
        for source in sources:
            found[source.name] = source
            pending += re.findall(r'#include "(helia_\w+)\.h"', source.text)
    return found
