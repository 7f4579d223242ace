"""ASSIGN_VARIABLE: gives a resource variable a value, which it keeps from run to run."""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.movement import COPY_RECORD
from helia_aot.ir.ops.families.state import AssignOperator
from helia_aot.ir.records import OperatorRecord


@irdl_op_definition
class AssignVariableOp(AssignOperator):
    name = "tfl.assign_variable"
    CODE: ClassVar = "ASSIGN_VARIABLE"
    RECORDS: ClassVar = (COPY_RECORD,)

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.input(1))
