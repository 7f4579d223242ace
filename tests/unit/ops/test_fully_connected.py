"""FULLY_CONNECTED: reference semantics against TFLM, generated C against both."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.unit.ops.backends import assert_same, compiled, evaluated, random_inputs, tflm
from tests.unit.ops.layers import ACTIVATIONS, Layers

CODE = "FULLY_CONNECTED"


def shapes(layers: Layers) -> None:
    for units, depth in ((1, 1), (3, 8), (17, 33), (5, 255)):
        layers.weighted(CODE, (1, depth), (units, depth), (1, units), per_channel=False)
        layers.weighted(CODE, (3, depth), (units, depth), (3, units), per_channel=units > 1)


def ranks(layers: Layers) -> None:
    layers.weighted(CODE, (2, 3, 4, 8), (5, 8), (2, 3, 4, 5), keep_num_dims=True)
    layers.weighted(CODE, (2, 3, 8), (5, 8), (6, 5))
    layers.weighted(CODE, (1, 2, 2, 6), (4, 24), (1, 4), per_channel=False)
    layers.weighted(CODE, (24,), (4, 8), (3, 4))


def quantizations(layers: Layers) -> None:
    """Every activation, no bias, sums that wrap, shifts both ways."""
    for per_channel in (False, True):
        shape = ((2, 9), (4, 9), (2, 4))
        for activation in ACTIVATIONS:
            layers.weighted(
                CODE, *shape, per_channel=per_channel, fused_activation_function=activation
            )
        layers.weighted(CODE, *shape, per_channel=per_channel, bias="none")
        layers.weighted(CODE, *shape, per_channel=per_channel, gain=2.0**14)
        layers.weighted(CODE, *shape, per_channel=per_channel, gain=2.0**-32)
        layers.weighted(CODE, *shape, per_channel=per_channel, bias="any", gain=2.0**-20)


def asymmetric_weights(layers: Layers) -> None:
    m = layers.model
    x = m.input((3, 9), scale=0.5, zero_point=-7)
    w = m.constant(layers.int8((4, 9)), scale=0.25, zero_point=19)
    m.operator(CODE, [x, w, None], [layers.output((3, 4), 90.0, 3)])


def computed_weights(layers: Layers) -> None:
    m = layers.model
    x = m.input((3, 9), scale=0.5, zero_point=-7)
    w = m.input((4, 9), scale=0.25, zero_point=0)
    m.operator(CODE, [x, w], [layers.output((3, 4), 90.0, 3)])


def ties(layers: Layers) -> None:
    """Sums on both sides of every step of the output: they tell apart a product of scales in
    float32 from one in double, and the two roundings from one."""
    m = layers.model
    for _ in range(4):
        scale, weight_scale = layers.scale(), layers.scale()
        out = float(np.float32(scale * weight_scale * 2.0 ** layers.rng.uniform(18, 22)))
        steps = (np.arange(-120, 120) + 0.5) * out / (scale * weight_scale)
        sums = np.concatenate([np.round(steps) + near for near in (-1, 0, 1)]).astype(np.int32)
        x = m.input((1, 1), scale=scale, zero_point=0)
        w = m.constant(np.zeros((sums.size, 1), np.int8), scale=weight_scale)
        bias = m.constant(sums, scale=scale * weight_scale)
        m.operator(CODE, [x, w, bias], [layers.output((1, sums.size), out, 0)])


def extremes(layers: Layers) -> None:
    """Sums at the ends of int32 under a scale just below 1, the largest multiplier there is: the
    output's zero point then carries over the end, and the sum wraps."""
    m = layers.model
    scale, weight_scale, out = 0.7821609377861023, 0.9582765698432922, 0.7495265007019043
    end = (1 << 31) - 1
    sums = np.array([end, end - 1, end - 100, end - 1000, -end - 1, -end, 100 - end], np.int32)
    for zero_point in (-128, 127):
        x = m.input((1, 1), scale=scale, zero_point=0)
        w = m.constant(np.zeros((sums.size, 1), np.int8), scale=weight_scale)
        bias = m.constant(sums, scale=scale * weight_scale)
        m.operator(CODE, [x, w, bias], [layers.output((1, sums.size), out, zero_point)])


FILLS = (shapes, ranks, quantizations, asymmetric_weights, computed_weights, ties, extremes)


@pytest.mark.parametrize("fill", FILLS)
def test_agrees(fill: Callable[[Layers], None], tmp_path: Path) -> None:
    fill(layers := Layers())
    data = layers.build()
    inputs = random_inputs(data)
    want = tflm(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "generated C")
