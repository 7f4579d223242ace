"""The kernels for cores with the DSP extension, as operators ask for them.

Every question imports the files that can answer it: a model has few kinds of layers. Knows targets
and windows, and no operator class.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.target import Target
from helia_aot.kernels.accelerated import Constants
from helia_aot.kernels.kernel import KernelCall, Number

if TYPE_CHECKING:
    from helia_aot.kernels.layer import Layer
    from helia_aot.kernels.sums import Sum
    from helia_aot.kernels.window import Window

_SMALL = {"speed": 0, "balanced": 0, "size": 8192}
"""Fully connected layers of fewer weights do not pay for the code of a kernel of their own."""


def conv(
    target: Target, input: tuple[int, ...], window: Window, layer: Layer, constants: Constants
) -> KernelCall | None:
    """A window that covers the input makes a row of every batch."""
    from helia_aot.kernels.dsp import conv as dsp_conv
    from helia_aot.kernels.dsp import fully_connected as dsp_fully_connected
    from helia_aot.kernels.dsp import shape as dsp_shape

    sizes = dsp_shape.ConvShape.of(input, window, layer.channels)
    if sizes.covered:
        return dsp_fully_connected.fully_connected(sizes.batches, layer, stored=False)
    return dsp_conv.conv_2d(sizes, layer)


def depthwise(
    target: Target, input: tuple[int, ...], window: Window, layer: Layer, constants: Constants
) -> KernelCall | None:
    """Rows in pairs, or any taps; a single input channel is convolved like any image."""
    from helia_aot.kernels.dsp import conv as dsp_conv
    from helia_aot.kernels.dsp import depthwise as dsp_depthwise
    from helia_aot.kernels.dsp import depthwise_taps as dsp_taps
    from helia_aot.kernels.dsp import shape as dsp_shape

    sizes = dsp_shape.ConvShape.of(input, window, layer.channels)
    if sizes.in_c == 1:
        return dsp_conv.conv_2d(sizes, layer, dsp_conv.SingleDepthwisePacking)
    rows = dsp_depthwise.depthwise_conv_2d(sizes, layer)
    return rows or dsp_taps.depthwise_conv_2d(sizes, layer)


def fully_connected(
    target: Target, rows: int, layer: Layer, constants: Constants
) -> KernelCall | None:
    """Weights in pairs of units, where there are enough to pay for it."""
    from helia_aot.kernels.dsp import fully_connected as dsp_fully_connected

    pays = layer.weights.size >= _SMALL[target.optimize]
    return dsp_fully_connected.fully_connected(rows, layer) if pays else None


def add(size: int, what: Sum) -> KernelCall | None:
    from helia_aot.kernels.dsp import elementwise as dsp_add

    return dsp_add.add(size, what)


def broadcast(loops: Mapping[str, Number], what: Sum, order: tuple[int, int]) -> KernelCall | None:
    from helia_aot.kernels.dsp import elementwise as dsp_add

    return dsp_add.broadcast(loops, what, order)


def average_pool(plain: KernelCall, channels: int, taps: int) -> KernelCall | None:
    from helia_aot.kernels.dsp import pool as dsp_pool

    accepts = dsp_pool.average_pool_accepts(channels, taps)
    return _pool(plain, dsp_pool.AVERAGE_POOL_DSP) if accepts else None


def max_pool(plain: KernelCall, channels: int) -> KernelCall | None:
    from helia_aot.kernels.dsp import pool as dsp_pool

    accepts = dsp_pool.max_pool_accepts(channels)
    return _pool(plain, dsp_pool.MAX_POOL_DSP) if accepts else None


def _pool(plain: KernelCall, helper: KernelHelper) -> KernelCall:
    return plain._replace(helper=helper, why="several channels in a word")
