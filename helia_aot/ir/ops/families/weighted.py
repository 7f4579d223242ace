"""What the operators share that multiply an activation with weights, add a bias and requantize.

Knows no layout: a subclass says which axis of the weights counts the output channels, and how the
products are summed. Everything behind the sum is here: bias, multipliers, activation, cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, opt_operand_def, result_def

from helia_aot.ir.activation import expect_clamp
from helia_aot.ir.constants import constant, quant, quant_of, scales, zero_points
from helia_aot.ir.ops.families.clamp import Clamped
from helia_aot.ir.ops.families.operator import AotOperator, expect_quantized, expect_types, rule
from helia_aot.ir.quantize import bounds, multipliers_shifts, requantize, wrap32
from helia_aot.ir.types import Array, Int, dtype, shape
from helia_aot.kernels.costs import Work
from helia_aot.kernels.kernel import Field, Role

if TYPE_CHECKING:
    from helia_aot.kernels.layer import Layer

TENSOR_FIELDS = (
    Field("input", "int8_t", Role.INPUT),
    Field("weights", "int8_t", Role.CONSTANT),
    Field("bias", "int32_t", Role.CONSTANT),
)
CHANNEL_FIELDS = (
    Field("multipliers", "int32_t", Role.CONSTANT),
    Field("shifts", "int32_t", Role.CONSTANT),
)
OUTPUT = Field("output", "int8_t", Role.OUTPUT)
QUANTIZATION_FIELDS = (
    Field("input_offset", "int32_t"),
    Field("output_offset", "int32_t"),
    Field("act_min", "int32_t"),
    Field("act_max", "int32_t"),
)

Doubles = NDArray[np.float64]

MAX_SHIFT = 30
"""The largest left shift of an accumulator."""


class Weighted(Clamped):
    """Undecorated base: y = clamp(requantize(sum((x - x_zero_point) * w) + bias) + zero_point)."""

    CHANNEL_AXIS: ClassVar[int] = 0
    """Which axis of the weights counts the output channels."""

    input = operand_def(TensorType)
    weights = operand_def(TensorType)
    """One scale, or one per output channel."""
    bias = opt_operand_def(TensorType)
    output = result_def(TensorType)

    # What it demands

    @rule("input, weights and output are int8, the bias is int32")
    def _types(self) -> str | None:
        return expect_types(
            input=(self.input, "int8"),
            weights=(self.weights, "int8"),
            bias=(self.bias, "int32"),
            output=(self.output, "int8"),
        )

    @rule("no dimension is 0")
    def _sizes(self) -> str | None:
        for name in ("input", "weights"):
            if 0 in (found := shape(getattr(self, name))):
                return f"{name} has shape {found}"
        return None

    def _layout(self) -> str | None:
        """Overridden by a rule on the ranks and shapes; stands here so that it is asked here."""

    @rule("input and output have one scale and zero point")
    def _quantized(self) -> str | None:
        return expect_quantized(input=self.input, output=self.output)

    @rule("the weights have one scale, or one per output channel")
    def _channel_scales(self) -> str | None:
        found = quant_of(self.weights)
        if found is None:
            return "weights have no scale"
        count, axis = len(found.scales), found.channel_axis
        if count == 1 or (count, axis) == (self.channels, self.CHANNEL_AXIS):
            return None
        return f"weights have {count} scales along axis {axis} for {self.channels} channels"

    @rule("scales are positive, zero points are values of their type")
    def _valid_quantization(self) -> str | None:
        for name in ("input", "weights", "output"):
            value = getattr(self, name)
            low, high = bounds(dtype(value))
            real, zero = scales(value), zero_points(value)
            for bad in real[~(np.isfinite(real) & (real > 0))]:
                return f"{name} has scale {bad}"
            for bad in zero[(zero < low) | (zero > high)]:
                return f"{name} has zero point {bad}"
        return None

    @rule("the weights have zero point 0")
    def _symmetric(self) -> str | None:
        zero = zero_points(self.weights)
        return f"weights have zero point {zero[zero != 0][0]}" if zero.any() else None

    @rule("the bias has one element per output channel")
    def _bias_size(self) -> str | None:
        if self.bias is None or prod(shape(self.bias)) == self.channels:
            return None
        return f"bias has shape {shape(self.bias)} for {self.channels} channels"

    @rule("the fused activation is none, relu, relu_n1_to_1 or relu6")
    def _clamp(self) -> str | None:
        return expect_clamp(self.activation.data)

    @rule(f"the effective scale of a channel is below 2^{MAX_SHIFT}")
    def _shift_range(self) -> str | None:
        if self.requantization()[1].max() <= MAX_SHIFT:
            return None
        return f"a channel is scaled by {self.effective_scales().max():.6g}"

    # What it means

    @property
    def channels(self) -> int:
        """How many output channels there are."""
        return shape(self.weights)[self.CHANNEL_AXIS]

    def effective_scales(self) -> Doubles:
        """How many steps of the output a step of the products is, for every output channel; all
        in double, as TFLM has it, where there is one scale for the weights too."""
        real = scales(self.input) * scales(self.weights) / quant(self.output).scale
        return np.broadcast_to(real, (self.channels,))

    def requantization(self) -> tuple[Int, Int]:
        """Multiplier and shift of every output channel."""
        return multipliers_shifts(self.effective_scales())

    def centered(self, x: Array) -> Doubles:
        """The input without its zero point, as doubles: sums of products stay exact in them."""
        return x.astype(np.float64) - quant(self.input).zero_point

    def finish(self, sums: Doubles, bias: Array | None) -> Array:
        """From sums of products, channels last, to the output."""
        acc = sums.astype(np.int64)
        if bias is not None:
            acc = acc + bias.reshape(-1).astype(np.int64)
        scaled = requantize(wrap32(acc), *self.requantization())
        y = wrap32(scaled + quant(self.output).zero_point)
        low, high = self.limits
        return np.clip(y, low, high).astype(dtype(self.output))

    # What its kernels read

    def quantization_numbers(self) -> dict[str, int]:
        """The `QUANTIZATION_FIELDS` of a descriptor."""
        low, high = self.limits
        return {
            "input_offset": -quant(self.input).zero_point,
            "output_offset": quant(self.output).zero_point,
            "act_min": low,
            "act_max": high,
        }

    def weight_constants(self) -> Mapping[str, int | None]:
        """Weights and bias as they stand."""
        return {"weights": 1, "bias": None if self.bias is None else 2}

    def layer(self) -> Layer | None:
        """The arithmetic with weights as channels x taps; None where some of it is computed."""
        # Imported here: kernels that read weights as they stand have no use for it.
        from helia_aot.kernels.layer import Layer

        weights = constant(self.weights)
        bias = np.zeros(self.channels) if self.bias is None else constant(self.bias)
        if weights is None or bias is None:
            return None
        rows = np.moveaxis(weights, self.CHANNEL_AXIS, 0).reshape(self.channels, -1)
        multiplier, shift = self.requantization()
        low, high = self.limits
        layer = Layer(
            weights=np.ascontiguousarray(rows.astype(np.int8)),
            bias=bias.reshape(-1).astype(np.int64),
            multiplier=multiplier,
            shift=shift,
            input_zero=quant(self.input).zero_point,
            output_zero=quant(self.output).zero_point,
            low=low,
            high=high,
        )
        return layer.without_idle_clamp()

    def channel_constants(self) -> Mapping[str, int | Array | None]:
        """Weights and bias as they stand, and the `CHANNEL_FIELDS`."""
        multipliers, shifts = self.requantization()
        return {
            **self.weight_constants(),
            "multipliers": multipliers.astype(np.int32),
            "shifts": shifts.astype(np.int32),
        }

    # What it costs

    def work(self) -> Work:
        rows = super().work()
        return rows._replace(taps=prod(shape(self.weights)) // self.channels)

    def macs(self) -> int | None:
        """One per weight for each row of the output, positions on padding included."""
        rows = prod(shape(self.output)) // shape(self.output)[-1]
        return prod(shape(self.weights)) * rows

    def parameters(self) -> int | None:
        return sum(prod(shape(v)) for v in self.operands[1:] if _is_known(v))


def _is_known(value: SSAValue) -> bool:
    """Whether it is a constant, or computed of constants alone, as a DEQUANTIZE of weights is: it
    counts alike whether that has been folded or not."""
    if constant(value) is not None:
        return True
    source = value.owner
    return isinstance(source, AotOperator) and all(map(_is_known, source.operands))
