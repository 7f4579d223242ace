"""SLICE: a box out of a tensor, of any element type; movement, exact."""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def

from helia_aot.ir.ops.families.movement import StridedOperator
from helia_aot.ir.ops.families.operator import expect_constant, expect_types, rule
from helia_aot.ir.ops.families.shape_arithmetic import WHOLE, integers
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import Array, Tensor, dtype, shape


@irdl_op_definition
class SliceOp(StridedOperator):
    name = "tfl.slice"
    CODE: ClassVar = "SLICE"

    input = operand_def(TensorType)
    begin = operand_def(TensorType)
    size = operand_def(TensorType)
    """Elements per axis; -1 for all from `begin` on."""
    output = result_def(TensorType)

    FORMAT: ClassVar = (
        "$input `,` $begin `,` $size attr-dict `:` functional-type(operands, results)"
    )

    def __init__(self, input: SSAValue, begin: SSAValue, size: SSAValue, output: Tensor):
        super().__init__(operands=[input, begin, size], result_types=[output])

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.input(1), record.input(2), record.output())

    @rule("input and output have one element type, begin and size are int32 or int64")
    def _types(self) -> str | None:
        return expect_types(
            output=(self.output, dtype(self.input)),
            begin=(self.begin, WHOLE),
            size=(self.size, WHOLE),
        )

    @rule("begin and size have one element per axis")
    def _one_per_axis(self) -> str | None:
        dims = shape(self.input)
        if shape(self.begin) == shape(self.size) == (len(dims),):
            return None
        return f"input is {dims}, begin is {shape(self.begin)}, size is {shape(self.size)}"

    @rule("the box lies inside the input")
    def _inside(self) -> str | None:
        begin, size = integers(self.begin) or (), integers(self.size) or ()
        axes = zip(shape(self.input), begin, size, strict=False)
        if all(0 <= b <= n and -1 <= s <= n - b for n, b, s in axes):
            return None
        return f"input is {shape(self.input)}, begin is {begin}, size is {size}"

    @rule("begin and size are known at compile time", lowered=True)
    def _constant(self) -> str | None:
        return expect_constant(begin=self.begin, size=self.size)

    def view(self, *operands: Array | None) -> Array | None:
        x, begin, size = operands[0], integers(operands[1]), integers(operands[2])
        if x is None or begin is None or size is None:
            return None
        axes = zip(begin, size, strict=True)
        return x[(..., *(slice(b, None if s < 0 else b + s) for b, s in axes))]
