"""RELU: y = max(0, x) on int8, requantized to the output's scale, by a table."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.activation import Activation
from helia_aot.ir.constants import quant
from helia_aot.ir.ops.families.lut import TableOperator
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.quantize import multiplier_shift, requantize, wrap32
from helia_aot.ir.types import Array


@irdl_op_definition
class ReluOp(TableOperator):
    name = "tfl.relu"
    CODE: ClassVar = "RELU"

    @rule("the input's scale is below 2^30 of the output's")
    def _shift(self) -> str | None:
        if self._ratio() < 1 << 30:
            return None
        return f"input has scale {quant(self.input).scale}, output {quant(self.output).scale}"

    def _ratio(self) -> float:
        """The quotient of the scales is rounded to float32, as TFLM does."""
        with np.errstate(over="ignore"):
            return float(np.float32(quant(self.input).scale) / np.float32(quant(self.output).scale))

    def requantization(self) -> tuple[int, int]:
        return multiplier_shift(self._ratio())

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        (x,) = inputs
        assert x is not None
        centred = x.astype(np.int64) - quant(self.input).zero_point
        y = requantize(centred, *self.requantization()) + quant(self.output).zero_point
        low, high = Activation.RELU.range(quant(self.output))
        return (np.clip(wrap32(y), low, high).astype(np.int8),)
