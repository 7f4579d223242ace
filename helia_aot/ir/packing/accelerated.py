"""Where operators ask for the kernels of a target's own instructions.

Knows which instruction sets there are, and neither kernels nor operators.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from helia_aot.ir.kernel import KernelCall, Number
from helia_aot.ir.target import Isa, Target
from helia_aot.ir.types import Array

if TYPE_CHECKING:
    from helia_aot.ir.packing.layer import Layer
    from helia_aot.ir.packing.sums import Sum
    from helia_aot.ir.window import Window

Constants = Mapping[str, "int | Array | None"]
"""What an operator hands to a packing: weights, bias, multipliers, shifts."""


class Accelerated(Protocol):
    """The kernels of one instruction set; every question is answered by a call, or by None where
    no kernel takes the numbers."""

    def conv(
        self,
        target: Target,
        input: tuple[int, ...],
        window: Window,
        layer: Layer,
        constants: Constants,
    ) -> KernelCall | None:
        """A convolution of an NHWC input, without groups."""
        ...

    def depthwise(
        self,
        target: Target,
        input: tuple[int, ...],
        window: Window,
        layer: Layer,
        constants: Constants,
    ) -> KernelCall | None:
        """A depthwise convolution of an NHWC input."""
        ...

    def fully_connected(
        self, target: Target, rows: int, layer: Layer, constants: Constants
    ) -> KernelCall | None:
        """So many rows, by weights of units x depth."""
        ...

    def add(self, size: int, what: Sum) -> KernelCall | None:
        """Operands of one shape."""
        ...

    def broadcast(
        self, loops: Mapping[str, Number], what: Sum, order: tuple[int, int]
    ) -> KernelCall | None:
        """Operands stretched to one shape by `loops`, which walk them in `order`."""
        ...

    def average_pool(self, plain: KernelCall, channels: int, taps: int) -> KernelCall | None:
        """With the numbers of the plain kernel."""
        ...

    def max_pool(self, plain: KernelCall, channels: int) -> KernelCall | None:
        """With the numbers of the plain kernel."""
        ...


def accelerated(target: Target) -> Accelerated | None:
    """The kernels of the target's own instructions: another provider has its own layouts."""
    if target.provider != "bundled":
        return None
    # Imported for the targets that have them: no other conversion pays for them.
    match target.isa:
        case Isa.DSP:
            from helia_aot.ir.packing import dsp_calls

            return dsp_calls
        case Isa.MVE:
            from helia_aot.ir.packing import mve_calls

            return mve_calls
        case Isa.PLAIN:
            return None
