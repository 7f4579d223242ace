"""SOFTMAX over the last axis: y = exp(beta * (x - max)) / sum(exp(beta * (x - max)))."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Self

import numpy as np
from xdsl.dialects.builtin import Float32Type, FloatAttr, TensorType, f32
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from helia_aot.ir.ops.families import softmax_int8, softmax_types
from helia_aot.ir.ops.families.operator import AotOperator, rule
from helia_aot.ir.ops.families.softmax_int8 import Exponentials
from helia_aot.ir.ops.families.softmax_types import Real, Tables
from helia_aot.ir.ops.families.variants import Variant, all_of
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor
from helia_aot.kernels.kernel import KernelCall

_BYTES = Exponentials()
VARIANTS = (
    Variant("s8", all_of("int8", "input", "output"), _BYTES, accelerated=True),
    Variant("s8_s16", {"input": "int8", "output": "int16"}, _BYTES, accelerated=True),
    Variant("s16", all_of("int16", "input", "output"), Tables()),
    Variant("f32", all_of("float32", "input", "output"), Real()),
)


@irdl_op_definition
class SoftmaxOp(AotOperator):
    name = "tfl.softmax"
    CODE: ClassVar = "SOFTMAX"
    VARIANTS: ClassVar = VARIANTS
    RECORDS: ClassVar = (
        *softmax_int8.RECORDS,
        softmax_types.TABLES_RECORD,
        softmax_types.REAL_RECORD,
    )

    input = operand_def(TensorType)
    beta = prop_def(FloatAttr[Float32Type], default_value=FloatAttr(1.0, f32))
    output = result_def(TensorType)

    FORMAT: ClassVar = "$input (`beta` $beta^)? attr-dict `:` functional-type(operands, results)"

    def __init__(self, input: SSAValue, output: Tensor, beta: float = 1.0):
        super().__init__(
            operands=[input], properties={"beta": FloatAttr(beta, f32)}, result_types=[output]
        )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.output(), float(record.option("beta", 0.0)))

    @rule("the last axis exists and is not empty")
    def _axis(self) -> str | None:
        dims = shape(self.input)
        return None if dims and dims[-1] else f"input is {dims}"

    def infer(self) -> Sequence[Tensor]:
        return (tensor(shape(self.input), dtype(self.output), encoding(self.output)),)

    @property
    def factor(self) -> float:
        """`beta`, as a float32."""
        return float(np.float32(self.beta.value.data))

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        (x,) = inputs
        assert x is not None
        return (self.variant.arithmetic.apply(self, x),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        return self.variant.arithmetic.calls(self, target)
