"""MUL: y = clamp(rescale((a - za) * (b - zb)) + zy) on int8; on int32 and int64 of shapes a * b."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.constants import quant
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.binary import ActivatedOperator
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.quantize import multiplier_shift, requantize, wrap32
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, shape
from helia_aot.kernels.elementwise import LOOPS, TENSORS, over_both
from helia_aot.kernels.kernel import Field, KernelCall, Record

FLAT = KernelHelper("mul_s8", "mul_s8", "mul_s8", "int8_t", "arm_elementwise_mul_s8")
BROADCAST = KernelHelper("mul_broadcast_s8", "mul_broadcast_s8", "mul_broadcast_s8", "int8_t", "")

_NUMBERS = tuple(
    Field(name, "int32_t")
    for name in (
        "input1_offset",
        "input2_offset",
        "output_offset",
        "output_multiplier",
        "output_shift",
        "act_min",
        "act_max",
    )
)
RECORDS = (
    Record("mul_s8", (*TENSORS, *_NUMBERS, Field("size", "int32_t")), over_both),
    Record("mul_broadcast_s8", (*TENSORS, *_NUMBERS, *LOOPS)),
)


@irdl_op_definition
class MulOp(ActivatedOperator):
    name = "tfl.mul"
    CODE: ClassVar = "MUL"
    RECORDS: ClassVar = RECORDS
    ELEMENTWISE_KERNELS: ClassVar = {"int8": FLAT}

    @rule("the product of the input scales is below the output's scale times 2^30")
    def _scales(self) -> str | None:
        if self.whole or self.requantization()[1] <= 30:
            return None
        scales = quant(self.lhs).scale, quant(self.rhs).scale
        return f"output has scale {quant(self.output).scale}, inputs have {scales}"

    def requantization(self) -> tuple[int, int]:
        """Multiplier and shift of the product."""
        product = quant(self.lhs).scale * quant(self.rhs).scale
        return multiplier_shift(product / quant(self.output).scale)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        if self.whole:
            return self.evaluate_whole(np.multiply, *inputs)
        a, b = inputs
        assert a is not None
        assert b is not None
        product = (a.astype(np.int64) - quant(self.lhs).zero_point) * (
            b.astype(np.int64) - quant(self.rhs).zero_point
        )
        y = requantize(product, *self.requantization()) + quant(self.output).zero_point
        low, high = self.limits
        return (np.clip(wrap32(y), low, high).astype(np.int8),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        if self.flat():
            numbers = self._numbers() | {"size": prod(shape(self.output))}
            yield KernelCall(FLAT, numbers, inputs=(0, 1), why="operands of one shape")
        numbers = self._numbers() | self.loop_numbers()
        yield KernelCall(BROADCAST, numbers, inputs=(0, 1), why="operands are broadcast")

    def _numbers(self) -> dict[str, int | tuple[int, ...]]:
        multiplier, shift = self.requantization()
        low, high = self.limits
        return {
            "input1_offset": -quant(self.lhs).zero_point,
            "input2_offset": -quant(self.rhs).zero_point,
            "output_offset": quant(self.output).zero_point,
            "output_multiplier": multiplier,
            "output_shift": shift,
            "act_min": low,
            "act_max": high,
        }
