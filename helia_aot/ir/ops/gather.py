"""GATHER: slices of a tensor picked by indices along one axis, of any element type; exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import ClassVar, Self

import numpy as np
from xdsl.dialects.builtin import I64, IntegerAttr, TensorType, i64
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from helia_aot.ir.constants import constant
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.operator import AotOperator, expect_constant, expect_types, rule
from helia_aot.ir.ops.families.shape_arithmetic import WHOLE, integers
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role

GATHER = KernelHelper("gather_bytes", "gather_bytes", "gather_bytes", "uint8_t", "")
RECORD = Record(
    "gather_bytes",
    (
        Field("input", "uint8_t", Role.INPUT),
        Field("indices", "int32_t", Role.CONSTANT),
        Field("output", "uint8_t", Role.OUTPUT),
        Field("batches", "int32_t"),
        Field("outer", "int32_t"),
        Field("entries", "int32_t"),
        Field("picks", "int32_t"),
        Field("run", "int32_t"),
    ),
)


@irdl_op_definition
class GatherOp(AotOperator):
    name = "tfl.gather"
    CODE: ClassVar = "GATHER"
    RECORDS: ClassVar = (RECORD,)

    input = operand_def(TensorType)
    indices = operand_def(TensorType)
    axis = prop_def(IntegerAttr[I64], default_value=IntegerAttr(0, i64))
    """The axis that is picked from; negative counts from the last."""
    batch_dims = prop_def(IntegerAttr[I64], default_value=IntegerAttr(0, i64))
    """Leading axes that input and indices have in common; negative counts from the indices' end."""
    output = result_def(TensorType)

    FORMAT: ClassVar = (
        "$input `,` $indices (`axis` $axis^)? (`batch_dims` $batch_dims^)? attr-dict"
        " `:` functional-type(operands, results)"
    )

    def __init__(
        self, input: SSAValue, indices: SSAValue, output: Tensor, axis: int = 0, batch_dims: int = 0
    ):
        super().__init__(
            operands=[input, indices],
            properties={
                "axis": IntegerAttr(axis, i64),
                "batch_dims": IntegerAttr(batch_dims, i64),
            },
            result_types=[output],
        )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        axis, batch_dims = record.option("axis", 0), record.option("batchDims", 0)
        return cls(record.input(0), record.input(1), record.output(), int(axis), int(batch_dims))

    @rule("input and output have one element type, the indices are int32 or int64")
    def _types(self) -> str | None:
        return expect_types(output=(self.output, dtype(self.input)), indices=(self.indices, WHOLE))

    @rule("the axis is one of the input's")
    def _axis(self) -> str | None:
        rank, axis = len(shape(self.input)), self.axis.value.data
        return None if -rank <= axis < rank else f"axis is {axis}, input has rank {rank}"

    @rule("the batch axes stand before the axis and agree in input and indices")
    def _batches(self) -> str | None:
        x, indices, count = shape(self.input), shape(self.indices), self.batch_rank
        if 0 <= count <= min(len(indices), self.position) and x[:count] == indices[:count]:
            return None
        return f"input is {x}, indices are {indices}, batch_dims is {self.batch_dims.value.data}"

    @rule("every index is one of the axis")
    def _range(self) -> str | None:
        indices, size = integers(self.indices) or (), shape(self.input)[self.position]
        outside = [i for i in indices if not 0 <= i < size]
        return f"index {outside[0]}, the axis has {size} entries" if outside else None

    @rule("the indices are known at compile time", lowered=True)
    def _constant(self) -> str | None:
        return expect_constant(indices=self.indices)

    @property
    def position(self) -> int:
        """The axis, counted from the first."""
        return self.axis.value.data % max(1, len(shape(self.input)))

    @property
    def batch_rank(self) -> int:
        """How many batch axes there are."""
        count = self.batch_dims.value.data
        return count + len(shape(self.indices)) if count < 0 else count

    def infer(self) -> Sequence[Tensor]:
        x, at = shape(self.input), self.position
        dims = (*x[:at], *shape(self.indices)[self.batch_rank :], *x[at + 1 :])
        return (tensor(dims, dtype(self.input), encoding(self.output)),)

    def blocks(self) -> tuple[int, int, int, int]:
        """The input as batches, blocks of each, entries of a block, elements of an entry."""
        x, at, count = shape(self.input), self.position, self.batch_rank
        return prod(x[:count]), prod(x[count:at]), x[at], prod(x[at + 1 :])

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x, indices = inputs
        assert x is not None
        assert indices is not None
        batches, outer, entries, run = self.blocks()
        picks = prod(shape(self.indices)[self.batch_rank :])
        at = indices.astype(np.int64).reshape(batches, 1, picks, 1)
        found = np.take_along_axis(x.reshape(batches, outer, entries, run), at, 2)
        return (found.reshape(shape(self.output)),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        indices = constant(self.indices)
        assert indices is not None, "an earlier rule holds"
        batches, outer, entries, run = self.blocks()
        picks = prod(shape(self.indices)[self.batch_rank :])
        numbers = {
            "batches": batches,
            "outer": outer,
            "entries": entries,
            "picks": picks,
            "run": run * np.dtype(dtype(self.input)).itemsize,
        }
        constants = {"indices": indices.astype(np.int32).reshape(-1)}
        yield KernelCall(GATHER, numbers, (0,), constants, why=f"{picks} picks by a table")
