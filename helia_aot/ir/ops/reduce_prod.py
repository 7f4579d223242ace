"""REDUCE_PROD: the product over any set of axes, on the int32 and int64 of shape arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np
from xdsl.dialects.builtin import BoolAttr, TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from helia_aot.ir.operator import expect_types, rule
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.shape_arithmetic import WHOLE, FoldOnlyOperator, integers
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor


@irdl_op_definition
class ReduceProdOp(FoldOnlyOperator):
    name = "tfl.reduce_prod"
    CODE: ClassVar = "REDUCE_PROD"

    input = operand_def(TensorType)
    axis = operand_def(TensorType)
    """The reduced axes, in any order; negative ones count from the last, twice is once."""
    keep_dims = prop_def(BoolAttr, default_value=BoolAttr.from_bool(False))
    output = result_def(TensorType)

    assembly_format = (
        "$input `,` $axis (`keep_dims` $keep_dims^)? attr-dict"
        " `:` functional-type(operands, results)"
    )

    def __init__(self, input: SSAValue, axis: SSAValue, output: Tensor, keep_dims: bool = False):
        super().__init__(
            operands=[input, axis],
            properties={"keep_dims": BoolAttr.from_bool(keep_dims)},
            result_types=[output],
        )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        keep_dims = bool(record.option("keepDims", False))
        return cls(record.input(0), record.input(1), record.output(), keep_dims)

    @rule("input and output are both int32 or both int64, the axes int32")
    def _types(self) -> str | None:
        return expect_types(
            input=(self.input, WHOLE),
            axis=(self.axis, "int32"),
            output=(self.output, dtype(self.input)),
        )

    @rule("every axis is one of the input's")
    def _range(self) -> str | None:
        rank, axes = len(shape(self.input)), integers(self.axis) or ()
        return None if all(-rank <= a < rank for a in axes) else f"axes are {axes}, rank is {rank}"

    def reduced(self, axis: SSAValue | Array | None) -> tuple[int, ...] | None:
        """The reduced axes, counted from the first, each once; None while they are not known."""
        rank, axes = len(shape(self.input)), integers(axis)
        return None if axes is None else tuple(sorted({a % rank for a in axes}))

    def infer(self) -> Sequence[Tensor]:
        reduced, keep = self.reduced(self.axis), self.keep_dims.value.data
        dims = shape(self.output)
        if reduced is not None:
            axes = enumerate(shape(self.input))
            dims = [1 if i in reduced else n for i, n in axes if keep or i not in reduced]
        return (tensor(dims, dtype(self.input), encoding(self.output)),)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x, reduced = inputs[0], self.reduced(inputs[1])
        assert x is not None
        assert reduced is not None
        product = np.multiply.reduce(x, reduced, dtype=x.dtype)
        return (np.asarray(product).reshape(shape(self.output)),)
