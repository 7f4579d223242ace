"""The element types of pools: what each demands, and what a window becomes.

Knows of an operator what `Pooling` says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite, sqrt
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray
from xdsl.ir import SSAValue

from helia_aot.ir.constants import quant
from helia_aot.ir.ops.families.operator import expect_quantized, rule
from helia_aot.ir.ops.families.variants import Arithmetic, Variant, all_of
from helia_aot.ir.quantize import bounds
from helia_aot.ir.real import LARGEST, clamp_real
from helia_aot.ir.types import Array, Int, dtype
from helia_aot.kernels.kernel import Number
from helia_aot.kernels.window import Window

Numbers = NDArray[Any]

SAME_SCALE = 1e-6
"""How far the scales of input and output may be apart."""


class Pooling(Protocol):
    """A pool, as its arithmetic sees it."""

    @property
    def input(self) -> SSAValue: ...
    @property
    def output(self) -> SSAValue: ...
    @property
    def window(self) -> Window: ...
    @property
    def limits(self) -> tuple[int, int]: ...
    @property
    def real_limits(self) -> tuple[float, float]: ...


class PoolArithmetic(Arithmetic, ABC):
    """What pools ask."""

    NUMBER: ClassVar[str]
    """C type of the clamp in a descriptor."""
    SUMS: ClassVar[type[np.generic]]
    """Type of the sums in `evaluate`."""

    @abstractmethod
    def lowest(self, op: Pooling) -> int | float:
        """What no element is below."""

    @abstractmethod
    def mean(self, sums: Numbers, counts: Int) -> Numbers:
        """Sums of so many elements, divided."""

    @abstractmethod
    def finish(self, op: Pooling, y: Numbers) -> Array:
        """Clamped, in the type of the output."""

    @abstractmethod
    def numbers(self, op: Pooling) -> Mapping[str, Number]:
        """The clamp, as the descriptor has it."""

    def largest(self, windows: Iterable[Numbers], start: Numbers) -> Numbers:
        """The largest of every window, from `start` on; what is no number is never larger."""
        for seen in windows:
            start = np.where(start < seen, seen, start)
        return start


class Quantized(PoolArithmetic):
    """The quantized numbers themselves, zero point included: it is the same on both sides."""

    NUMBER: ClassVar = "int32_t"
    SUMS: ClassVar = np.int64

    @rule("quantized input and output have the same positive scale and the same zero point")
    def alike(self, op: Pooling) -> str | None:
        if missing := expect_quantized(input=op.input, output=op.output):
            return missing
        x, y = quant(op.input), quant(op.output)
        sound = isfinite(x.scale) and x.scale > 0 and isfinite(y.scale) and y.scale > 0
        if sound and abs(x.scale - y.scale) <= SAME_SCALE and x.zero_point == y.zero_point:
            return None
        return f"input has {x}, output has {y}"

    @rule("the zero point is a value of the type")
    def zero_point(self, op: Pooling) -> str | None:
        low, high = bounds(dtype(op.output))
        zero_point = quant(op.output).zero_point
        return None if low <= zero_point <= high else f"output has zero point {zero_point}"

    def lowest(self, op: Pooling) -> int:
        return bounds(dtype(op.input))[0]

    def mean(self, sums: Numbers, counts: Int) -> Numbers:
        """Rounded half away from zero."""
        return np.sign(sums) * ((np.abs(sums) + counts // 2) // counts)

    def finish(self, op: Pooling, y: Numbers) -> Array:
        return np.clip(y, *op.limits).astype(dtype(op.output))

    def numbers(self, op: Pooling) -> Mapping[str, Number]:
        low, high = op.limits
        return {"act_min": low, "act_max": high}


class Real(PoolArithmetic):
    """float32; sums run over the window row by row, and every one is rounded."""

    NUMBER: ClassVar = "float"
    SUMS: ClassVar = np.float32

    def lowest(self, op: Pooling) -> float:
        return -LARGEST

    def mean(self, sums: Numbers, counts: Int) -> Numbers:
        return sums / counts.astype(np.float32)

    def finish(self, op: Pooling, y: Numbers) -> Array:
        return clamp_real(y, op.real_limits)

    def numbers(self, op: Pooling) -> Mapping[str, Number]:
        low, high = op.real_limits
        return {"act_min": low, "act_max": high}


class RealMean(Real):
    """Means of n elements."""

    BOUND: ClassVar = "(n + 1) * 2^-24 * largest |x|"

    def float_bound(
        self, op: Any, inputs: Sequence[Array | None], bounds: Sequence[float]
    ) -> float:
        (x,) = inputs
        assert x is not None
        kh, kw = op.window.taps
        largest = np.abs(x[np.isfinite(x)]).max(initial=0.0)
        own = (kh * kw + 1) * 2.0**-24 * (largest + bounds[0])
        return float(own + bounds[0] / sqrt(kh * kw))


def same(suffix: str, type: str, arithmetic: PoolArithmetic) -> Variant[PoolArithmetic]:
    """The row of input and output of one type."""
    return Variant(suffix, all_of(type, "input", "output"), arithmetic)
