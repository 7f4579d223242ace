"""FILL: a tensor of one value, of any element type; movement, exact."""

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


@irdl_op_definition
class FillOp(StridedOperator):
    name = "tfl.fill"
    CODE: ClassVar = "FILL"
    SOURCE: ClassVar = 1

    dims = operand_def(TensorType)
    value = operand_def(TensorType)
    output = result_def(TensorType)

    FORMAT: ClassVar = "$dims `,` $value attr-dict `:` functional-type(operands, results)"

    def __init__(self, dims: SSAValue, value: SSAValue, output: Tensor):
        super().__init__(operands=[dims, value], result_types=[output])

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.input(1), record.output())

    @rule("the value has the output's type, the dimensions are int32 or int64")
    def _types(self) -> str | None:
        kind = dtype(self.output)
        return expect_types(value=(self.value, kind), dims=(self.dims, WHOLE))

    @rule("the value is one element")
    def _single(self) -> str | None:
        return None if shape(self.value) in ((), (1,)) else f"value is {shape(self.value)}"

    @rule("no dimension is negative")
    def _positive(self) -> str | None:
        dims = integers(self.dims) or ()
        return f"dimensions are {dims}" if min(dims, default=0) < 0 else None

    @rule("the dimensions are known at compile time", lowered=True)
    def _constant(self) -> str | None:
        return expect_constant(dims=self.dims)

    def _loops(self) -> str | None:
        """One value is repeated in one loop, whatever the rank."""
        return None

    def view(self, *operands: Array | None) -> Array | None:
        dims, value = integers(operands[0]), operands[1]
        assert value is not None
        return None if dims is None else np.broadcast_to(value.reshape(()), dims)
