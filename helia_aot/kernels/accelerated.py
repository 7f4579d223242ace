"""What operators ask of an instruction set: a call, where it has a kernel.

Knows neither instruction sets nor operators.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from helia_aot.ir.target import Target
from helia_aot.ir.types import Array
from helia_aot.kernels.kernel import KernelCall, Number

if TYPE_CHECKING:
    from helia_aot.kernels.layer import Layer
    from helia_aot.kernels.sums import Sum
    from helia_aot.kernels.window import Window

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
