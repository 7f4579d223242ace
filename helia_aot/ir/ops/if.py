"""IF: runs one of two subgraphs, by a condition.

The subgraphs become blocks of the operator: what the file hands them is visible there as it is, so
what a branch does not use is not handed to it. An IF without results and effects does nothing.
"""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.control import (
    BranchOperator,
    types,
    unlike,
    unlike_one_bool,
    yielded,
)
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.records import OperatorRecord


@irdl_op_definition
class IfOp(BranchOperator):
    name = "tfl.if"
    CODE: ClassVar = "IF"

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        values = [record.input(i) for i in range(1, len(record.inputs))]
        then = record.graphs(int(record.option("thenSubgraphIndex", -1)), values)
        otherwise = record.graphs(int(record.option("elseSubgraphIndex", -1)), values)
        return cls(record.input(0), record.output_types, then, otherwise)

    @rule("the condition is one bool")
    def _condition(self) -> str | None:
        return unlike_one_bool(self.condition)

    @rule("both branches give what the results are")
    def _branches(self) -> str | None:
        for name, region in (("then", self.then_body), ("else", self.else_body)):
            values = yielded(region.block)
            if values is None or region.block.args:
                return f"the {name} block has arguments, or no tfl.yield at its end"
            if found := unlike(f"the {name} block yields", types(values), self.result_types):
                return found
        return None
