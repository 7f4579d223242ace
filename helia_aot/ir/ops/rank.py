"""RANK: how many dimensions a tensor has. They are static here, so it is a constant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.operator import expect_types, rule
from helia_aot.ir.ops.families.shape_arithmetic import FoldOnlyOperator
from helia_aot.ir.ops.families.unary import UnaryOperator
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor


@irdl_op_definition
class RankOp(FoldOnlyOperator, UnaryOperator):
    name = "tfl.rank"
    CODE: ClassVar = "RANK"
    OF_TYPES: ClassVar = True

    @rule("the output is int32")
    def _types(self) -> str | None:
        return expect_types(output=(self.output, "int32"))

    def infer(self) -> Sequence[Tensor]:
        return (tensor([], dtype(self.output), encoding(self.output)),)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        return (np.array(len(shape(self.input)), dtype(self.output)),)
