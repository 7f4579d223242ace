"""Small random graphs of the patterns that fusions look for: what fits them, and what almost does.

Knows shapes and how to draw quantizations; knows no pass and no result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.model_builder import ModelBuilder
from tests.unit.ops.layers import windows


@dataclass(frozen=True)
class Value:
    """A tensor of the model under construction."""

    index: int
    shape: tuple[int, ...]
    scale: float
    zero_point: int

    @property
    def quantization(self) -> dict[str, Any]:
        return {"scale": self.scale, "zero_point": self.zero_point}


@dataclass
class Graph:
    """A model that grows at its end."""

    rng: np.random.Generator
    model: ModelBuilder = field(default_factory=ModelBuilder)

    def __post_init__(self) -> None:
        channels = int(self.rng.choice((1, 1, 2, 3, 4, 16)))
        shape = (int(self.rng.integers(1, 3)), *(int(n) for n in self.rng.integers(3, 9, 2)))
        q = self.quantization()
        self.value = Value(self.model.input((*shape, channels), **q), (*shape, channels), **q)

    def quantization(self) -> dict[str, Any]:
        return {
            "scale": float(np.float32(2.0 ** self.rng.uniform(-6, -2))),
            "zero_point": int(self.rng.integers(-128, 128)),
        }

    def pick(self, *choices: Any) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def int8(self, shape: Sequence[int]) -> "np.ndarray[Any, np.dtype[np.int8]]":
        return self.rng.integers(-128, 128, tuple(shape)).astype(np.int8)

    def then(
        self,
        code: str,
        more: Sequence[int] = (),
        shape: Sequence[int] | None = None,
        q: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        """An operator on the last value; by default the result is alike."""
        x, q = self.value, q or self.value.quantization
        shape = tuple(x.shape if shape is None else shape)
        y = self.model.tensor(shape, **q)
        self.model.operator(code, [x.index, *more], [y], **options)
        self.value = Value(y, shape, **q)
        if self.chance(0.1):
            self.model.output(y)

    def finish(self) -> bytes:
        if self.value.index not in self.model.graph.outputs:
            self.model.output(self.value.index)
        return self.model.build()

    # Operators

    def pad(self) -> None:
        sides = self.rng.integers(0, 3, (2, 2)) * self.rng.integers(0, 2, (2, 2))
        pairs = np.zeros((4, 2), np.int32)
        pairs[1:3] = sides
        if self.chance(0.1):
            pairs[3] = (0, 1)
        x = self.value
        shape = tuple(int(n) for n in np.array(x.shape) + pairs.sum(1))
        operands = [self.model.constant(pairs)]
        code = self.pick("PAD", "PAD", "PADV2")
        if code == "PADV2":
            value = np.array([self.pick(x.zero_point, int(self.int8((1,))[0]))], np.int8)
            operands.append(self.model.constant(value, **x.quantization))
        self.then(code, operands, shape)

    def window(self) -> tuple[tuple[int, int], tuple[int, int], str]:
        h, w = self.value.shape[1:3]
        taps = (int(self.rng.integers(1, min(h, 4) + 1)), int(self.rng.integers(1, min(w, 4) + 1)))
        strides = (int(self.rng.integers(1, 3)), int(self.rng.integers(1, 3)))
        return taps, strides, self.pick("VALID", "VALID", "SAME")

    def convolve(self) -> None:
        """CONV_2D or DEPTHWISE_CONV_2D, with all there is to fuse into it."""
        taps, strides, padding = self.window()
        x, depthwise = self.value, self.chance(0.5)
        channels = x.shape[3] * self.pick(1, 2, 8) if depthwise else int(self.rng.integers(1, 10))
        weights = (1, *taps, channels) if depthwise else (channels, *taps, x.shape[3])
        scales = np.exp2(self.rng.uniform(-8, -4, channels if self.chance(0.5) else 1))
        products = x.scale * scales
        operands = [
            self.model.constant(self.int8(weights), scale=scales, dimension=3 if depthwise else 0),
            self.model.constant(
                self.rng.integers(-5000, 5000, channels).astype(np.int32), scale=products
            ),
        ]
        depth = np.prod(weights) / channels
        spread = float(np.float32(products.mean() * np.sqrt(depth) * 60))
        q = {"scale": spread, "zero_point": int(self.rng.integers(-128, 128))}
        options = {"depth_multiplier": channels // x.shape[3]} if depthwise else {}
        self.then(
            "DEPTHWISE_CONV_2D" if depthwise else "CONV_2D",
            operands,
            (x.shape[0], *windows(x.shape, taps, strides, padding), channels),
            q,
            padding=padding,
            stride_h=strides[0],
            stride_w=strides[1],
            fused_activation_function=self.pick("NONE", "NONE", "RELU"),
            **options,
        )

    def pool(self) -> None:
        taps, strides, padding = self.window()
        x = self.value
        self.then(
            self.pick("AVERAGE_POOL_2D", "MAX_POOL_2D"),
            (),
            (x.shape[0], *windows(x.shape, taps, strides, padding), x.shape[3]),
            padding=padding,
            stride_h=strides[0],
            stride_w=strides[1],
            filter_height=taps[0],
            filter_width=taps[1],
        )

    def clamp(self) -> None:
        q = self.value.quantization if self.chance(0.8) else self.quantization()
        self.then(self.pick("RELU", "RELU6"), (), None, q)

    def bound(self) -> None:
        """A MINIMUM or MAXIMUM with a constant."""
        shape = self.pick((1,), (), self.value.shape)
        number = np.full(shape, self.int8((1,))[0], np.int8)
        operand = self.model.constant(number, **self.value.quantization)
        self.then(self.pick("MINIMUM", "MAXIMUM"), [operand])

    def rescale(self) -> None:
        self.then("QUANTIZE", (), None, self.quantization())

    def logistic(self) -> None:
        self.then("LOGISTIC", (), None, {"scale": 1 / 256, "zero_point": -128})

    def add(self) -> None:
        """One number, or as many as there are elements."""
        shape = (1,) if self.chance(0.7) else self.value.shape
        q = self.quantization()
        q["scale"] = float(np.float32(self.value.scale * 2.0 ** self.rng.uniform(-1, 1)))
        operand = self.model.constant(self.int8(shape), **q)
        self.then("ADD", [operand], None, self.quantization())

    def through_float(self) -> None:
        """DEQUANTIZE and QUANTIZE."""
        x = self.value
        real = self.model.tensor(x.shape, "FLOAT32")
        self.model.operator("DEQUANTIZE", [x.index], [real])
        q = x.quantization if self.chance(0.3) else self.quantization()
        y = self.model.tensor(x.shape, **q)
        self.model.operator("QUANTIZE", [real], [y])
        self.value = Value(y, x.shape, **q)


Step = Callable[[Graph], None]

PATTERNS: dict[str, tuple[tuple[Step, ...], ...]] = {
    "fuse-pad": ((Graph.pad, Graph.pad), (Graph.convolve, Graph.pool), (Graph.clamp,)),
    "fuse-activation": (
        (Graph.convolve, Graph.pool, Graph.add),
        (Graph.clamp, Graph.bound, Graph.rescale),
        (Graph.clamp, Graph.bound),
    ),
    "fuse-lut": (
        (Graph.clamp, Graph.bound, Graph.rescale, Graph.logistic, Graph.add, Graph.through_float),
    )
    * 4,
    "depthwise-to-conv": ((Graph.pad,), (Graph.convolve,), (Graph.clamp, Graph.bound)),
}
"""By the pass that looks for it: at every place one of some steps."""


def random_graph(pattern: str, seed: int) -> bytes:
    graph = Graph(np.random.default_rng(seed))
    for steps in PATTERNS[pattern]:
        graph.pick(*steps)(graph)
    return graph.finish()
