"""PAD: zeros around a tensor, which are the output's zero point in int8; movement, exact."""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.constants import quant
from helia_aot.ir.ops.families.pad import PadOperator
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import Tensor


@irdl_op_definition
class PadOp(PadOperator):
    name = "tfl.pad"
    CODE: ClassVar = "PAD"

    FORMAT: ClassVar = "$input `,` $paddings attr-dict `:` functional-type(operands, results)"

    def __init__(self, input: SSAValue, paddings: SSAValue, output: Tensor):
        super().__init__(operands=[input, paddings], result_types=[output])

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.input(1), record.output())

    def value(self) -> int:
        return quant(self.output).zero_point
