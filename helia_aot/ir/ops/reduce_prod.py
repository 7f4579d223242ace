"""REDUCE_PROD: the product over any set of axes, on the int32 and int64 of shape arithmetic."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.operator import expect_types, rule
from helia_aot.ir.ops.families.reduction import Reduction
from helia_aot.ir.ops.families.shape_arithmetic import WHOLE, FoldOnlyOperator
from helia_aot.ir.types import Array, dtype, shape


@irdl_op_definition
class ReduceProdOp(Reduction, FoldOnlyOperator):
    name = "tfl.reduce_prod"
    CODE: ClassVar = "REDUCE_PROD"

    @rule("input and output are both int32 or both int64, the axes int32")
    def _types(self) -> str | None:
        return expect_types(
            input=(self.input, WHOLE),
            axis=(self.axis, "int32"),
            output=(self.output, dtype(self.input)),
        )

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x, reduced = inputs[0], self.reduced(inputs[1])
        assert x is not None
        assert reduced is not None
        product = np.multiply.reduce(x, reduced, dtype=x.dtype)
        return (np.asarray(product).reshape(shape(self.output)),)
