"""The kernels with a layout of their own, for cores that have the instructions for it.

Each module here has some of them: the descriptors, the packings that fill their constants, and the
size of their scratch. They are loaded when a program has one of their descriptors.
"""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import NamedTuple, Protocol

from helia_aot.ir.fields import Value
from helia_aot.ir.kernel import KernelHelper, Record
from helia_aot.ir.registry import Registry
from helia_aot.ir.types import Array


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


_MODULES = {
    "add_broadcast_s8_dsp": "dsp_add",
    "add_broadcast_s8_mve": "mve_add",
    "add_s8_dsp": "dsp_add",
    "add_s8_mve": "mve_add",
    "average_pool_2d_s8_dsp": "dsp_pool",
    "average_pool_2d_s8_mve": "mve_pool",
    "conv_2d_s8_dsp": "dsp_conv",
    "conv_2d_s8_mve": "mve_conv",
    "depthwise_any_s8_mve": "mve_depthwise_any",
    "depthwise_conv_2d_s8_dsp": "dsp_depthwise",
    "depthwise_conv_2d_s8_dsp_taps": "dsp_taps",
    "depthwise_conv_2d_s8_mve": "mve_depthwise",
    "fully_connected_s8_dsp": "dsp_fully_connected",
    "fully_connected_s8_mve": "mve_fully_connected",
    "max_pool_2d_s8_dsp": "dsp_pool",
    "max_pool_2d_s8_mve": "mve_pool",
}


def _find(module: ModuleType, kind: str) -> Kind:
    """The kind among those of its module."""
    for found in module.KINDS:
        if found.record.kind == kind:
            return found
    raise ImportError(f"{module.__name__} has no {kind}")


KINDS = Registry({kind: f"{__name__}.{module}" for kind, module in _MODULES.items()}, _find)
"""Every kind of descriptor that only cores with more instructions have kernels for, by its name."""


def own_kernel(name: str, kind: str = "") -> KernelHelper:
    """A kernel of int8 that no other provider has; its descriptor may be that of others too."""
    return KernelHelper(name, kind or name, name, "int8_t", "")


def integers(numbers: Mapping[str, Value]) -> dict[str, int]:
    """The number fields that layouts and sizes depend on."""
    return {name: n for name, n in numbers.items() if isinstance(n, int)}
