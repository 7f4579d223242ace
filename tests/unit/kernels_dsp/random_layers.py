"""Random layers with plausible quantization: outputs that spread over the whole range."""

import numpy as np
from numpy.typing import NDArray

from helia_aot.kernels.layer import Layer


def layer(
    rng: np.random.Generator, channels: int, taps: int, relu: bool = True, limit: int = 127
) -> Layer:
    """Per-channel scales within a factor of eight; about half of the outputs above the clamp."""
    weights = rng.integers(-limit, limit + 1, (channels, taps)).astype(np.int8)
    spread = np.sqrt(taps) * limit * 0.58 * 74
    real = 60 / spread * np.exp2(rng.uniform(-2, 1, channels))
    mantissa, exponent = np.frexp(np.minimum(real, 0.12))
    zero = -128 if relu else int(rng.integers(-128, 128))
    return Layer(
        weights,
        rng.integers(-int(spread), int(spread) + 1, channels).astype(np.int64),
        np.rint(mantissa * (1 << 31)).astype(np.int64).clip(max=(1 << 31) - 1),
        exponent.astype(np.int64),
        int(rng.choice([-128, 127, 0, int(rng.integers(-128, 128))])),
        zero,
        *(
            (-128, 127)
            if relu or rng.integers(3)
            else (max(zero, -128), int(rng.integers(zero, 128)))
        ),
    )


def signal(rng: np.random.Generator, *shape: int) -> NDArray[np.int8]:
    return rng.integers(-128, 128, shape).astype(np.int8)
