"""CONV_2D and DEPTHWISE_CONV_2D: reference semantics against TFLM, generated C against both."""

from collections.abc import Callable
from pathlib import Path

import pytest

from helia_aot.ir.ops.families.operator import AotOperator
from tests.unit.ops.backends import (
    assert_same,
    compiled,
    evaluated,
    main_of,
    random_inputs,
    tflm,
)
from tests.unit.ops.layers import ACTIVATIONS, Layers


def geometries(layers: Layers) -> None:
    """1xN, asymmetric padding, strides, dilation, windows that stand on nothing but padding."""
    layers.convolution((2, 7, 5, 3), (3, 3), 4)
    layers.convolution((1, 8, 6, 2), (2, 4), 3, strides=(2, 3))
    layers.convolution((1, 1, 16, 4), (1, 5), 2, strides=(1, 2))
    layers.convolution((1, 49, 10, 1), (10, 4), 8, strides=(2, 2))
    layers.convolution((1, 9, 9, 2), (3, 2), 3, dilations=(2, 3))
    layers.convolution((1, 9, 8, 2), (3, 3), 3, dilations=(3, 2), padding="VALID", strides=(2, 1))
    layers.convolution((1, 5, 5, 3), (5, 5), 2, padding="VALID")
    layers.convolution((3, 6, 6, 17), (1, 1), 5, strides=(2, 2))
    layers.convolution((1, 1, 1, 3), (2, 2), 2, dilations=(4, 4))


def depthwise_geometries(layers: Layers) -> None:
    layers.convolution((2, 7, 5, 3), (3, 3), 3, depthwise=True)
    layers.convolution((1, 8, 6, 2), (2, 4), 6, depthwise=True, strides=(2, 3))
    layers.convolution((1, 1, 16, 1), (1, 5), 7, depthwise=True, strides=(1, 2))
    layers.convolution((1, 9, 9, 5), (3, 2), 5, depthwise=True, dilations=(2, 3))
    layers.convolution((2, 6, 6, 3), (6, 6), 12, depthwise=True, padding="VALID")
    layers.convolution((1, 1, 1, 3), (2, 2), 6, depthwise=True, dilations=(4, 4))


def groups(layers: Layers) -> None:
    layers.convolution((1, 5, 5, 6), (3, 3), 4, groups=2)
    layers.convolution((2, 4, 4, 6), (2, 2), 12, groups=3, strides=(2, 1))
    layers.convolution((1, 4, 4, 5), (1, 1), 5, groups=5)
    layers.convolution((1, 6, 6, 4), (3, 3), 4, groups=2, dilations=(2, 2))


def quantizations(layers: Layers) -> None:
    """Every activation, one scale for all channels, no bias, sums that wrap, shifts both ways."""
    for depthwise in (False, True):
        for activation in ACTIVATIONS:
            layers.convolution((1, 4, 4, 4), (3, 3), 4, depthwise=depthwise, activation=activation)
        layers.convolution((1, 4, 4, 4), (3, 3), 4, depthwise=depthwise, per_channel=False)
        layers.convolution((1, 4, 4, 4), (3, 3), 4, depthwise=depthwise, bias="none")
        layers.convolution((1, 4, 4, 4), (3, 3), 4, depthwise=depthwise, bias="any", gain=2.0**-20)
        layers.convolution((1, 4, 4, 4), (3, 3), 4, depthwise=depthwise, gain=2.0**14)
        layers.convolution((1, 4, 4, 4), (3, 3), 4, depthwise=depthwise, gain=2.0**-32)


@pytest.mark.parametrize("fill", [geometries, depthwise_geometries, groups, quantizations])
def test_agrees(fill: Callable[[Layers], None], tmp_path: Path) -> None:
    fill(layers := Layers())
    data = layers.build()
    inputs = random_inputs(data)
    want = tflm(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "generated C")


def test_costs() -> None:
    """One multiply per weight for every row of the output, also where the window is on padding."""
    layers = Layers()
    layers.convolution((2, 5, 6, 4), (3, 3), 6, groups=2, strides=(2, 2))
    layers.convolution((1, 5, 6, 4), (3, 2), 8, depthwise=True, bias="none")
    conv, depthwise = (o for o in main_of(layers.build()).walk() if isinstance(o, AotOperator))
    assert (conv.macs(), conv.parameters()) == (6 * 9 * 2 * (2 * 3 * 3), 6 * 9 * 2 + 6)
    assert (depthwise.macs(), depthwise.parameters()) == (6 * 8 * (5 * 6), 6 * 8)
