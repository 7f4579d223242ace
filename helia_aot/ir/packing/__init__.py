"""Packings: how constants are stored for a kernel's inner loop, each with its exact inverse."""

from collections.abc import Mapping
from typing import Protocol

from helia_aot.ir.fields import Value
from helia_aot.ir.types import Array


class Packing(Protocol):
    """One weight layout. `unpack(pack(c)) == c` for all constants it accepts."""

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


PACKINGS: dict[str, Packing] = {}
"""Every packing by the name that `aot.kernel ... packs` gives."""
