"""Packings: how constants are stored for a kernel's inner loop, each with its exact inverse."""

from collections.abc import Mapping
from typing import Protocol

from helia_aot.ir.fields import Value
from helia_aot.ir.packing import mve_conv, mve_depthwise, mve_depthwise_any, mve_fully_connected
from helia_aot.ir.packing.dsp_conv import ConvPacking, SingleDepthwisePacking
from helia_aot.ir.packing.dsp_depthwise import DepthwisePacking
from helia_aot.ir.packing.dsp_fully_connected import FullyConnectedPacking
from helia_aot.ir.packing.dsp_taps import TapsPacking
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


_ALL: tuple[Packing, ...] = (
    ConvPacking(),
    DepthwisePacking(),
    FullyConnectedPacking(),
    SingleDepthwisePacking(),
    TapsPacking(),
    mve_conv.ConvPacking(),
    mve_conv.RowsPacking(),
    mve_conv.SingleDepthwisePacking(),
    mve_depthwise.DepthwisePacking(),
    mve_depthwise_any.DepthwiseAnyPacking(),
    mve_fully_connected.FilterRowsPacking(),
    mve_fully_connected.FullyConnectedPacking(),
)

PACKINGS: dict[str, Packing] = {p.name: p for p in _ALL}
"""Every packing by the name that `aot.kernel ... packs` gives."""
