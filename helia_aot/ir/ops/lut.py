"""LUT: y = table[x] on every byte. No file has it: passes make it of operators on single elements.

The table has an entry for every byte in its order as unsigned, so that the zeroth is that of 0
and, in int8, the last that of -1.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Any, ClassVar, Self

import numpy as np
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from helia_aot.ir.ops.families.lut import LUT_RECORD, lut_call
from helia_aot.ir.ops.families.operator import expect_types, rule
from helia_aot.ir.ops.families.unary import UnaryOperator
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, array, dense, dtype, shape, tensor
from helia_aot.kernels.kernel import KernelCall


@irdl_op_definition
class LutOp(UnaryOperator):
    name = "tfl.lut"
    CODE: ClassVar = "LUT"
    RECORDS: ClassVar = (LUT_RECORD,)
    ELEMENTWISE: ClassVar = True

    table = prop_def(DenseIntOrFPElementsAttr)

    FORMAT: ClassVar = "$input `table` $table attr-dict `:` functional-type(operands, results)"

    def __init__(self, input: SSAValue, table: Array, output: Tensor):
        entries = dense(table, tensor(table.shape, dtype(output)))
        super(UnaryOperator, self).__init__(
            operands=[input], properties={"table": entries}, result_types=[output]
        )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        raise VerifyException(f"{cls.CODE} is no operator of a file")

    @rule("input and output are int8 or uint8")
    def _types(self) -> str | None:
        return expect_types(input=(self.input, "int8|uint8"), output=(self.output, "int8|uint8"))

    @rule("the table has 256 values of the output's type")
    def _table(self) -> str | None:
        found = self.table.get_type()
        return None if found == self._table_type() else f"the table is {found}"

    def _table_type(self) -> Tensor:
        return tensor((256,), dtype(self.output))

    def entries(self) -> Array:
        entries: Any = self.table
        return array(entries, self._table_type())

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        (x,) = inputs
        assert x is not None
        return (self.entries()[x.view(np.uint8)],)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        yield lut_call(self.entries(), prod(shape(self.output)), "a table of every byte")
