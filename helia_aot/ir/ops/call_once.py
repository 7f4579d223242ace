"""CALL_ONCE: runs a subgraph at the first run of the model: it gives variables their first values.

They become the variables' initial values at compile time, which init and reset put back.
"""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.ir import Region
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.state import OnceOperator
from helia_aot.ir.records import OperatorRecord


@irdl_op_definition
class CallOnceOp(OnceOperator):
    name = "tfl.call_once"
    CODE: ClassVar = "CALL_ONCE"

    def __init__(self, body: Region):
        super().__init__(regions=[body])

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.graphs(int(record.option("initSubgraphIndex", -1)), []))
