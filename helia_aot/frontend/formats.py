"""Which file formats there are, and how a file is known as one. Knows no format but by name: the
module that reads one is loaded with the first file of it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

HEAD = 64
"""A file's format shows in its first bytes, at most so many."""


class Format(NamedTuple):
    """A file format of models."""

    name: str
    """As in `helia-opt -f`; with a dot before it, the suffix of its files."""
    identifier: bytes
    """What stands in every file of it."""
    offset: int
    """Where in the file it stands."""
    module: str
    """Has `import_model(data, name, *, subgraph, signature, hooks)`, which makes the `tfl` module
    of a file's bytes."""

    def begins(self, head: bytes) -> bool:
        """Whether a file with these first bytes is of the format."""
        return head[self.offset :].startswith(self.identifier)

    def reader(self) -> Callable[..., ModuleOp]:
        """Its `import_model`."""
        return import_module(self.module).import_model


LITERT = Format("tflite", b"TFL3", 4, "helia_aot.frontend.litert.graph")

FORMATS: dict[str, Format] = {LITERT.name: LITERT}
"""By name; another format is a folder beside `litert/` and an entry here."""


def suffix(name: str) -> str:
    """What a file's name says of its format."""
    return Path(name).suffix.removeprefix(".").lower()


def known_format(head: bytes, name: str) -> Format | None:
    """The format of a file: what its first bytes say, else its name."""
    found = (format for format in FORMATS.values() if format.begins(head))
    return next(found, FORMATS.get(suffix(name)))


def format_of(data: bytes, name: str) -> Format:
    """The same for what must be a model: of no known format it is LiteRT's to refuse."""
    return known_format(data[:HEAD], name) or LITERT
