"""FULLY_CONNECTED on pair-packed weights: the portable body and the one for the DSP extension."""

import numpy as np

from helia_aot.kernels.dsp.fully_connected import fully_connected
from helia_aot.kernels.layer import Layer
from tests.unit.kernels_dsp import reference
from tests.unit.kernels_dsp.harness import Case
from tests.unit.kernels_dsp.random_layers import layer, signal
from tests.unit.tails import tail


def case(name: str, rng: np.random.Generator, batches: int, what: Layer) -> Case:
    x = signal(rng, batches, what.weights.shape[1])
    acc = (x.astype(np.int64) - what.input_zero) @ what.weights.astype(np.int64).T + what.bias
    want = reference.requantize(
        acc, what.multiplier, what.shift, what.output_zero, what.low, what.high
    )
    call = fully_connected(batches, what, stored=bool(batches % 2))
    assert call is not None, name
    weights = what.weights
    return Case(name, call, (x,), want.astype(np.int8), weights)


def random_layer(rng: np.random.Generator, units: int) -> Layer:
    """Every tail of depth; some too deep for one part, some with scales above one."""
    depth = int(
        rng.choice([1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 64, int(rng.integers(1, 300)), 3000])
    )
    what = layer(rng, units, depth, bool(rng.integers(2)))
    if rng.integers(6) == 0:
        shift = rng.integers(-3, 3, what.channels).astype(np.int64)
        return what._replace(shift=shift)
    return what


def cases(count: int, seed: int = 1) -> list[Case]:
    rng = np.random.default_rng(seed)
    return [
        case(
            f"fully connected {i}",
            rng,
            int(rng.choice([1, 1, 2, 5])),
            random_layer(rng, tail(i)[0]),
        )
        for i in range(count)
    ]
