"""CAST: elements of another type, between integers and bool; a conversion of constants alone.

Integers wrap to the width of the output; anything but 0 is true.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.operator import expect_types, rule
from helia_aot.ir.ops.families.shape_arithmetic import FoldOnlyOperator
from helia_aot.ir.ops.families.unary import UnaryOperator
from helia_aot.ir.types import Array, dtype

TYPES = "bool|int8|uint8|int16|uint16|int32|uint32|int64"


@irdl_op_definition
class CastOp(FoldOnlyOperator, UnaryOperator):
    name = "tfl.cast"
    CODE: ClassVar = "CAST"

    @rule("input and output are integers or bool")
    def _types(self) -> str | None:
        return expect_types(input=(self.input, TYPES), output=(self.output, TYPES))

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        (x,) = inputs
        assert x is not None
        return (x.astype(dtype(self.output)),)
