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
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.constants import quant
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.binary import ActivatedOperator
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.quantize import multiplier_shift, requantize
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Int, shape
from helia_aot.kernels.broadcast import Loops, loops
from helia_aot.kernels.elementwise import LOOPS, TENSORS, over_both, over_first
from helia_aot.kernels.instruction_sets import accelerated
from helia_aot.kernels.kernel import Field, KernelCall, Record

if TYPE_CHECKING:
    from helia_aot.kernels.sums import Sum

FLAT = KernelHelper("add_s8", "add_s8", "add_s8", "int8_t", "arm_elementwise_add_s8")
SCALAR = KernelHelper("add_scalar_s8", "add_scalar_s8", "add_scalar_s8", "int8_t", "")
BROADCAST = KernelHelper("add_broadcast_s8", "add_broadcast_s8", "add_broadcast_s8", "int8_t", "")

LEFT_SHIFT = 20
"""Spare bits of the common scale."""

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
    Record("add_s8", (*TENSORS, *_INPUT2, *_OUTPUT, Field("size", "int32_t")), over_both),
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
        over_first,
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


@irdl_op_definition
class AddOp(ActivatedOperator):
    name = "tfl.add"
    CODE: ClassVar = "ADD"
    RECORDS: ClassVar = RECORDS
    ELEMENTWISE_KERNELS: ClassVar = {"int8": FLAT}

    @rule(f"the output's scale is above the larger input scale / 2^{LEFT_SHIFT - 1}")
    def _scales(self) -> str | None:
        if self.whole:
            return None
        if self._output_real() < 1 and multiplier_shift(self._output_real())[1] <= 0:
            return None
        scales = quant(self.lhs).scale, quant(self.rhs).scale
        return f"output has scale {quant(self.output).scale}, inputs have {scales}"

    @property
    def order(self) -> tuple[int, int]:
        """The operand numbers, the one of the larger scale first."""
        if self.whole:
            return 0, 1
        return (0, 1) if quant(self.lhs).scale >= quant(self.rhs).scale else (1, 0)

    def loops(self) -> Loops:
        first, second = (self.operands[i] for i in self.order)
        return loops(self.stretched(), shape(first), shape(second))

    def input_requantization(self, operand: int) -> tuple[int, int]:
        """Multiplier and shift that bring an operand with its spare bits to the common scale."""
        return multiplier_shift(quant(self.operands[operand]).scale / self._common_scale())

    def output_requantization(self) -> tuple[int, int]:
        return multiplier_shift(self._output_real())

    def _common_scale(self) -> float:
        return 2 * max(quant(self.lhs).scale, quant(self.rhs).scale)

    def _output_real(self) -> float:
        return self._common_scale() / ((1 << LEFT_SHIFT) * quant(self.output).scale)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        if self.whole:
            return self.evaluate_whole(np.add, *inputs)
        total = self._scaled(0, inputs[0]) + self._scaled(1, inputs[1])
        y = requantize(total, *self.output_requantization()) + quant(self.output).zero_point
        low, high = self.limits
        return (np.clip(y, low, high).astype(np.int8),)

    def _scaled(self, operand: int, x: Array | None) -> Int:
        assert x is not None
        moved = (x.astype(np.int64) - quant(self.operands[operand]).zero_point) << LEFT_SHIFT
        return requantize(moved, *self.input_requantization(operand))

    def kernels(self, target: Target) -> Iterable[KernelCall]:
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

        first, second = (self.input_requantization(i) for i in (0, 1))
        return Sum(
            (quant(self.lhs).zero_point, quant(self.rhs).zero_point),
            (first[0], second[0]),
            (first[1], second[1]),
            quant(self.output).zero_point,
            *self.output_requantization(),
            *self.limits,
        )

    def _flat_call(self) -> KernelCall:
        numbers = self._inputs() | self._output() | {"size": prod(shape(self.output))}
        return KernelCall(FLAT, numbers, inputs=self.order, why="operands of one shape")

    def _scalar_call(self) -> KernelCall:
        order = (1, 0) if prod(shape(self.lhs)) == 1 else (0, 1)
        numbers = {"size": prod(shape(self.output))} | self._output()
        for name, operand in zip(("input1", "input2"), order, strict=True):
            multiplier, shift = self.input_requantization(operand)
            numbers |= {
                f"{name}_offset": -quant(self.operands[operand]).zero_point,
                f"{name}_multiplier": multiplier,
                f"{name}_shift": shift,
            }
        return KernelCall(SCALAR, numbers, inputs=order, why="one operand is a single element")

    def _broadcast_call(self) -> KernelCall:
        numbers = self._inputs() | self._output() | self.loop_numbers()
        return KernelCall(BROADCAST, numbers, inputs=self.order, why="operands are broadcast")

    def _inputs(self) -> dict[str, int]:
        first, second = self.order
        multiplier, shift = self.input_requantization(second)
        return {
            "input1_offset": -quant(self.operands[first]).zero_point,
            "input2_offset": -quant(self.operands[second]).zero_point,
            "input2_multiplier": multiplier,
            "input2_shift": shift,
        }

    def _output(self) -> dict[str, int]:
        multiplier, shift = self.output_requantization()
        low, high = self.limits
        return {
            "output_multiplier": multiplier,
            "output_shift": shift,
            "output_offset": quant(self.output).zero_point,
            "act_min": low,
            "act_max": high,
        }
