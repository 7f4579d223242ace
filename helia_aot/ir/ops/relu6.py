"""RELU6: y = min(max(0, x), 6) on int8, by a table.

TFLM clamps the input's integers to its 0 and 6 and hands them on as they are, whatever the output's
quantization says; so does this. LiteRT requantizes: both are one where input and output are
quantized alike.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.activation import Activation
from helia_aot.ir.constants import quant
from helia_aot.ir.ops.families.lut import TableOperator
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.types import Array


@irdl_op_definition
class Relu6Op(TableOperator):
    name = "tfl.relu6"
    CODE: ClassVar = "RELU6"

    @rule("the input's scale is at least 2^-28")
    def _scale(self) -> str | None:
        scale = quant(self.input).scale
        return None if scale >= 2.0**-28 else f"input has scale {scale}"

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        (x,) = inputs
        assert x is not None
        low, high = Activation.RELU6.range(quant(self.input))
        return (np.clip(x.astype(np.int64), low, high).astype(np.int8),)
