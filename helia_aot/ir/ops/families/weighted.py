"""What the operators share that multiply an activation with weights and add a bias.

Knows no layout: a subclass says which axis of the weights counts the output channels, and which
factors meet. What differs by element types is said by the rows of `VARIANTS`: the types, and the
arithmetic of `weighted_types`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from math import prod
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, opt_operand_def, result_def

from helia_aot.ir.activation import expect_clamp
from helia_aot.ir.constants import constant, quant
from helia_aot.ir.ops.families.clamp import Clamped
from helia_aot.ir.ops.families.operator import AotOperator, rule
from helia_aot.ir.ops.families.variants import Variant
from helia_aot.ir.ops.families.weighted_types import (
    CentredNarrow,
    Doubles,
    Inside,
    Narrow,
    Real,
    Sums,
    WeightedArithmetic,
    Wide,
    multiply_add,
)
from helia_aot.ir.types import C_TYPES, Array, shape
from helia_aot.kernels.costs import Work
from helia_aot.kernels.kernel import Field, Number, Record, Role

if TYPE_CHECKING:
    from helia_aot.kernels.layer import Layer


def _types(input: str, weights: str, bias: str, output: str) -> dict[str, str]:
    return {"input": input, "weights": weights, "bias": bias, "output": output}


Row = Variant[WeightedArithmetic]

S8_TYPES = _types("int8", "int8", "int32", "int8")
S8: Row = Variant("s8", S8_TYPES, Narrow(), accelerated=True)
S16_B32: Row = Variant("s16_b32", _types("int16", "int8", "int32", "int16"), CentredNarrow())
S16: Row = Variant("s16", _types("int16", "int8", "int64", "int16"), Wide())
F32: Row = Variant("f32", _types("float32", "float32", "float32", "float32"), Real())

Add = Callable[[Sums, Sums, Sums, Inside], Sums]
"""`WeightedArithmetic.add_products`, or what does something else with the same factors."""


def plain_record(base: str, row: Row, *layout: Field) -> Record:
    """The descriptor of a kernel for weights as they stand, with the numbers of their layout."""
    types, arithmetic = row.types, row.arithmetic
    return Record(
        f"{base}_{row.suffix}",
        (
            Field("input", C_TYPES[types["input"]], Role.INPUT),
            Field("weights", C_TYPES[types["weights"]], Role.CONSTANT),
            Field("bias", C_TYPES[types["bias"]], Role.CONSTANT),
            *arithmetic.CHANNEL_FIELDS,
            Field("output", C_TYPES[types["output"]], Role.OUTPUT),
            *arithmetic.NUMBER_FIELDS,
            *layout,
        ),
    )


class Weighted(Clamped):
    """Undecorated base: sums of products of activations and weights, and a bias."""

    CHANNEL_AXIS: ClassVar[int] = 0
    """Which axis of the weights counts the output channels."""

    input = operand_def(TensorType)
    weights = operand_def(TensorType)
    """One scale, or one per output channel."""
    bias = opt_operand_def(TensorType)
    output = result_def(TensorType)

    # What it demands

    @rule("no dimension is 0")
    def _sizes(self) -> str | None:
        for name in ("input", "weights"):
            if 0 in (found := shape(getattr(self, name))):
                return f"{name} has shape {found}"
        return None

    def _layout(self) -> str | None:
        """Overridden by a rule on the ranks and shapes; stands here so that it is asked here."""

    @rule("the bias has one element per output channel")
    def _bias_size(self) -> str | None:
        if self.bias is None or prod(shape(self.bias)) == self.channels:
            return None
        return f"bias has shape {shape(self.bias)} for {self.channels} channels"

    @rule("the fused activation is none, relu, relu_n1_to_1 or relu6")
    def _clamp(self) -> str | None:
        return expect_clamp(self.activation.data)

    # What it means

    @property
    def arithmetic(self) -> WeightedArithmetic:
        return self.variant.arithmetic

    @property
    def channels(self) -> int:
        """How many output channels there are."""
        return shape(self.weights)[self.CHANNEL_AXIS]

    @abstractmethod
    def sums(self, x: Sums, w: Sums, add: Add) -> Sums:
        """Of all products that go into an output, in the output's shape, summed by `add`."""

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x, w, bias = (*inputs, None)[:3]
        assert x is not None
        assert w is not None
        own = self.arithmetic
        sums = self.sums(own.centred(self, x), own.factors(self, w), own.add_products)
        return (own.finish(self, sums, bias),)

    def magnitudes(self, *inputs: Array | None) -> Doubles:
        """For every output what its products and its bias sum up to without their signs."""
        found = (None if a is None else np.abs(a.astype(np.float64)) for a in inputs)
        x, w, bias = (*found, None)[:3]
        assert x is not None
        assert w is not None
        sums = self.sums(x, w, multiply_add)
        return sums if bias is None else sums + bias.reshape(-1)

    # What its kernels read

    def plain_numbers(self) -> Mapping[str, Number]:
        """The numbers of a plain kernel that have nothing to do with the layout."""
        return self.arithmetic.numbers(self)

    def weight_constants(self) -> Mapping[str, int | None]:
        """Weights and bias as they stand."""
        return {"weights": 1, "bias": None if self.bias is None else 2}

    def layer(self) -> Layer | None:
        """The arithmetic with weights as channels x taps; None where some of it is computed, or
        where only plain kernels have the types."""
        if not self.variant.accelerated:
            return None
        # Imported here: kernels that read weights as they stand have no use for it.
        from helia_aot.kernels.layer import Layer

        weights = constant(self.weights)
        bias = np.zeros(self.channels) if self.bias is None else constant(self.bias)
        if weights is None or bias is None:
            return None
        rows = np.moveaxis(weights, self.CHANNEL_AXIS, 0).reshape(self.channels, -1)
        channels = self.arithmetic.channel_constants(self)
        low, high = self.limits
        layer = Layer(
            weights=np.ascontiguousarray(rows.astype(np.int8)),
            bias=bias.reshape(-1).astype(np.int64),
            multiplier=channels["multipliers"].astype(np.int64),
            shift=channels["shifts"].astype(np.int64),
            input_zero=quant(self.input).zero_point,
            output_zero=quant(self.output).zero_point,
            low=low,
            high=high,
        )
        return layer.without_idle_clamp()

    def channel_constants(self) -> Mapping[str, int | Array | None]:
        """Weights and bias as they stand, and what kernels read per output channel."""
        return {**self.weight_constants(), **self.arithmetic.channel_constants(self)}

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
