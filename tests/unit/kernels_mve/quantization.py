"""Random quantization for kernels: every form of requantization, ties, dead channels, clamps."""

from dataclasses import dataclass

import numpy as np

from helia_aot.kernels.layer import Layer
from helia_aot.kernels.mve.blocks import ANY, RELU, Bytes, Requant


@dataclass(frozen=True)
class Numbers:
    """Random quantization for one of the forms."""

    rng: np.random.Generator
    clamps: bool = True

    def requant(self, channels: int, depth: int, form: int) -> Requant:
        """Outputs spread over the whole range; exact ties and dead channels occur."""
        rng = self.rng
        spread = int(np.log2(depth + 1) / 2) + 5
        shifts = -rng.integers(spread, spread + 3, channels)
        multipliers = rng.integers(1 << 30, 1 << 31, channels)
        multipliers[rng.random(channels) < 0.2] = 1 << 30
        dead = rng.random(channels) < 0.05
        multipliers[dead], shifts[dead] = 0, 0
        if form == ANY:
            shifts = rng.integers(-spread, 4, channels)
        zero = -128 if form == RELU else int(rng.integers(-127, 128))
        low, high = (
            sorted(rng.integers(-128, 128, 2).tolist())
            if self.clamps and rng.random() < 0.3
            else (-128, 127)
        )
        bias = rng.integers(-3000, 3000, channels)
        return Requant(
            bias, multipliers, shifts, int(rng.integers(-128, 128)), zero, low, max(high, low + 1)
        )


def layer_of(weights: Bytes, q: Requant) -> Layer:
    """Weights are channels x taps."""
    zeros = q.input_zero, q.output_zero
    return Layer(weights, q.bias, q.multipliers, q.shifts, *zeros, q.low, q.high)


def lines(weights: Bytes, q: Requant) -> Requant:
    """In a linear form where there is a proof; weights are channels x taps."""
    return Requant.linear(layer_of(weights, q)) or q
