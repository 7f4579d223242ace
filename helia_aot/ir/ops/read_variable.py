"""READ_VARIABLE: the value of a resource variable; zero before any was assigned, as in TFLM."""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.movement import COPY_RECORD
from helia_aot.ir.ops.families.state import ReadOperator
from helia_aot.ir.records import OperatorRecord


@irdl_op_definition
class ReadVariableOp(ReadOperator):
    name = "tfl.read_variable"
    CODE: ClassVar = "READ_VARIABLE"
    RECORDS: ClassVar = (COPY_RECORD,)

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.output())
