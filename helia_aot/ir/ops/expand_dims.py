"""EXPAND_DIMS: one more axis of one element, of any element type; movement, exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def

from helia_aot.ir.ops.families.movement import COPY_RECORD, copy_call
from helia_aot.ir.ops.families.operator import AotOperator, expect_constant, expect_types, rule
from helia_aot.ir.ops.families.shape_arithmetic import WHOLE, integers
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor
from helia_aot.kernels.kernel import KernelCall


@irdl_op_definition
class ExpandDimsOp(AotOperator):
    name = "tfl.expand_dims"
    CODE: ClassVar = "EXPAND_DIMS"
    RECORDS: ClassVar = (COPY_RECORD,)
    VIEW: ClassVar = True

    input = operand_def(TensorType)
    axis = operand_def(TensorType)
    """Where the new axis stands in the output; negative counts from its last."""
    output = result_def(TensorType)

    FORMAT: ClassVar = "$input `,` $axis attr-dict `:` functional-type(operands, results)"

    def __init__(self, input: SSAValue, axis: SSAValue, output: Tensor):
        super().__init__(operands=[input, axis], result_types=[output])

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.input(1), record.output())

    @rule("input and output have one element type, the axis is int32 or int64")
    def _types(self) -> str | None:
        return expect_types(output=(self.output, dtype(self.input)), axis=(self.axis, WHOLE))

    @rule("the axis is one element")
    def _single(self) -> str | None:
        return None if shape(self.axis) in ((), (1,)) else f"axis is {shape(self.axis)}"

    @rule("the axis is one of the output's")
    def _range(self) -> str | None:
        rank, axis = len(shape(self.input)) + 1, (integers(self.axis) or (0,))[0]
        return None if -rank <= axis < rank else f"axis is {axis}, output has rank {rank}"

    @rule("the axis is known at compile time", lowered=True)
    def _constant(self) -> str | None:
        return expect_constant(axis=self.axis)

    def infer(self) -> Sequence[Tensor]:
        known, dims = integers(self.axis), list(shape(self.input))
        if known is not None:
            dims.insert(known[0] % (len(dims) + 1), 1)
        return (
            tensor(
                shape(self.output) if known is None else dims,
                dtype(self.input),
                encoding(self.output),
            ),
        )

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x = inputs[0]
        assert x is not None
        return (x.reshape(shape(self.output)),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        yield copy_call(self.output)
