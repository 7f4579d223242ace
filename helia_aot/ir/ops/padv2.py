"""PADV2: a constant around a tensor, given by an operand of the output's type; movement, exact."""

from __future__ import annotations

from math import prod
from typing import ClassVar, Self

from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def

from helia_aot.ir.constants import constant
from helia_aot.ir.ops.families.operator import (
    expect_constant,
    expect_quantized,
    expect_same_quantization,
    expect_types,
    rule,
)
from helia_aot.ir.ops.families.pad import PadOperator
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import Tensor, shape


@irdl_op_definition
class PadV2Op(PadOperator):
    name = "tfl.padv2"
    CODE: ClassVar = "PADV2"

    # the base's operands again, since the order of definition is that of the operands
    input = operand_def(TensorType)
    paddings = operand_def(TensorType)
    constant_values = operand_def(TensorType)

    FORMAT: ClassVar = (
        "$input `,` $paddings `,` $constant_values attr-dict `:` functional-type(operands, results)"
    )

    def __init__(
        self, input: SSAValue, paddings: SSAValue, constant_values: SSAValue, output: Tensor
    ):
        super().__init__(operands=[input, paddings, constant_values], result_types=[output])

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.input(1), record.input(2), record.output())

    @rule("the value is one constant int8 element of the output's quantization")
    def _value(self) -> str | None:
        value = self.constant_values
        if prod(shape(value)) != 1:
            return f"value is {shape(value)}"
        return (
            expect_types(value=(value, "int8"))
            or expect_constant(value=value)
            or expect_quantized(value=value)
            or expect_same_quantization(value=value, output=self.output)
        )

    def value(self) -> int:
        value = constant(self.constant_values)
        assert value is not None
        return int(value.reshape(-1)[0])
