"""SHAPE: the dimensions of a tensor. They are static here, so it is a constant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.operator import expect_types, rule
from helia_aot.ir.ops.families.shape_arithmetic import WHOLE, FoldOnlyOperator
from helia_aot.ir.ops.families.unary import UnaryOperator
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor


@irdl_op_definition
class ShapeOp(FoldOnlyOperator, UnaryOperator):
    name = "tfl.shape"
    CODE: ClassVar = "SHAPE"
    OF_TYPES: ClassVar = True

    @rule("the output is int32 or int64")
    def _types(self) -> str | None:
        return expect_types(output=(self.output, WHOLE))

    def infer(self) -> Sequence[Tensor]:
        rank = len(shape(self.input))
        return (tensor([rank], dtype(self.output), encoding(self.output)),)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        return (np.array(shape(self.input), dtype(self.output)),)
