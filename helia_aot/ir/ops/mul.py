"""MUL: y = clamp(rescale((a - za) * (b - zb)) + zy) on int8; on int32 and int64 of shapes a * b."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.constants import quant
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.binary import ActivatedOperator
from helia_aot.ir.ops.families.binary_types import INT32, INT64, Pairing, Quantized, same
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.quantize import multiplier_shift, requantize, wrap32
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, shape
from helia_aot.kernels.elementwise import LOOPS, TENSORS
from helia_aot.kernels.kernel import Field, KernelCall, Number, Record

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
    Record("mul_s8", (*TENSORS, *_NUMBERS, Field("size", "int32_t"))),
    Record("mul_broadcast_s8", (*TENSORS, *_NUMBERS, *LOOPS)),
)


class _Product(Quantized):
    """y = clamp(rescale((a - za) * (b - zb)) + zy), in two roundings."""

    NUMBER_FIELDS: ClassVar = _NUMBERS

    @rule("the product of the input scales is below the output's scale times 2^30")
    def scales(self, op: Pairing) -> str | None:
        if self.requantization(op)[1] <= 30:
            return None
        found = quant(op.lhs).scale, quant(op.rhs).scale
        return f"output has scale {quant(op.output).scale}, inputs have {found}"

    def requantization(self, op: Pairing) -> tuple[int, int]:
        """Multiplier and shift of the product."""
        product = quant(op.lhs).scale * quant(op.rhs).scale
        return multiplier_shift(product / quant(op.output).scale)

    def apply(self, op: Pairing, a: Array, b: Array) -> Array:
        product = (a.astype(np.int64) - quant(op.lhs).zero_point) * (
            b.astype(np.int64) - quant(op.rhs).zero_point
        )
        y = requantize(product, *self.requantization(op)) + quant(op.output).zero_point
        return np.clip(wrap32(y), *op.limits).astype(np.int8)

    def numbers(self, op: Pairing) -> Mapping[str, Number]:
        multiplier, shift = self.requantization(op)
        low, high = op.limits
        return {
            "input1_offset": -quant(op.lhs).zero_point,
            "input2_offset": -quant(op.rhs).zero_point,
            "output_offset": quant(op.output).zero_point,
            "output_multiplier": multiplier,
            "output_shift": shift,
            "act_min": low,
            "act_max": high,
        }


@irdl_op_definition
class MulOp(ActivatedOperator):
    name = "tfl.mul"
    CODE: ClassVar = "MUL"
    VARIANTS: ClassVar = (same("s8", "int8", _Product()), INT32, INT64)
    FUNCTION: ClassVar[np.ufunc] = np.multiply
    RECORDS: ClassVar = RECORDS
    ELEMENTWISE_KERNELS: ClassVar = {"int8": FLAT}

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        if self.flat():
            numbers = self._numbers() | {"size": prod(shape(self.output))}
            yield KernelCall(FLAT, numbers, inputs=(0, 1), why="operands of one shape")
        numbers = self._numbers() | self.loop_numbers()
        yield KernelCall(BROADCAST, numbers, inputs=(0, 1), why="operands are broadcast")

    def _numbers(self) -> dict[str, Number]:
        return dict(self.arithmetic.numbers(self))
