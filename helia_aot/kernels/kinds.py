"""The kernels with a layout of their own, for cores that have the instructions for it.

A file of an instruction set has some of them: the descriptors, the packings that fill their
constants, and the size of their scratch. They are loaded when a program has one of their
descriptors.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple, Protocol

from helia_aot.ir.fields import Value
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.registry import Registry
from helia_aot.ir.types import Array
from helia_aot.kernels.instruction_sets import SETS
from helia_aot.kernels.kernel import Record


class Packing(Protocol):
    """How constants are stored for an inner loop. `unpack(pack(c)) == c` for all c it accepts."""

    name: str

    def pack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        """The CONSTANT fields of the record from the constants of the graph."""
        ...

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        """The constants of the graph from the CONSTANT fields of the record."""
        ...


class Kind(NamedTuple):
    """All that there is to one kind of descriptor."""

    record: Record
    packings: tuple[Packing, ...] = ()
    """Those that fill its constants, by the weights that they take."""
    scratch: Callable[[Mapping[str, int]], int] | None = None
    """Bytes of its scratch, from its numbers; None where it has none."""

    def packing(self, name: str) -> Packing:
        """The one that `aot.kernel ... packs` names."""
        for found in self.packings:
            if found.name == name:
                return found
        raise KeyError(name)


def _find(module: ModuleType, kind: str) -> Kind:
    """The kind among those of its module."""
    for found in module.KINDS:
        if found.record.kind == kind:
            return found
    raise ImportError(f"{module.__name__} has no {kind}")


def _modules() -> Mapping[str, str]:
    return _modules_of(tuple(SETS.values()))


@cache
def _modules_of(packages: tuple[str, ...]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for package in packages:
        kinds: Mapping[str, str] = import_module(package).KINDS
        found |= {kind: f"{package}.{module}" for kind, module in kinds.items()}
    return dict(sorted(found.items()))


KINDS = Registry(_modules, _find)
"""Every kind of descriptor that only cores with more instructions have kernels for, by its name."""


def own_kernel(name: str, kind: str = "") -> KernelHelper:
    """A kernel of int8 that no other provider has; its descriptor may be that of others too."""
    return KernelHelper(name, kind or name, name, "int8_t", "")


def integers(numbers: Mapping[str, Value]) -> dict[str, int]:
    """The number fields that layouts and sizes depend on."""
    return {name: n for name, n in numbers.items() if isinstance(n, int)}
