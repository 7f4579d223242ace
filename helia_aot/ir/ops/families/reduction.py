"""What operators share that reduce any set of axes: which axes, the shape rule. Knows no sum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import BoolAttr, TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, prop_def, result_def

from helia_aot.ir.ops.families.operator import AotOperator, rule
from helia_aot.ir.ops.families.shape_arithmetic import integers
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor


class Reduction(AotOperator):
    """Undecorated base: the elements along some axes become one."""

    FORMAT: ClassVar = (
        "$input `,` $axis (`keep_dims` $keep_dims^)? attr-dict"
        " `:` functional-type(operands, results)"
    )

    input = operand_def(TensorType)
    axis = operand_def(TensorType)
    """The reduced axes, in any order; negative ones count from the last, twice is once."""
    keep_dims = prop_def(BoolAttr, default_value=BoolAttr.from_bool(False))
    output = result_def(TensorType)

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

    def _types(self) -> str | None:
        """Overridden by a rule; stands here so that it is asked first."""

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
