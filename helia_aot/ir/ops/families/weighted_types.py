"""The element types of operators with weights: what each demands, and what becomes of its sums.

Products of integers are summed exactly, in doubles; of floats in the order of the weights, as every
portable kernel does. Knows no layout, and of an operator what `Weighing` says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray
from xdsl.ir import SSAValue

from helia_aot.ir.constants import quant, quant_of, scales, zero_points
from helia_aot.ir.ops.families.operator import expect_centred, expect_quantized, rule
from helia_aot.ir.ops.families.variants import Arithmetic
from helia_aot.ir.quantize import (
    bounds,
    multipliers_shifts,
    reduced,
    requantize,
    requantize_wide,
    wrap32,
)
from helia_aot.ir.real import clamp_real
from helia_aot.ir.types import Array, Int, dtype
from helia_aot.kernels.kernel import Field, Number, Role

Doubles = NDArray[np.float64]
Sums = NDArray[Any]
Inside = NDArray[np.bool_] | bool
"""Which rows meet the input, the others padding."""

CHANNEL_FIELDS = (
    Field("multipliers", "int32_t", Role.CONSTANT),
    Field("shifts", "int32_t", Role.CONSTANT),
)
CLAMP_FIELDS = (Field("act_min", "int32_t"), Field("act_max", "int32_t"))
QUANTIZATION_FIELDS = (
    Field("input_offset", "int32_t"),
    Field("output_offset", "int32_t"),
    *CLAMP_FIELDS,
)

EPSILON = 2.0**-24
"""How far a float32 operation is from its exact result, relative to that."""


def multiply_add(sums: Sums, x: Sums, w: Sums, inside: Inside) -> Sums:
    """`sums` and the products of rows and columns, in any order; rows on padding are zeros."""
    return sums + (x * w if x.shape[-1] == 1 else x @ w)


class Weighing(Protocol):
    """An operator with weights, as its arithmetic sees it."""

    CHANNEL_AXIS: ClassVar[int]

    @property
    def input(self) -> SSAValue: ...
    @property
    def weights(self) -> SSAValue: ...
    @property
    def bias(self) -> SSAValue | None: ...
    @property
    def output(self) -> SSAValue: ...
    @property
    def channels(self) -> int: ...
    @property
    def limits(self) -> tuple[int, int]: ...
    @property
    def real_limits(self) -> tuple[float, float]: ...
    def magnitudes(self, *inputs: Array | None) -> Doubles: ...


class WeightedArithmetic(Arithmetic, ABC):
    """What operators with weights ask: how factors are multiplied and summed, what becomes of a
    sum, and what a kernel reads for that."""

    CHANNEL_FIELDS: ClassVar[tuple[Field, ...]] = ()
    """The constants of a descriptor, one element per output channel."""
    NUMBER_FIELDS: ClassVar[tuple[Field, ...]] = ()
    """The numbers of a descriptor, ahead of those of the layout."""
    SUMS: ClassVar[type[np.generic]] = np.float64
    """Type of the sums in `evaluate`."""

    def centred(self, op: Weighing, x: Array) -> Sums:
        """The input as it is multiplied."""
        return x.astype(self.SUMS)

    def factors(self, op: Weighing, w: Array) -> Sums:
        """The weights as they are multiplied."""
        return w.astype(self.SUMS)

    def add_products(self, sums: Sums, x: Sums, w: Sums, inside: Inside) -> Sums:
        """`sums` and the products of rows and columns; rows that are not `inside` meet padding."""
        return multiply_add(sums, x, w, inside)

    @abstractmethod
    def finish(self, op: Weighing, sums: Sums, bias: Array | None) -> Array:
        """From sums of products, channels last, to the output."""

    @abstractmethod
    def numbers(self, op: Weighing) -> Mapping[str, Number]:
        """The `NUMBER_FIELDS`."""

    @abstractmethod
    def channel_constants(self, op: Weighing) -> Mapping[str, Array]:
        """The `CHANNEL_FIELDS`."""


class Quantized(WeightedArithmetic):
    """y = clamp(requantize(sum((x - x_zero_point) * w) + bias) + y_zero_point)"""

    MAX_SHIFT: ClassVar[int]
    """The largest left shift of an accumulator."""

    @rule("input and output have one scale and zero point")
    def quantized(self, op: Weighing) -> str | None:
        return expect_quantized(input=op.input, output=op.output)

    @rule("the weights have one scale, or one per output channel")
    def channel_scales(self, op: Weighing) -> str | None:
        found = quant_of(op.weights)
        if found is None:
            return "weights have no scale"
        count, axis = len(found.scales), found.channel_axis
        if count == 1 or (count, axis) == (op.channels, op.CHANNEL_AXIS):
            return None
        return f"weights have {count} scales along axis {axis} for {op.channels} channels"

    @rule("scales are positive, zero points are values of their type")
    def valid_quantization(self, op: Weighing) -> str | None:
        for name in ("input", "weights", "output"):
            value = getattr(op, name)
            low, high = bounds(dtype(value))
            real, zero = scales(value), zero_points(value)
            for bad in real[~(np.isfinite(real) & (real > 0))]:
                return f"{name} has scale {bad}"
            for bad in zero[(zero < low) | (zero > high)]:
                return f"{name} has zero point {bad}"
        return None

    @rule("the weights have zero point 0")
    def symmetric(self, op: Weighing) -> str | None:
        zero = zero_points(op.weights)
        return f"weights have zero point {zero[zero != 0][0]}" if zero.any() else None

    def effective_scales(self, op: Weighing) -> Doubles:
        """How many steps of the output a step of the products is, for every output channel; all
        in double, as TFLM has it, where there is one scale for the weights too."""
        real = scales(op.input) * scales(op.weights) / quant(op.output).scale
        return np.broadcast_to(real, (op.channels,))

    def requantization(self, op: Weighing) -> tuple[Int, Int]:
        """Multiplier and shift of every output channel."""
        return multipliers_shifts(self.effective_scales(op))

    def out_of_range(self, op: Weighing) -> str | None:
        """For a rule: a scale whose shift is above `MAX_SHIFT`."""
        if self.requantization(op)[1].max() <= self.MAX_SHIFT:
            return None
        return f"a channel is scaled by {self.effective_scales(op).max():.6g}"

    def centred(self, op: Weighing, x: Array) -> Sums:
        """The input without its zero point: sums of products stay exact in doubles."""
        return x.astype(np.float64) - quant(op.input).zero_point

    def factors(self, op: Weighing, w: Array) -> Sums:
        zero = zero_points(op.weights)
        return w.astype(np.float64) - (int(zero[0]) if zero.size == 1 else 0)

    def finish(self, op: Weighing, sums: Sums, bias: Array | None) -> Array:
        acc = sums.astype(np.int64)
        if bias is not None:
            acc = acc + bias.reshape(-1).astype(np.int64)
        y = wrap32(self.scaled(op, acc) + quant(op.output).zero_point)
        return np.clip(y, *op.limits).astype(dtype(op.output))

    @abstractmethod
    def scaled(self, op: Weighing, acc: Int) -> Int:
        """Accumulators in steps of the output."""


class Narrow(Quantized):
    """A 32-bit accumulator that wraps, requantized in two roundings."""

    CHANNEL_FIELDS: ClassVar = CHANNEL_FIELDS
    NUMBER_FIELDS: ClassVar = QUANTIZATION_FIELDS
    MAX_SHIFT: ClassVar = 30

    @rule("the effective scale of a channel is below 2^30")
    def shift_range(self, op: Weighing) -> str | None:
        return self.out_of_range(op)

    def scaled(self, op: Weighing, acc: Int) -> Int:
        return requantize(wrap32(acc), *self.requantization(op))

    def numbers(self, op: Weighing) -> Mapping[str, Number]:
        low, high = op.limits
        return {
            "input_offset": -quant(op.input).zero_point,
            "output_offset": quant(op.output).zero_point,
            "act_min": low,
            "act_max": high,
        }

    def channel_constants(self, op: Weighing) -> Mapping[str, Array]:
        multipliers, shifts = self.requantization(op)
        return {"multipliers": multipliers.astype(np.int32), "shifts": shifts.astype(np.int32)}


class Centred(Quantized):
    """Of int16 activations, whose zero points are 0: a descriptor has none."""

    NUMBER_FIELDS: ClassVar = CLAMP_FIELDS

    @rule("int16 tensors have zero point 0")
    def zero(self, op: Weighing) -> str | None:
        return expect_centred(input=op.input, output=op.output)

    def numbers(self, op: Weighing) -> Mapping[str, Number]:
        low, high = op.limits
        return {"act_min": low, "act_max": high}


class CentredNarrow(Centred, Narrow):
    """int16 with a bias of 32 bits: the sum has as many, and wraps."""


class Wide(Centred):
    """A 64-bit accumulator times a multiplier of 16 bits, one rounding of ties upwards."""

    CHANNEL_FIELDS: ClassVar = (
        Field("multipliers", "int16_t", Role.CONSTANT),
        Field("shifts", "uint8_t", Role.CONSTANT),
    )
    MAX_SHIFT: ClassVar = 14

    @rule("the effective scale of an int16 channel is below 2^14")
    def shift_range(self, op: Weighing) -> str | None:
        return self.out_of_range(op)

    def scaled(self, op: Weighing, acc: Int) -> Int:
        return requantize_wide(acc, *self.requantization(op))

    def channel_constants(self, op: Weighing) -> Mapping[str, Array]:
        multipliers, rights = reduced(*self.requantization(op))
        return {"multipliers": multipliers.astype(np.int16), "shifts": rights.astype(np.uint8)}


class Real(WeightedArithmetic):
    """y = clamp(sum(x * w) + bias) in float32: every product and every sum is rounded."""

    BOUND: ClassVar = "(n + 2) * 2^-24 * (sum of n |x * w| + |bias|)"
    NUMBER_FIELDS: ClassVar = (Field("act_min", "float"), Field("act_max", "float"))
    SUMS: ClassVar = np.float32

    def add_products(self, sums: Sums, x: Sums, w: Sums, inside: Inside) -> Sums:
        with np.errstate(over="ignore", invalid="ignore"):
            for k in range(x.shape[-1]):
                more = sums + x[..., k, None] * w[..., k, None, :]
                sums = np.where(inside, more, sums)
        return sums

    def finish(self, op: Weighing, sums: Sums, bias: Array | None) -> Array:
        with np.errstate(over="ignore", invalid="ignore"):
            y = sums if bias is None else sums + bias.reshape(-1)
        return clamp_real(y.astype(np.float32), op.real_limits)

    def numbers(self, op: Weighing) -> Mapping[str, Number]:
        low, high = op.real_limits
        return {"act_min": low, "act_max": high}

    def channel_constants(self, op: Weighing) -> Mapping[str, Array]:
        return {}

    def float_bound(
        self, op: Any, inputs: Sequence[Array | None], bounds: Sequence[float]
    ) -> float:
        """The rounding of n products and n sums in any order, and what the operands are off."""
        x, w, bias = (*inputs, None)[:3]
        assert x is not None
        assert w is not None
        off_x, off_w, off_bias = (*bounds, 0.0, 0.0)[:3]
        own = (w.size // op.channels + 2) * EPSILON * op.magnitudes(x, w, bias)
        squares = off_bias**2
        if off_x:
            squares = squares + off_x**2 * op.magnitudes(np.ones_like(x), w.astype(float) ** 2)
        if off_w:
            squares = squares + off_w**2 * op.magnitudes(x.astype(float) ** 2, np.ones_like(w))
        total = np.asarray(own + np.sqrt(squares))
        return float(total[np.isfinite(total)].max(initial=0.0))
