"""int16, float32 and int4: `evaluate`, the C and TFLM agree on many layers side by side."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.model_builder import ModelBuilder
from tests.unit.ops.backends import assert_same, compiled, evaluated, random_inputs, tflm
from tests.unit.ops.layers import Pair, windows

Array = npt.NDArray[Any]
RNG = np.random.default_rng(9)
REALS = {"FLOAT32"}


def quantized(kind: str, scale: float, zero_point: int = 0) -> dict[str, Any]:
    return {} if kind in REALS else {"scale": scale, "zero_point": zero_point}


def weights(kind: str, shape: tuple[int, ...]) -> Array:
    if kind in REALS:
        return RNG.standard_normal(shape).astype(np.float32)
    return RNG.integers(-127, 128, shape).astype(np.int8)


def bias_of(m: ModelBuilder, kind: str, bias: str, scales: Array) -> list[int]:
    if bias == "none":
        return []
    if kind in REALS:
        return [m.constant(RNG.standard_normal(scales.size).astype(np.float32))]
    values = RNG.integers(-100000, 100000, scales.size).astype(bias)
    return [m.constant(values, scale=scales, zero_point=np.zeros(scales.size))]


def convolution(
    m: ModelBuilder,
    kind: str,
    image: tuple[int, ...],
    channels: int,
    *,
    bias: str = "int64",
    groups: int = 1,
    depthwise: bool = False,
    strides: Pair = (1, 1),
    dilation: int = 1,
    padding: str = "SAME",
    activation: str = "NONE",
    output: float = 0.002,
) -> None:
    scales = 0.01 + 0.001 * np.arange(channels)
    shape = (1, 3, 2, channels) if depthwise else (channels, 3, 2, image[3] // groups)
    per_channel: dict[str, Any] = (
        {} if kind in REALS else {"scale": scales, "zero_point": np.zeros(channels)}
    )
    x = m.input(image, kind, **quantized(kind, 0.001))
    w = m.constant(weights(kind, shape), dimension=3 if depthwise else 0, **per_channel)
    extent = (2 * dilation + 1, dilation + 1)
    size = windows(image, extent, strides, padding)
    y = m.tensor((image[0], *size, channels), kind, **quantized(kind, output))
    m.output(y)
    options: dict[str, Any] = {"depth_multiplier": channels // image[3]} if depthwise else {}
    m.operator(
        "DEPTHWISE_CONV_2D" if depthwise else "CONV_2D",
        [x, w, *bias_of(m, kind, bias, 0.001 * scales)],
        [y],
        version=5,
        padding=padding,
        stride_h=strides[0],
        stride_w=strides[1],
        dilation_h_factor=dilation,
        dilation_w_factor=dilation,
        fused_activation_function=activation,
        **options,
    )


def convolutions(m: ModelBuilder, kind: str) -> None:
    convolution(m, kind, (1, 7, 6, 4), 6)
    convolution(m, kind, (2, 7, 6, 4), 5, bias="none", padding="VALID")
    convolution(m, kind, (1, 7, 6, 4), 6, groups=2, strides=(2, 1), activation="RELU")
    convolution(m, kind, (1, 9, 8, 3), 9, dilation=2, bias="int32", activation="RELU6")
    convolution(m, kind, (1, 5, 5, 1), 4, output=0.00001)  # saturates
    convolution(m, kind, (1, 7, 6, 3), 6, depthwise=True, activation="RELU_N1_TO_1")
    convolution(m, kind, (2, 7, 6, 3), 3, depthwise=True, bias="none", dilation=2, padding="VALID")


def fully_connected(m: ModelBuilder, kind: str) -> None:
    for rows, depth, units, bias, activation in (
        (1, 1, 1, "int64", "NONE"),
        (3, 13, 7, "int64", "RELU"),
        (2, 40, 4, "int32", "NONE"),
        (2, 33, 5, "none", "RELU6"),
        (1, 3000, 3, "int64", "NONE"),
    ):
        for scales in (np.full(1, 0.01), 0.01 + 0.001 * np.arange(units)):
            given: dict[str, Any] = (
                {} if kind in REALS else {"scale": scales, "zero_point": np.zeros(scales.size)}
            )
            x = m.input((rows, depth), kind, **quantized(kind, 0.001))
            w = m.constant(weights(kind, (units, depth)), **given)
            products = 0.001 * np.broadcast_to(scales, units)
            o = [x, w, *bias_of(m, kind, bias, products)]
            y = m.tensor((rows, units), kind, **quantized(kind, 0.002))
            m.output(y)
            m.operator("FULLY_CONNECTED", o, [y], version=4, fused_activation_function=activation)


def sums(m: ModelBuilder, kind: str) -> None:
    for a, b, activation, scales in (
        ((2, 3, 5), (2, 3, 5), "NONE", (0.001, 0.002, 0.0025)),
        ((2, 3, 5), (1, 3, 1), "RELU", (0.002, 0.002, 0.001)),
        ((1,), (4, 5), "RELU_N1_TO_1", (0.003, 0.002, 0.0025)),
    ):
        x, z = (m.input(s, kind, **quantized(kind, scales[i])) for i, s in enumerate((a, b)))
        y = m.tensor(np.broadcast_shapes(a, b), kind, **quantized(kind, scales[2]))
        m.output(y)
        m.operator("ADD", [x, z], [y], fused_activation_function=activation)


def pools(m: ModelBuilder, kind: str) -> None:
    for code in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
        for padding, activation in (("SAME", "RELU"), ("VALID", "NONE")):
            image = (2, 7, 6, 3)
            x = m.input(image, kind, **quantized(kind, 0.001))
            size = windows(image, (3, 3), (2, 2), padding)
            y = m.tensor((2, *size, 3), kind, **quantized(kind, 0.001))
            m.output(y)
            m.operator(
                code,
                [x],
                [y],
                padding=padding,
                stride_h=2,
                stride_w=2,
                filter_height=3,
                filter_width=3,
                fused_activation_function=activation,
            )


def softmax(m: ModelBuilder, kind: str) -> None:
    for shape, scale, beta in (
        ((50, 10), 0.0005, 1.0),
        ((3, 700), 0.0001, 0.5),
        ((3, 1), 0.001, 1.0),
        ((400, 2), 0.00008, 1.0),
        ((20, 12), 1.3, 1.0),
    ):
        x = m.input(shape, kind, **quantized(kind, scale))
        y = m.tensor(shape, kind, **quantized(kind, 2.0**-15))
        m.output(y)
        m.operator("SOFTMAX", [x], [y], beta=beta)


Fill = Callable[[ModelBuilder, str], None]


@pytest.mark.parametrize("kind", ["INT16", "FLOAT32"])
@pytest.mark.parametrize("fill", [convolutions, fully_connected, sums, pools, softmax])
def test_evaluate_the_c_and_the_oracle_agree(fill: Fill, kind: str, tmp_path: Path) -> None:
    m = ModelBuilder()
    fill(m, kind)
    data = m.build()
    inputs = random_inputs(data)
    meant = evaluated(data, inputs)
    assert_same(meant, compiled(data, inputs, tmp_path), "C")
    oracle = tflm(data, inputs)
    if fill is softmax and kind in REALS:  # exponentials are the project's own
        for want, got in zip(oracle, meant, strict=True):
            assert np.abs(want - got).max() <= (want.shape[-1] + 8) * 2.0**-24
    else:
        assert_same(oracle, meant, "TFLM")


@pytest.mark.parametrize("fill", [convolutions, sums, pools, softmax])
def test_what_is_no_number_goes_where_the_oracle_lets_it(fill: Fill, tmp_path: Path) -> None:
    m = ModelBuilder()
    fill(m, "FLOAT32")
    data = m.build()
    inputs = random_inputs(data)
    for x in inputs:
        x.reshape(-1)[:: max(1, x.size // 5)] = np.resize([np.nan, np.inf, -np.inf], 6)[
            : len(x.reshape(-1)[:: max(1, x.size // 5)])
        ]
    meant, oracle = evaluated(data, inputs), tflm(data, inputs)
    for got, c, want in zip(meant, compiled(data, inputs, tmp_path), oracle, strict=True):
        np.testing.assert_array_equal(got, c)
        np.testing.assert_array_equal(np.isnan(got), np.isnan(want))
        np.testing.assert_allclose(got, want, rtol=0, atol=1e-4 if fill is softmax else 0)


@pytest.mark.parametrize("depth", [1, 7, 8, 33])
def test_weights_of_four_bits(depth: int, tmp_path: Path) -> None:
    m = ModelBuilder()
    for units in (1, 5):
        x = m.input((3, depth), "INT8", scale=0.05, zero_point=-7)
        w = m.constant(RNG.integers(-8, 8, (units, depth)), "INT4", scale=0.1, zero_point=0)
        b = m.constant(RNG.integers(-100, 100, units).astype(np.int32), scale=0.005)
        y = m.tensor((3, units), "INT8", scale=0.1, zero_point=3)
        m.output(y)
        m.operator("FULLY_CONNECTED", [x, w, b], [y], version=10)
    data = m.build()
    inputs = random_inputs(data)
    meant = evaluated(data, inputs)
    assert_same(meant, compiled(data, inputs, tmp_path), "C")
    assert_same(tflm(data, inputs), meant, "TFLM")
