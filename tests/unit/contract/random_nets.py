"""Random layers and graphs of int8, of every operator that Arm's CMSIS-NN has a function for.

Shapes, windows, paddings, activations and scales are drawn. A layer takes a tensor and gives one,
so that the same code makes single layers and graphs. Knows which models are valid, and no result.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple

import numpy as np

from tests.model_builder import ModelBuilder
from tests.unit.ops.layers import ACTIVATIONS, Pair, windows

Shape = tuple[int, ...]


class T(NamedTuple):
    """A tensor of a model as it grows."""

    id: int
    shape: Shape
    scale: float
    zero_point: int


@dataclass
class Net:
    """A model that grows layer by layer."""

    rng: np.random.Generator
    model: ModelBuilder = field(default_factory=ModelBuilder)

    # Numbers

    def pick(self, *choices: Any) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def zero_point(self) -> int:
        return self.pick(-128, 0, 127, int(self.rng.integers(-128, 128)))

    def scale(self, low: float = -8, high: float = -1) -> float:
        return float(np.float32(2.0 ** self.rng.uniform(low, high)))

    def bytes(self, shape: Shape) -> Any:
        extreme = self.rng.random() < 0.1
        values = (
            self.rng.choice([-128, 127], shape) if extreme else self.rng.integers(-128, 128, shape)
        )
        return values.astype(np.int8)

    def any_activation(self) -> str:
        return self.pick("NONE", *ACTIVATIONS)

    # Tensors

    def input(self, shape: Shape, scale: float = 0, zero_point: int | None = None) -> T:
        scale = scale or self.scale()
        zero = self.zero_point() if zero_point is None else zero_point
        return T(self.model.input(shape, scale=scale, zero_point=zero), shape, scale, zero)

    def tensor(self, shape: Shape, scale: float, zero_point: int) -> T:
        scale = float(np.float32(scale))
        index = self.model.tensor(shape, scale=scale, zero_point=zero_point)
        return T(index, shape, scale, zero_point)

    # Layers

    def weighted(self, code: str, x: T, weights: Shape, out: Shape, axis: int, **options: Any) -> T:
        channels = out[-1]
        several = code != "FULLY_CONNECTED" or self.rng.random() < 0.5
        scales = np.array([self.scale() for _ in range(channels if several else 1)], np.float32)
        asymmetric = not several and self.rng.random() < 0.3
        w = self.model.constant(
            self.bytes(weights),
            scale=scales,
            dimension=axis,
            zero_point=self.zero_point() if asymmetric else 0,
        )
        gain = self.pick(0.2, 1, 1, 1, 4, 200)
        spread = x.scale * float(scales.mean()) * np.sqrt(prod(weights) / channels) * 60 / gain
        y = self.tensor(out, spread, self.zero_point())
        operands = [x.id, w, *self.bias(channels, x.scale * scales)]
        options["fused_activation_function"] = self.any_activation()
        self.model.operator(code, operands, [y.id], **options)
        return y

    def bias(self, channels: int, scales: Any) -> list[int]:
        bound = self.pick(0, 5000, 5000, 5000, (1 << 31) - 1)
        if not bound:
            return []
        values = self.rng.integers(-bound - 1, bound + 1, channels).astype(np.int32)
        return [self.model.constant(values, scale=scales)]

    def conv(
        self,
        x: T,
        kernel: Pair,
        channels: int,
        *,
        strides: Pair = (1, 1),
        dilations: Pair = (1, 1),
        padding: str = "SAME",
        groups: int = 1,
        multiplier: int = 0,
    ) -> T:
        """A depthwise where there is a multiplier."""
        depth = x.shape[3]
        extent = tuple((k - 1) * d + 1 for k, d in zip(kernel, dilations, strict=True))
        fits = all(e <= size for e, size in zip(extent, x.shape[1:3], strict=True))
        padding = padding if fits else "SAME"
        options: dict[str, Any] = {
            "padding": padding,
            "stride_h": strides[0],
            "stride_w": strides[1],
        }
        options |= {"dilation_h_factor": dilations[0], "dilation_w_factor": dilations[1]}
        code, weights, axis = "CONV_2D", (channels, *kernel, depth // groups), 0
        if multiplier:
            channels = depth * multiplier
            code, weights, axis = "DEPTHWISE_CONV_2D", (1, *kernel, channels), 3
            options["depth_multiplier"] = multiplier
        out = (x.shape[0], *windows(x.shape, extent, strides, padding), channels)
        return self.weighted(code, x, weights, out, axis, **options)

    def fully_connected(self, x: T, units: int) -> T:
        rows, depth = x.shape
        return self.weighted("FULLY_CONNECTED", x, (units, depth), (rows, units), 0)

    def pool(self, x: T, code: str, window: Pair, strides: Pair, padding: str) -> T:
        padding = padding if window[0] <= x.shape[1] and window[1] <= x.shape[2] else "SAME"
        size = windows(x.shape, window, strides, padding)
        y = self.tensor((x.shape[0], *size, x.shape[3]), x.scale, x.zero_point)
        self.model.operator(
            code,
            [x.id],
            [y.id],
            padding=padding,
            stride_h=strides[0],
            stride_w=strides[1],
            filter_height=window[0],
            filter_width=window[1],
            fused_activation_function=self.any_activation(),
        )
        return y

    def elementwise(self, code: str, a: T, b: T) -> T:
        shape = tuple(np.broadcast_shapes(a.shape, b.shape))
        options: dict[str, Any] = {}
        if code in ("MINIMUM", "MAXIMUM"):
            y = self.tensor(shape, a.scale, a.zero_point)
        else:
            spread = 1.5 * max(a.scale, b.scale) if code == "ADD" else a.scale * b.scale * 90
            y = self.tensor(shape, spread * self.pick(0.3, 1, 1, 3), self.zero_point())
            options = {"fused_activation_function": self.any_activation()}
        self.model.operator(code, [a.id, b.id], [y.id], **options)
        return y

    def softmax(self, x: T, kind: str = "INT8") -> T:
        step, zero = {"INT8": (1 / 256, -128), "INT16": (1 / 65536, -32768)}[kind]
        index = self.model.tensor(x.shape, kind, scale=step, zero_point=zero)
        self.model.operator("SOFTMAX", [x.id], [index], beta=1.0)
        return T(index, x.shape, step, zero)


# One random layer of each kind


def _conv(net: Net, depthwise: bool) -> T:
    small = (1, 2, 3, 5, 8, 9)
    image = net.pick(
        (net.pick(1, 1, 2), net.pick(*small), net.pick(*small)), (1, 1, net.pick(8, 13))
    )
    kernel: Pair = net.pick((1, 1), (3, 3), (net.pick(1, 2, 3, 5), net.pick(1, 2, 3, 4, 5)), (1, 3))
    strides: Pair = net.pick((1, 1), (1, 1), (2, 2), (net.pick(1, 2, 3), net.pick(1, 2, 3)))
    dilations: Pair = net.pick((1, 1), (1, 1), (1, 1), (net.pick(1, 2), net.pick(1, 2)))
    slides: dict[str, Any] = {"strides": strides, "dilations": dilations}
    slides["padding"] = net.pick("SAME", "VALID")
    if depthwise:
        x = net.input((*image, net.pick(1, 1, 2, 4, 7, 8, 16, 124, 128)))
        return net.conv(x, kernel, 0, multiplier=net.pick(1, 1, 1, 2, 4, 7, 8), **slides)
    group, groups = net.pick(1, 2, 3, 4, 8, 15, 16, 17, 33), net.pick(1, 1, 1, 2, 3)
    x, channels = net.input((*image, group * groups)), groups * net.pick(1, 2, 3, 4, 5, 9, 16)
    return net.conv(x, kernel, channels, groups=groups, **slides)


def conv(net: Net) -> T:
    return _conv(net, depthwise=False)


def depthwise(net: Net) -> T:
    return _conv(net, depthwise=True)


def fully_connected(net: Net) -> T:
    x = net.input((net.pick(1, 1, 2, 5), net.pick(1, 3, 8, 15, 16, 17, 33, 100)))
    return net.fully_connected(x, net.pick(1, 2, 3, 4, 5, 8, 13))


def pool(net: Net) -> T:
    x = net.input(
        (net.pick(1, 2), net.pick(1, 4, 7), net.pick(1, 4, 7), net.pick(1, 3, 4, 15, 16, 17))
    )
    window, strides = ((net.pick(1, 2, 3), net.pick(1, 2, 4)) for _ in range(2))
    code = net.pick("AVERAGE_POOL_2D", "MAX_POOL_2D")
    return net.pool(x, code, window, strides, net.pick("SAME", "VALID"))


def elementwise(net: Net) -> T:
    code, size = net.pick("ADD", "MUL", "MINIMUM", "MAXIMUM"), net.pick(1, 3, 4, 15, 16, 17, 64)
    a = net.input((2, 3, size))
    same = code in ("MINIMUM", "MAXIMUM")
    shape = net.pick((2, 3, size), (2, 3, size), (1, 1, size), (2, 1, 1))
    b = net.input(shape, a.scale if same else 0, a.zero_point if same else None)
    return net.elementwise(code, a, b)


def softmax(net: Net) -> T:
    x = net.input((net.pick(1, 3), net.pick(1, 2, 3, 7, 16, 130)), net.scale(-7, 2))
    return net.softmax(x, net.pick("INT8", "INT16"))


KINDS: dict[str, Callable[[Net], T]] = {
    f.__name__: f for f in (conv, depthwise, fully_connected, pool, elementwise, softmax)
}


def graph(net: Net) -> T:
    """A few layers in a row, with branches that meet, and a classifier at the end."""
    x = net.input((1, net.pick(4, 7, 9), net.pick(5, 8), net.pick(1, 3, 4)))
    for _ in range(int(net.rng.integers(2, 6))):
        x = net.pick(_any_conv, _any_depthwise, _any_pool, _branches)(net, x)
    flat = net.tensor((1, prod(x.shape)), x.scale, x.zero_point)
    shape = net.model.constant(np.array(flat.shape, np.int32))
    net.model.operator("RESHAPE", [x.id, shape], [flat.id], new_shape=list(flat.shape))
    return net.softmax(net.fully_connected(flat, net.pick(2, 5, 10)))


def _any_conv(net: Net, x: T) -> T:
    kernel: Pair = net.pick((1, 1), (3, 3), (1, 3))
    return net.conv(x, kernel, net.pick(1, 4, 7, 8, 16), strides=net.pick((1, 1), (2, 2)))


def _any_depthwise(net: Net, x: T) -> T:
    return net.conv(x, (3, 3), 0, strides=net.pick((1, 1), (2, 2)), multiplier=net.pick(1, 1, 2))


def _any_pool(net: Net, x: T) -> T:
    code = net.pick("AVERAGE_POOL_2D", "MAX_POOL_2D")
    return net.pool(x, code, (2, 2), net.pick((1, 1), (2, 2)), "SAME")


def _branches(net: Net, x: T) -> T:
    code = net.pick("ADD", "MUL", "MAXIMUM", "MINIMUM")
    if code in ("ADD", "MUL"):
        return net.elementwise(code, x, net.conv(x, (1, 1), x.shape[3]))
    return net.elementwise(code, x, net.pool(x, "MAX_POOL_2D", (3, 3), (1, 1), "SAME"))


Layer = Callable[[Net], T]


def model_of(layers: list[Layer], seed: int) -> bytes:
    """Layers side by side, each with inputs and an output of its own."""
    net = Net(np.random.default_rng(seed))
    for layer in layers:
        net.model.output(layer(net).id)
    return net.model.build()
