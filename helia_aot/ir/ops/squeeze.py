"""SQUEEZE: without some or all axes of one element, of any element type; movement, exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import DenseArrayBase, TensorType, i64
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from helia_aot.ir.ops.families.movement import COPY_RECORD, copy_call
from helia_aot.ir.ops.families.operator import AotOperator, expect_types, rule
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, dtype, encoding, integers, shape, tensor
from helia_aot.kernels.kernel import KernelCall


@irdl_op_definition
class SqueezeOp(AotOperator):
    name = "tfl.squeeze"
    CODE: ClassVar = "SQUEEZE"
    RECORDS: ClassVar = (COPY_RECORD,)
    VIEW: ClassVar = True

    input = operand_def(TensorType)
    squeeze_dims = prop_def(DenseArrayBase.constr(i64), default_value=integers([]))
    """The axes to remove, negative ones counted from the last; none for all of one element."""
    output = result_def(TensorType)

    FORMAT: ClassVar = (
        "$input (`axes` $squeeze_dims^)? attr-dict `:` functional-type(operands, results)"
    )

    def __init__(self, input: SSAValue, output: Tensor, squeeze_dims: Sequence[int] = ()):
        super().__init__(
            operands=[input],
            properties={"squeeze_dims": integers(squeeze_dims)},
            result_types=[output],
        )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        option = record.option("squeezeDims", None)
        dims = [] if option is None else [int(n) for n in option]
        return cls(record.input(0), record.output(), dims)

    @rule("input and output have one element type")
    def _types(self) -> str | None:
        return expect_types(output=(self.output, dtype(self.input)))

    @rule("every axis is one of the input's and has one element")
    def _axes(self) -> str | None:
        dims, axes = shape(self.input), self.squeeze_dims.get_values()
        if all(-len(dims) <= a < len(dims) and dims[int(a)] == 1 for a in axes):
            return None
        return f"input is {dims}, axes are {[int(a) for a in axes]}"

    def infer(self) -> Sequence[Tensor]:
        dims = shape(self.input)
        named = {int(a) % len(dims) for a in self.squeeze_dims.get_values()}
        gone = named or {i for i, n in enumerate(dims) if n == 1}
        kept = [n for i, n in enumerate(dims) if i not in gone]
        return (tensor(kept, dtype(self.input), encoding(self.output)),)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        (x,) = inputs
        assert x is not None
        return (x.reshape(shape(self.output)),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        yield copy_call(self.output)
