"""WHILE: runs a subgraph again and again, as long as another one says so.

All values are handed over at once: what the body computes for one of them never meets what it
computed for another, though both may change places.
"""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.control import (
    LoopOperator,
    types,
    unlike,
    unlike_one_bool,
    yielded,
)
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.records import OperatorRecord


@irdl_op_definition
class WhileOp(LoopOperator):
    name = "tfl.while"
    CODE: ClassVar = "WHILE"

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        inits = [record.input(i) for i in range(len(record.inputs))]
        condition = record.graphs(int(record.option("condSubgraphIndex", -1)), None)
        return cls(
            inits, condition, record.graphs(int(record.option("bodySubgraphIndex", -1)), None)
        )

    @rule("the carried values keep their types")
    def _carried(self) -> str | None:
        wanted = types(self.inits)
        for name, region in (("condition", self.condition), ("body", self.body)):
            if found := unlike(f"the {name} is given", types(region.block.args), wanted):
                return found
        values = yielded(self.body.block)
        if values is None:
            return "the body has no tfl.yield at its end"
        return unlike("the body gives", types(values), wanted) or unlike(
            "the results are", self.result_types, wanted
        )

    @rule("the condition gives one bool")
    def _condition(self) -> str | None:
        values = yielded(self.condition.block)
        if values is None or len(values) != 1:
            return f"it gives {'no values' if values is None else f'{len(values)} values'}"
        return unlike_one_bool(values[0])
