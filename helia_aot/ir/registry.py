"""Registries: by name, what stands in modules that are loaded when it is asked for.

To load all of them takes as long as to convert a model. Knows the names of modules, and nothing of
what is in them.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import TypeVar

Entry = TypeVar("Entry")


class Registry(Mapping[str, Entry]):
    """Entries by name; to ask whether there is one, or for all names, loads nothing."""

    def __init__(
        self, modules: Callable[[], Mapping[str, str]], find: Callable[[ModuleType, str], Entry]
    ):
        self.modules = modules
        """Where the entry of every name is, now: more may be registered later."""
        self.find = find
        """The entry of a name in its loaded module."""
        self.loaded: dict[str, Entry] = {}

    def __getitem__(self, name: str) -> Entry:
        if name not in self.loaded:
            self.loaded[name] = self.find(import_module(self.modules()[name]), name)
        return self.loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self.modules()

    def __iter__(self) -> Iterator[str]:
        return iter(self.modules())

    def __len__(self) -> int:
        return len(self.modules())
