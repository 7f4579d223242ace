"""The kernels of the toy, as operators ask for them: it has one for fully connected layers."""

from __future__ import annotations

from collections.abc import Mapping

from helia_aot.ir.target import Target
from helia_aot.kernels.accelerated import Constants
from helia_aot.kernels.kernel import KernelCall, Number
from helia_aot.kernels.layer import Layer
from helia_aot.kernels.sums import Sum
from helia_aot.kernels.window import Window


def conv(
    target: Target, input: tuple[int, ...], window: Window, layer: Layer, constants: Constants
) -> KernelCall | None:
    return None


def depthwise(
    target: Target, input: tuple[int, ...], window: Window, layer: Layer, constants: Constants
) -> KernelCall | None:
    return None


def fully_connected(
    target: Target, rows: int, layer: Layer, constants: Constants
) -> KernelCall | None:
    from tests.unit.toy_isa.fully_connected import call

    return call(rows, layer, constants)


def add(size: int, what: Sum) -> KernelCall | None:
    return None


def broadcast(loops: Mapping[str, Number], what: Sum, order: tuple[int, int]) -> KernelCall | None:
    return None


def average_pool(plain: KernelCall, channels: int, taps: int) -> KernelCall | None:
    return None


def max_pool(plain: KernelCall, channels: int) -> KernelCall | None:
    return None
