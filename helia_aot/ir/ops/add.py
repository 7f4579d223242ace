"""ADD: y = clamp(rescale(a) + rescale(b)), both brought to one scale with 20 spare bits.

The common scale is twice the larger input scale, so the operand of the larger scale is multiplied
by exactly one half: its requantization is a shift by 19 and loses nothing. Addition commutes, so
kernels take that operand first and spend one requantization less per element.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.constants import quant
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.binary import ActivatedOperator
from helia_aot.ir.ops.families.binary_types import (
    INT32,
    INT64,
    BinaryArithmetic,
    Pairing,
    Quantized,
    RealSum,
    same,
)
from helia_aot.ir.ops.families.operator import expect_centred, rule
from helia_aot.ir.ops.families.variants import Variant
from helia_aot.ir.quantize import multiplier_shift, requantize
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Int, dtype, shape
from helia_aot.kernels.broadcast import Loops, loops
from helia_aot.kernels.elementwise import LOOPS, TENSORS, tensors
from helia_aot.kernels.instruction_sets import accelerated
from helia_aot.kernels.kernel import Field, KernelCall, Number, Record

if TYPE_CHECKING:
    from helia_aot.kernels.sums import Sum

FLAT = KernelHelper("add_s8", "add_s8", "add_s8", "int8_t", "arm_elementwise_add_s8")
SCALAR = KernelHelper("add_scalar_s8", "add_scalar_s8", "add_scalar_s8", "int8_t", "")
BROADCAST = KernelHelper("add_broadcast_s8", "add_broadcast_s8", "add_broadcast_s8", "int8_t", "")

_INPUT2 = (
    Field("input1_offset", "int32_t"),
    Field("input2_offset", "int32_t"),
    Field("input2_multiplier", "int32_t"),
    Field("input2_shift", "int32_t"),
)
_OUTPUT = (
    Field("output_multiplier", "int32_t"),
    Field("output_shift", "int32_t"),
    Field("output_offset", "int32_t"),
    Field("act_min", "int32_t"),
    Field("act_max", "int32_t"),
)
RECORDS = (
    Record("add_s8", (*TENSORS, *_INPUT2, *_OUTPUT, Field("size", "int32_t"))),
    Record(
        "add_scalar_s8",
        (
            *TENSORS,
            Field("input1_offset", "int32_t"),
            Field("input1_multiplier", "int32_t"),
            Field("input1_shift", "int32_t"),
            *_INPUT2[1:],
            *_OUTPUT,
            Field("size", "int32_t"),
        ),
    ),
    Record(
        "add_broadcast_s8",
        (
            *TENSORS,
            *_INPUT2,
            *_OUTPUT,
            *LOOPS,
        ),
    ),
)


class _CommonScale(Quantized):
    """Both operands brought to twice the larger scale, with spare bits; then their sum to the
    output's. Each time in two roundings."""

    SPARE: ClassVar[int]
    """Bits of the common scale below the operands'."""

    def out_of_range(self, op: Pairing) -> str | None:
        """For a rule: why the sum cannot be brought to the output's scale."""
        real = self._output_real(op)
        if real < 1 and multiplier_shift(real)[1] <= 0:
            return None
        scales = quant(op.lhs).scale, quant(op.rhs).scale
        return f"output has scale {quant(op.output).scale}, inputs have {scales}"

    def order(self, op: Pairing) -> tuple[int, int]:
        """The one of the larger scale first."""
        return (0, 1) if quant(op.lhs).scale >= quant(op.rhs).scale else (1, 0)

    def input_requantization(self, op: Pairing, operand: SSAValue) -> tuple[int, int]:
        """Multiplier and shift that bring an operand with its spare bits to the common scale."""
        return multiplier_shift(quant(operand).scale / self._common_scale(op))

    def output_requantization(self, op: Pairing) -> tuple[int, int]:
        return multiplier_shift(self._output_real(op))

    def _common_scale(self, op: Pairing) -> float:
        return 2 * max(quant(op.lhs).scale, quant(op.rhs).scale)

    def _output_real(self, op: Pairing) -> float:
        return self._common_scale(op) / ((1 << self.SPARE) * quant(op.output).scale)

    def apply(self, op: Pairing, a: Array, b: Array) -> Array:
        total = self._scaled(op, op.lhs, a) + self._scaled(op, op.rhs, b)
        y = requantize(total, *self.output_requantization(op)) + quant(op.output).zero_point
        return np.clip(y, *op.limits).astype(dtype(op.output))

    def _scaled(self, op: Pairing, operand: SSAValue, x: Array) -> Int:
        moved = (x.astype(np.int64) - quant(operand).zero_point) << self.SPARE
        return requantize(moved, *self.input_requantization(op, operand))

    def numbers(self, op: Pairing) -> dict[str, Number]:
        """Of the operand that is not multiplied by one half, and of the output."""
        second = (op.lhs, op.rhs)[self.order(op)[1]]
        multiplier, shift = self.input_requantization(op, second)
        return {
            "input2_multiplier": multiplier,
            "input2_shift": shift,
            **self.output_numbers(op),
        }

    def output_numbers(self, op: Pairing) -> dict[str, Number]:
        multiplier, shift = self.output_requantization(op)
        low, high = op.limits
        return {
            "output_multiplier": multiplier,
            "output_shift": shift,
            "act_min": low,
            "act_max": high,
        }


class _Bytes(_CommonScale):
    SPARE: ClassVar = 20

    @rule("the output's scale is above the larger input scale / 2^19")
    def scales(self, op: Pairing) -> str | None:
        return self.out_of_range(op)


class _Halves(_CommonScale):
    SPARE: ClassVar = 15
    NUMBER_FIELDS: ClassVar = (
        Field("input2_multiplier", "int32_t"),
        Field("input2_shift", "int32_t"),
        Field("output_multiplier", "int32_t"),
        Field("output_shift", "int32_t"),
        Field("act_min", "int32_t"),
        Field("act_max", "int32_t"),
    )

    @rule("int16 tensors have zero point 0")
    def zero(self, op: Pairing) -> str | None:
        return expect_centred(lhs=op.lhs, rhs=op.rhs, output=op.output)

    @rule("the output's scale is above the larger input scale / 2^14")
    def scales(self, op: Pairing) -> str | None:
        return self.out_of_range(op)


_BYTES = _Bytes()
_PLAIN = (same("s16", "int16", _Halves()), same("f32", "float32", RealSum()))
"""The rows that have one kernel for operands of any shapes."""


def _plain_record(row: Variant[BinaryArithmetic]) -> Record:
    numbers = row.arithmetic.NUMBER_FIELDS
    return Record(f"add_{row.suffix}", (*tensors(row.ctype), *numbers, *LOOPS))


@irdl_op_definition
class AddOp(ActivatedOperator):
    name = "tfl.add"
    CODE: ClassVar = "ADD"
    VARIANTS: ClassVar = (
        same("s8", "int8", _BYTES)._replace(accelerated=True),
        *_PLAIN,
        INT32,
        INT64,
    )
    FUNCTION: ClassVar[np.ufunc] = np.add
    RECORDS: ClassVar = (*RECORDS, *map(_plain_record, _PLAIN))
    ELEMENTWISE_KERNELS: ClassVar = {"int8": FLAT}

    @property
    def order(self) -> tuple[int, int]:
        """The operand numbers in the order of the kernels."""
        return self.arithmetic.order(self)

    def loops(self) -> Loops:
        first, second = (self.operands[i] for i in self.order)
        return loops(self.stretched(), shape(first), shape(second))

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        yield from self._byte_calls(target) if self.variant.accelerated else [self._plain_call()]

    def _plain_call(self) -> KernelCall:
        return KernelCall(
            self.variant.helper("add"),
            dict(self.arithmetic.numbers(self)) | self.loop_numbers(),
            inputs=self.order,
            why="operands of any shapes",
        )

    def _byte_calls(self, target: Target) -> Iterable[KernelCall]:
        sizes = [prod(shape(v)) for v in (self.lhs, self.rhs, self.output)]
        flat = len(set(sizes)) == 1
        if call := self._accelerated_call(target, flat):
            yield call
        if flat:
            yield self._flat_call()
        if 1 in sizes[:2]:
            yield self._scalar_call()
        yield self._broadcast_call()

    def _accelerated_call(self, target: Target, flat: bool) -> KernelCall | None:
        """One line in the target's own instructions, where it is proved to be all there is."""
        kernels = accelerated(target)
        if kernels is None:
            return None
        if flat:
            return kernels.add(prod(shape(self.output)), self._sum())
        return kernels.broadcast(self.loop_numbers(), self._sum(), self.order)

    def _sum(self) -> Sum:
        """The arithmetic, operands in their own order."""
        # Imported here: the plain kernels have no use for it.
        from helia_aot.kernels.sums import Sum

        first, second = (_BYTES.input_requantization(self, v) for v in (self.lhs, self.rhs))
        return Sum(
            (quant(self.lhs).zero_point, quant(self.rhs).zero_point),
            (first[0], second[0]),
            (first[1], second[1]),
            quant(self.output).zero_point,
            *_BYTES.output_requantization(self),
            *self.limits,
        )

    def _flat_call(self) -> KernelCall:
        numbers = self._inputs() | self._output() | {"size": prod(shape(self.output))}
        return KernelCall(FLAT, numbers, inputs=self.order, why="operands of one shape")

    def _scalar_call(self) -> KernelCall:
        order = (1, 0) if prod(shape(self.lhs)) == 1 else (0, 1)
        numbers = {"size": prod(shape(self.output))} | self._output()
        for name, operand in zip(("input1", "input2"), order, strict=True):
            multiplier, shift = _BYTES.input_requantization(self, self.operands[operand])
            numbers |= {
                f"{name}_offset": -quant(self.operands[operand]).zero_point,
                f"{name}_multiplier": multiplier,
                f"{name}_shift": shift,
            }
        return KernelCall(SCALAR, numbers, inputs=order, why="one operand is a single element")

    def _broadcast_call(self) -> KernelCall:
        numbers = self._inputs() | self._output() | self.loop_numbers()
        return KernelCall(BROADCAST, numbers, inputs=self.order, why="operands are broadcast")

    def _inputs(self) -> dict[str, Number]:
        first, second = self.order
        return {
            "input1_offset": -quant(self.operands[first]).zero_point,
            "input2_offset": -quant(self.operands[second]).zero_point,
        } | _BYTES.numbers(self)

    def _output(self) -> dict[str, Number]:
        return {"output_offset": quant(self.output).zero_point} | _BYTES.output_numbers(self)
