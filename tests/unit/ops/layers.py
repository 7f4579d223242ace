"""Layers for models of many operators side by side: shapes are given, numbers are drawn.

Knows the layouts of weights and which scales make interesting outputs; knows no result.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.model_builder import ModelBuilder

Doubles = NDArray[np.float64]
Pair = tuple[int, int]

ACTIVATIONS = ("NONE", "RELU", "RELU_N1_TO_1", "RELU6")


@dataclass
class Layers:
    """A model that grows layer by layer, each with an input and an output of its own."""

    model: ModelBuilder = field(default_factory=ModelBuilder)
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))

    def build(self) -> bytes:
        return self.model.build()

    def zero_point(self) -> int:
        return int(self.rng.integers(-128, 128))

    def scale(self, low: float = -8, high: float = -1) -> float:
        return float(np.float32(2.0 ** self.rng.uniform(low, high)))

    def int8(self, shape: Sequence[int]) -> NDArray[np.int8]:
        return self.rng.integers(-128, 128, tuple(shape)).astype(np.int8)

    def output(self, shape: Sequence[int], scale: float, zero_point: int) -> int:
        index = self.model.tensor(shape, scale=scale, zero_point=zero_point)
        self.model.output(index)
        return index

    def weighted(
        self,
        code: str,
        input_shape: Sequence[int],
        weights_shape: Sequence[int],
        output_shape: Sequence[int],
        *,
        per_channel: bool = True,
        bias: str = "small",
        gain: float = 1.0,
        **options: Any,
    ) -> None:
        """A convolution or FULLY_CONNECTED; `gain` moves the outputs out of their range, or into a
        few steps of it."""
        m, channels = self.model, output_shape[-1]
        scale = self.scale()
        scales = np.array([self.scale() for _ in range(channels if per_channel else 1)])
        axis = 3 if code == "DEPTHWISE_CONV_2D" else 0
        x = m.input(input_shape, scale=scale, zero_point=self.zero_point())
        w = m.constant(self.int8(weights_shape), scale=scales, dimension=axis)
        depth = np.prod(weights_shape) / channels
        spread = float(scale * scales.mean() * np.sqrt(depth) * 60 / gain)
        y = self.output(output_shape, spread, self.zero_point())
        operands = [x, w, *self.bias(bias, channels, scale * scales)]
        m.operator(code, operands, [y], **options)

    def bias(self, kind: str, channels: int, scales: Doubles) -> list[int]:
        """Of the size of a few products, of any size (sums wrap), or left out."""
        bound = {"none": 0, "small": 5000, "any": 1 << 31}[kind]
        if not bound:
            return []
        values = self.rng.integers(-bound, bound, channels).astype(np.int32)
        return [self.model.constant(values, scale=scales)]

    def convolution(
        self,
        image: Sequence[int],
        kernel: Pair,
        channels: int,
        *,
        depthwise: bool = False,
        groups: int = 1,
        strides: Pair = (1, 1),
        dilations: Pair = (1, 1),
        padding: str = "SAME",
        activation: str = "NONE",
        **rest: Any,
    ) -> None:
        """Height and width of the output are what LiteRT makes of them."""
        depth = image[3]
        weights = (1, *kernel, channels) if depthwise else (channels, *kernel, depth // groups)
        extent = tuple((k - 1) * d + 1 for k, d in zip(kernel, dilations, strict=True))
        multiplier = {"depth_multiplier": channels // depth} if depthwise else {}
        self.weighted(
            "DEPTHWISE_CONV_2D" if depthwise else "CONV_2D",
            image,
            weights,
            (image[0], *windows(image, extent, strides, padding), channels),
            padding=padding,
            stride_h=strides[0],
            stride_w=strides[1],
            dilation_h_factor=dilations[0],
            dilation_w_factor=dilations[1],
            fused_activation_function=activation,
            **multiplier,
            **rest,
        )

    def pool(
        self,
        code: str,
        image: Sequence[int],
        window: Pair,
        strides: Pair = (1, 1),
        padding: str = "VALID",
        activation: str = "NONE",
    ) -> None:
        scale, zero_point = self.scale(), self.zero_point()
        x = self.model.input(image, scale=scale, zero_point=zero_point)
        size = windows(image, window, strides, padding)
        y = self.output((image[0], *size, image[3]), scale, zero_point)
        self.model.operator(
            code,
            [x],
            [y],
            padding=padding,
            stride_h=strides[0],
            stride_w=strides[1],
            filter_height=window[0],
            filter_width=window[1],
            fused_activation_function=activation,
        )


def windows(
    image: Sequence[int], extent: Sequence[int], strides: Pair, padding: str
) -> tuple[int, ...]:
    """How many windows fit, by height and by width."""
    axes = zip(image[1:3], extent, strides, strict=True)
    if padding == "SAME":
        return tuple(-(-size // stride) for size, _, stride in axes)
    return tuple((size - length) // stride + 1 for size, length, stride in axes)
