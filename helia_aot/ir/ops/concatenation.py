"""CONCATENATION: any number of tensors of any type, end to end along one axis; movement, exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import ClassVar, Self

import numpy as np
from xdsl.dialects.builtin import I64, IntegerAttr, TensorType, i64
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, prop_def, result_def, var_operand_def

from helia_aot.ir.activation import Activation, ActivationAttr
from helia_aot.ir.constants import quant_of
from helia_aot.ir.ops.families.movement import CONCATENATION_RECORD, concatenation_call
from helia_aot.ir.ops.families.operator import AotOperator, expect_same_quantization, rule
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor
from helia_aot.kernels.kernel import KernelCall


@irdl_op_definition
class ConcatenationOp(AotOperator):
    name = "tfl.concatenation"
    CODE: ClassVar = "CONCATENATION"
    RECORDS: ClassVar = (CONCATENATION_RECORD,)

    inputs = var_operand_def(TensorType)
    axis = prop_def(IntegerAttr[I64])
    """Negative counts from the last axis."""
    activation = prop_def(ActivationAttr, default_value=ActivationAttr(Activation.NONE))
    output = result_def(TensorType)

    FORMAT: ClassVar = (
        "$inputs `axis` $axis (`then` $activation^)? attr-dict"
        " `:` functional-type(operands, results)"
    )

    def __init__(
        self,
        inputs: Sequence[SSAValue],
        axis: int,
        output: Tensor,
        activation: Activation = Activation.NONE,
    ):
        super().__init__(
            operands=[inputs],
            properties={
                "axis": IntegerAttr(axis, i64),
                "activation": ActivationAttr(activation),
            },
            result_types=[output],
        )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(
            [record.input(i) for i in range(len(record.inputs))],
            int(record.option("axis", 0)),
            record.output(),
            Activation.read(record.option("fusedActivationFunction", 0)),
        )

    @rule("there is an input")
    def _some(self) -> str | None:
        return None if self.inputs else "no inputs"

    @rule("there is no fused activation")
    def _activation(self) -> str | None:
        activation = self.activation.data
        return None if activation is Activation.NONE else f"activation is {activation.value}"

    @rule("inputs and output have one element type")
    def _types(self) -> str | None:
        kinds = [dtype(v) for v in (*self.inputs, self.output)]
        return None if len(set(kinds)) == 1 else f"types are {', '.join(kinds)}"

    @rule("inputs and output have one quantization")
    def _quantized(self) -> str | None:
        values = {f"input {i}": v for i, v in enumerate(self.inputs)} | {"output": self.output}
        bare = [name for name, v in values.items() if encoding(v) is None]
        if not bare:
            return expect_same_quantization(**values)
        if all(quant_of(v) is None for v in values.values()):
            return None
        return f"{bare[0]} has no single scale"

    @rule("the inputs have one rank and the axis is one of theirs")
    def _axis(self) -> str | None:
        ranks = {len(shape(v)) for v in self.inputs}
        rank, axis = max(ranks), self.axis.value.data
        if len(ranks) == 1 and -rank <= axis < rank:
            return None
        return f"axis is {axis}, inputs have rank {', '.join(map(str, sorted(ranks)))}"

    @rule("the inputs agree in every other axis")
    def _shapes(self) -> str | None:
        shapes = [shape(v) for v in self.inputs]
        others = {s[: self.position] + s[self.position + 1 :] for s in shapes}
        return None if len(others) == 1 else f"inputs are {', '.join(map(str, shapes))}"

    @property
    def position(self) -> int:
        """The axis, counted from the first."""
        axis = self.axis.value.data
        return axis + len(shape(self.inputs[0])) if axis < 0 else axis

    def infer(self) -> Sequence[Tensor]:
        dims = list(shape(self.inputs[0]))
        dims[self.position] = sum(shape(v)[self.position] for v in self.inputs)
        return (tensor(dims, dtype(self.output), encoding(self.output)),)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        return (np.concatenate([x for x in inputs if x is not None], self.position),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        rows = prod(shape(self.output)[: self.position])
        yield concatenation_call(self.inputs, rows)
