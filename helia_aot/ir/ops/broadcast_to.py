"""BROADCAST_TO: a tensor repeated along new axes and axes of one element; movement, exact."""

from __future__ import annotations

from typing import ClassVar, Self

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def

from helia_aot.ir.ops.families.movement import StridedOperator
from helia_aot.ir.ops.families.operator import expect_constant, expect_types, rule
from helia_aot.ir.ops.families.shape_arithmetic import WHOLE, integers
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import Array, Tensor, dtype, shape
from helia_aot.kernels.broadcast import broadcast_shape


@irdl_op_definition
class BroadcastToOp(StridedOperator):
    name = "tfl.broadcast_to"
    CODE: ClassVar = "BROADCAST_TO"

    input = operand_def(TensorType)
    target = operand_def(TensorType)
    """The shape of the output."""
    output = result_def(TensorType)

    FORMAT: ClassVar = "$input `,` $target attr-dict `:` functional-type(operands, results)"

    def __init__(self, input: SSAValue, target: SSAValue, output: Tensor):
        super().__init__(operands=[input, target], result_types=[output])

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.input(1), record.output())

    @rule("input and output have one element type, the shape is int32 or int64")
    def _types(self) -> str | None:
        kind = dtype(self.input)
        return expect_types(output=(self.output, kind), shape=(self.target, WHOLE))

    @rule("the input's shape stretches to the new one")
    def _stretches(self) -> str | None:
        before, after = shape(self.input), integers(self.target)
        if after is None or (
            min(after, default=0) >= 0 and broadcast_shape(before, after) == after
        ):
            return None
        return f"input is {before}, new shape is {after}"

    @rule("the shape is known at compile time", lowered=True)
    def _constant(self) -> str | None:
        return expect_constant(shape=self.target)

    def view(self, *operands: Array | None) -> Array | None:
        x, dims = operands[0], integers(operands[1])
        assert x is not None
        return None if dims is None else np.broadcast_to(x, dims)
