"""The arithmetic of a layer with weights, as kernels of every instruction set pack it.

Knows numbers, and no kernel, layout or operator.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helia_aot.kernels.certify import Ints, Requantization

Bytes = NDArray[np.int8]


class Layer(NamedTuple):
    """The arithmetic of one layer, whatever its shape."""

    weights: Bytes
    """Output channels x taps."""
    bias: Ints
    multiplier: Ints
    shift: Ints
    input_zero: int
    output_zero: int
    low: int = -128
    high: int = 127

    @property
    def channels(self) -> int:
        return self.weights.shape[0]

    def folded_bias(self) -> Ints:
        return self.bias - self.input_zero * self.weights.astype(np.int64).sum(1)

    def narrow(self) -> NDArray[np.bool_]:
        """The channels of which 256 times any accumulator fits 32 bits; the bias of a channel that
        gives one result alone does not count."""
        rq = self.requantization()
        same = rq.at(rq.least) == rq.at(rq.most)
        reach = np.maximum(np.abs(rq.least), np.abs(rq.most))
        return np.where(same, (rq.most - rq.least) // 2 + 1, reach) < 1 << 23

    def without_idle_clamp(self) -> "Layer":
        """The same without a bound of the clamp that no input reaches, so that no kernel asks."""
        rq = self.requantization()._replace(low=-128, high=127)
        if rq.wraps():
            return self
        low = -128 if rq.at(rq.least).min() > self.low else self.low
        high = 127 if rq.at(rq.most).max() < self.high else self.high
        return self._replace(low=low, high=high)

    def requantization(self) -> Requantization:
        """Every accumulator that an int8 input can give."""
        weights = self.weights.astype(np.int64)
        up, down = np.maximum(weights, 0).sum(1), np.minimum(weights, 0).sum(1)
        least, most = -128 - self.input_zero, 127 - self.input_zero
        return Requantization(
            self.multiplier.astype(np.int64),
            self.shift.astype(np.int64),
            self.output_zero,
            self.low,
            self.high,
            self.bias + up * least + down * most,
            self.bias + up * most + down * least,
        )
