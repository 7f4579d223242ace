"""RANGE: the integers from a start up or down to a limit, which is not among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def

from helia_aot.ir.ops.families.operator import expect_types, rule
from helia_aot.ir.ops.families.shape_arithmetic import WHOLE, FoldOnlyOperator, integers
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor


@irdl_op_definition
class RangeOp(FoldOnlyOperator):
    name = "tfl.range"
    CODE: ClassVar = "RANGE"

    start = operand_def(TensorType)
    limit = operand_def(TensorType)
    delta = operand_def(TensorType)
    output = result_def(TensorType)

    FORMAT: ClassVar = (
        "$start `,` $limit `,` $delta attr-dict `:` functional-type(operands, results)"
    )

    def __init__(self, start: SSAValue, limit: SSAValue, delta: SSAValue, output: Tensor):
        super().__init__(operands=[start, limit, delta], result_types=[output])

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.input(1), record.input(2), record.output())

    @rule("inputs and output are all int32 or all int64")
    def _types(self) -> str | None:
        kind = dtype(self.start)
        return expect_types(
            start=(self.start, WHOLE),
            limit=(self.limit, kind),
            delta=(self.delta, kind),
            output=(self.output, kind),
        )

    @rule("every input is one element")
    def _single(self) -> str | None:
        shapes = [shape(v) for v in self.operands]
        return None if set(shapes) <= {(), (1,)} else f"shapes are {shapes}"

    @rule("the steps lead from the start to the limit")
    def _direction(self) -> str | None:
        if (found := self._known()) is None:
            return None
        start, limit, delta = found
        if delta and (start == limit or (delta > 0) is (start < limit)):
            return None
        return f"start is {start}, limit is {limit}, delta is {delta}"

    def _known(self) -> tuple[int, int, int] | None:
        start, limit, delta = (integers(v) for v in self.operands)
        return None if not start or not limit or not delta else (start[0], limit[0], delta[0])

    def infer(self) -> Sequence[Tensor]:
        known = self._known()
        dims = shape(self.output) if known is None else [len(range(*known))]
        return (tensor(dims, dtype(self.start), encoding(self.output)),)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        start, limit, delta = (int(x.reshape(-1)[0]) for x in inputs if x is not None)
        steps = np.arange(len(range(start, limit, delta)), dtype=np.int64)
        return ((start + delta * steps).astype(dtype(self.output)),)
