"""When kernels packed for MVE are chosen, and which of them; shapes as they take them.

Knows targets, windows and arithmetic, and no operator class.
"""

from collections.abc import Mapping

import numpy as np

from helia_aot.ir.kernel import KernelCall
from helia_aot.ir.packing.dsp_pairs import Layer
from helia_aot.ir.packing.mve import BLOCK, Requant
from helia_aot.ir.packing.mve_conv import ConvShape, RowsPacking, SingleDepthwisePacking, conv_2d
from helia_aot.ir.packing.mve_depthwise import DepthwiseShape, depthwise_conv_2d
from helia_aot.ir.packing.mve_depthwise_any import DepthwiseAnyShape, depthwise_any
from helia_aot.ir.packing.mve_fully_connected import (
    FilterRowsPacking,
    FullyConnectedShape,
    fully_connected,
)
from helia_aot.ir.target import Isa, Target
from helia_aot.ir.types import Array
from helia_aot.ir.window import Window

Constants = Mapping[str, int | Array | None]
"""What an operator hands to a packing: weights, bias, multipliers, shifts."""


def accelerated(target: Target) -> bool:
    """Whether the target runs these kernels: another provider has its own layouts."""
    return target.isa is Isa.MVE and target.provider == "bundled"


def _common(target: Target) -> bool:
    """Whether one tile for all depths is preferred to one for each: a third of a kilobyte each."""
    return target.optimize == "size"


def conv(
    target: Target, input: tuple[int, ...], window: Window, layer: Layer, constants: Constants
) -> KernelCall | None:
    """A convolution without groups."""
    sizes = _conv_shape(input, window, layer.channels)
    if sizes.batches * sizes.positions == 1 and window.taps == window.input:
        shape = FullyConnectedShape(1, sizes.taps, layer.channels, window.taps)
        return fully_connected(shape, *_shared(layer, constants), FilterRowsPacking)
    return conv_2d(sizes, *_blocks(layer, constants), common=_common(target))


def depthwise(
    target: Target, input: tuple[int, ...], window: Window, layer: Layer, constants: Constants
) -> KernelCall | None:
    """A single input channel is convolved like any image."""
    batches, _, _, channels = input
    if channels == 1:
        sizes = _conv_shape(input, window, layer.channels)
        blocks = _blocks(layer, constants)
        return conv_2d(sizes, *blocks, SingleDepthwisePacking, _common(target))
    square = window.taps == (3, 3) and window.dilations == (1, 1)
    if square and window.strides in ((1, 1), (2, 2)) and channels == layer.channels:
        ends = (*window.input, *window.output)
        shape = DepthwiseShape(batches, *ends, channels, window.strides[0], *window.before)
        if call := depthwise_conv_2d(shape, *_lines(layer, constants)):
            return call
    shape = _any_shape(input, window, layer.channels)
    return depthwise_any(shape, *_lines(layer, constants))


def fully_connected_rows(
    target: Target, rows: int, layer: Layer, constants: Constants
) -> KernelCall | None:
    """Of more rows two share the loads of weights."""
    units, depth = layer.weights.shape
    sizes = ConvShape(1, 1, rows, depth, 1, rows, units, 1, 1)
    if rows > 1 and sizes.depth == depth:
        return conv_2d(sizes, *_blocks(layer, constants), RowsPacking, _common(target))
    shape = FullyConnectedShape(rows, depth, units)
    return fully_connected(shape, *_shared(layer, constants))


def _blocks(layer: Layer, constants: Constants) -> tuple[Requant, dict[str, int | Array]]:
    """Linear where that is proven and every block of channels is whole."""
    if layer.channels % BLOCK == 0:
        return _lines(layer, constants)
    return Requant.of(layer), _given(constants, layer)


def _lines(layer: Layer, constants: Constants) -> tuple[Requant, dict[str, int | Array]]:
    """Linear where that is proven."""
    return _or_given(Requant.linear(layer), layer, constants)


def _shared(layer: Layer, constants: Constants) -> tuple[Requant, dict[str, int | Array]]:
    """Linear where one line is proven for all channels, and there is a block of them."""
    line = Requant.shared(layer) if layer.channels >= BLOCK else None
    return _or_given(line, layer, constants)


def _or_given(
    line: Requant | None, layer: Layer, constants: Constants
) -> tuple[Requant, dict[str, int | Array]]:
    """What requantizes, and the constants with those of a line in place of the layer's."""
    given = _given(constants, layer)
    return (line, given | line.constants()) if line else (Requant.of(layer), given)


def _given(constants: Constants, layer: Layer) -> dict[str, int | Array]:
    """An absent bias is one of zeros."""
    zeros = np.zeros(layer.channels, np.int32)
    return {name: zeros if value is None else value for name, value in constants.items()}


def _conv_shape(input: tuple[int, ...], window: Window, channels: int) -> ConvShape:
    batches, input_h, input_w, input_c = input
    pairs = (*window.taps, *window.strides, *window.before, *window.dilations)
    output_h, output_w = window.output
    return ConvShape(batches, input_h, input_w, input_c, output_h, output_w, channels, *pairs)


def _any_shape(input: tuple[int, ...], window: Window, channels: int) -> DepthwiseAnyShape:
    batches, input_h, input_w, input_c = input
    pairs = (*window.taps, *window.strides, *window.before, *window.dilations)
    ends = batches, input_h, input_w, *window.output
    return DepthwiseAnyShape(*ends, channels, channels // input_c, *pairs)
