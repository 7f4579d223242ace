"""PACK: tensors of one shape side by side along a new axis, of any type; movement, exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import ClassVar, Self

import numpy as np
from xdsl.dialects.builtin import I64, IntegerAttr, TensorType, i64
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, prop_def, result_def, var_operand_def

from helia_aot.ir.ops.families.movement import CONCATENATION_RECORD, concatenation_call
from helia_aot.ir.ops.families.operator import AotOperator, rule
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor
from helia_aot.kernels.kernel import KernelCall


@irdl_op_definition
class PackOp(AotOperator):
    name = "tfl.pack"
    CODE: ClassVar = "PACK"
    RECORDS: ClassVar = (CONCATENATION_RECORD,)

    inputs = var_operand_def(TensorType)
    axis = prop_def(IntegerAttr[I64])
    """Where the new axis stands in the output; negative counts from its last."""
    output = result_def(TensorType)

    FORMAT: ClassVar = "$inputs `axis` $axis attr-dict `:` functional-type(operands, results)"

    def __init__(self, inputs: Sequence[SSAValue], axis: int, output: Tensor):
        super().__init__(
            operands=[inputs], properties={"axis": IntegerAttr(axis, i64)}, result_types=[output]
        )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        inputs = [record.input(i) for i in range(len(record.inputs))]
        return cls(inputs, int(record.option("axis", 0)), record.output())

    @rule("there is an input")
    def _some(self) -> str | None:
        return None if self.inputs else "no inputs"

    @rule("inputs and output have one element type")
    def _types(self) -> str | None:
        kinds = [dtype(v) for v in (*self.inputs, self.output)]
        return None if len(set(kinds)) == 1 else f"types are {', '.join(kinds)}"

    @rule("the inputs have one shape")
    def _shapes(self) -> str | None:
        shapes = [shape(v) for v in self.inputs]
        return None if len(set(shapes)) == 1 else f"inputs are {', '.join(map(str, shapes))}"

    @rule("the axis is one of the output's")
    def _axis(self) -> str | None:
        rank, axis = len(shape(self.inputs[0])) + 1, self.axis.value.data
        return None if -rank <= axis < rank else f"axis is {axis}, output has rank {rank}"

    @property
    def position(self) -> int:
        """The new axis, counted from the first."""
        return self.axis.value.data % (len(shape(self.inputs[0])) + 1)

    def infer(self) -> Sequence[Tensor]:
        dims = list(shape(self.inputs[0]))
        dims.insert(self.position, len(self.inputs))
        return (tensor(dims, dtype(self.output), encoding(self.output)),)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        return (np.stack([x for x in inputs if x is not None], self.position),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        rows = prod(shape(self.output)[: self.position])
        yield concatenation_call(self.inputs, rows)
