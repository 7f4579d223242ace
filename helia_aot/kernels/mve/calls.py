"""The kernels for cores with MVE, as operators ask for them.

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


def conv(
    target: Target, input: tuple[int, ...], window: Window, layer: Layer, constants: Constants
) -> KernelCall | None:
    """A single window that covers the input makes it a row."""
    from helia_aot.kernels.mve import blocks as mve
    from helia_aot.kernels.mve import conv as mve_conv
    from helia_aot.kernels.mve import fully_connected as mve_fully_connected

    sizes = mve_conv.ConvShape.of(input, window, layer.channels)
    if sizes.batches * sizes.positions == 1 and window.taps == window.input:
        row = mve_fully_connected.FullyConnectedShape(1, sizes.taps, layer.channels, window.taps)
        packing = mve_fully_connected.FilterRowsPacking
        return mve_fully_connected.fully_connected(row, *mve.one_line(layer, constants), packing)
    return mve_conv.conv_2d(sizes, *mve.block_lines(layer, constants), optimize=target.optimize)


def depthwise(
    target: Target, input: tuple[int, ...], window: Window, layer: Layer, constants: Constants
) -> KernelCall | None:
    """Interleaved rows of 3x3, or any taps; a single input channel is convolved like any image."""
    from helia_aot.kernels.mve import blocks as mve
    from helia_aot.kernels.mve import conv as mve_conv
    from helia_aot.kernels.mve import depthwise as mve_depthwise
    from helia_aot.kernels.mve import depthwise_any as mve_depthwise_any

    if input[3] == 1:
        sizes = mve_conv.ConvShape.of(input, window, layer.channels)
        given, packing = mve.block_lines(layer, constants), mve_conv.SingleDepthwisePacking
        return mve_conv.conv_2d(sizes, *given, packing, target.optimize)
    given = mve.lines(layer, constants)
    if (square := mve_depthwise.DepthwiseShape.of(input, window, layer.channels)) and (
        call := mve_depthwise.depthwise_conv_2d(square, *given)
    ):
        return call
    shape = mve_depthwise_any.DepthwiseAnyShape.of(input, window, layer.channels)
    return mve_depthwise_any.depthwise_any(shape, *given)


def fully_connected(
    target: Target, rows: int, layer: Layer, constants: Constants
) -> KernelCall | None:
    """Of more rows two share the loads of weights."""
    from helia_aot.kernels.mve import blocks as mve
    from helia_aot.kernels.mve import conv as mve_conv
    from helia_aot.kernels.mve import fully_connected as mve_fully_connected

    units, depth = layer.weights.shape
    sizes = mve_conv.ConvShape(1, 1, rows, depth, 1, rows, units, 1, 1)
    if rows > 1 and sizes.depth == depth:
        given, packing = mve.block_lines(layer, constants), mve_conv.RowsPacking
        return mve_conv.conv_2d(sizes, *given, packing, target.optimize)
    shape = mve_fully_connected.FullyConnectedShape(rows, depth, units)
    return mve_fully_connected.fully_connected(shape, *mve.one_line(layer, constants))


def add(size: int, what: Sum) -> KernelCall | None:
    from helia_aot.kernels.mve import elementwise as mve_add

    return mve_add.add(size, what)


def broadcast(loops: Mapping[str, Number], what: Sum, order: tuple[int, int]) -> KernelCall | None:
    from helia_aot.kernels.mve import elementwise as mve_add

    return mve_add.broadcast(loops, what, order)


def average_pool(plain: KernelCall, channels: int, taps: int) -> KernelCall | None:
    from helia_aot.kernels.mve import pool as mve_pool

    return _pool(plain, mve_pool.AVERAGE_POOL) if mve_pool.average_pool_accepts(taps) else None


def max_pool(plain: KernelCall, channels: int) -> KernelCall | None:
    from helia_aot.kernels.mve import pool as mve_pool

    return _pool(plain, mve_pool.MAX_POOL)


def _pool(plain: KernelCall, helper: KernelHelper) -> KernelCall:
    return plain._replace(helper=helper, why="several channels in a vector")
