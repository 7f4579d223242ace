"""LOGISTIC: y = 1 / (1 + exp(-x)) on int8, by a table of the fixed-point function of TFLM."""

from __future__ import annotations

from math import floor, frexp
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.constants import quant
from helia_aot.ir.fixed_point import logistic
from helia_aot.ir.ops.families.lut import TableOperator
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.quantize import multiplier_shift, requantize, rounding_shift
from helia_aot.ir.types import Array

INTEGER_BITS = 4
"""The scaled input is a number of 4 integer bits; beyond 15 the function saturates."""


@irdl_op_definition
class LogisticOp(TableOperator):
    name = "tfl.logistic"
    CODE: ClassVar = "LOGISTIC"

    @rule("the output has scale 1/256 and zero point -128")
    def _output(self) -> str | None:
        q = quant(self.output)
        if (q.scale, q.zero_point) == (1 / 256, -128):
            return None
        return f"output has scale {q.scale} and zero point {q.zero_point}"

    @rule("the input's scale is at least 2^-28")
    def _scale(self) -> str | None:
        scale = quant(self.input).scale
        return None if frexp(self._real_multiplier())[1] >= 0 else f"input has scale {scale}"

    def _real_multiplier(self) -> float:
        return quant(self.input).scale * (1 << (31 - INTEGER_BITS))

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        (x,) = inputs
        assert x is not None
        multiplier, shift = multiplier_shift(self._real_multiplier())
        radius = floor(((1 << INTEGER_BITS) - 1) * (1 << (31 - INTEGER_BITS)) / (1 << shift))
        centred = x.astype(np.int64) - quant(self.input).zero_point
        inside = np.clip(centred, min(0, 1 - radius), max(0, radius - 1))
        real = logistic(requantize(inside, multiplier, shift), INTEGER_BITS)
        y = np.clip(rounding_shift(real, 23) - 128, -128, 127)
        y = np.where(centred >= radius, 127, y)
        return (np.where(centred <= -radius, -128, y).astype(np.int8),)
