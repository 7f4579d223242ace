"""SUB: a - b on the int32 and int64 of shape arithmetic; quantized tensors have no kernel yet."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.binary import ActivatedOperator
from helia_aot.ir.ops.families.operator import expect_types, rule
from helia_aot.ir.ops.families.shape_arithmetic import WHOLE, FoldOnlyOperator
from helia_aot.ir.types import Array, dtype


@irdl_op_definition
class SubOp(FoldOnlyOperator, ActivatedOperator):
    name = "tfl.sub"
    CODE: ClassVar = "SUB"

    @rule("inputs and output are all int32 or all int64")
    def _types(self) -> str | None:
        kind = dtype(self.lhs)
        return expect_types(lhs=(self.lhs, WHOLE), rhs=(self.rhs, kind), output=(self.output, kind))

    def _quantized(self) -> str | None:
        """Integers of shapes need no scale."""
        return None

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        return self.evaluate_whole(np.subtract, *inputs)
