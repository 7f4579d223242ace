"""Operators of one input whose output has the same shape, and no options.

Knows how such an operator stands in text and in the file, and no operator by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, result_def

from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import Tensor, dtype, encoding, shape, tensor


class UnaryOperator(AotOperator):
    """Undecorated base: `$input : (tensor<...>) -> tensor<...>`."""

    input = operand_def(TensorType)
    output = result_def(TensorType)

    FORMAT: ClassVar = "$input attr-dict `:` functional-type(operands, results)"

    def __init__(self, input: SSAValue, output: Tensor):
        super().__init__(operands=[input], result_types=[output])

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.output())

    def infer(self) -> Sequence[Tensor]:
        return (tensor(shape(self.input), dtype(self.output), encoding(self.output)),)
