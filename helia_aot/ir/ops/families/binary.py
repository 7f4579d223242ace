"""Operators of two tensors that are broadcast to one shape, element by element.

What differs by element types is said by the rows of `VARIANTS`. Knows no operator by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar, Self

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import IRDLOperation, operand_def, result_def

from helia_aot.ir.activation import Activation, ActivationAttr, expect_clamp
from helia_aot.ir.ops.families.binary_types import BinaryArithmetic
from helia_aot.ir.ops.families.clamp import Clamped
from helia_aot.ir.ops.families.operator import AotOperator, rule
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor
from helia_aot.kernels.broadcast import MAX_RANK, Loops, broadcast_shape, loops


class BinaryOperator(AotOperator):
    """Undecorated base: `$lhs, $rhs : (tensor<...>, tensor<...>) -> tensor<...>`."""

    ELEMENTWISE: ClassVar = True
    FUNCTION: ClassVar[np.ufunc]
    """What is done with numbers that have no scale."""

    lhs = operand_def(TensorType)
    rhs = operand_def(TensorType)
    output = result_def(TensorType)

    FORMAT: ClassVar = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)"

    def __init__(self, lhs: SSAValue, rhs: SSAValue, output: Tensor):
        super().__init__(operands=[lhs, rhs], result_types=[output])

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.input(1), record.output())

    @rule("the inputs' shapes are broadcast to one")
    def _shapes(self) -> str | None:
        if broadcast_shape(shape(self.lhs), shape(self.rhs)) is None:
            return f"lhs is {shape(self.lhs)}, rhs is {shape(self.rhs)}"
        return None

    @rule(f"broadcasting takes at most {MAX_RANK} loops")
    def _rank(self) -> str | None:
        count = len(BinaryOperator.loops(self).sizes)
        if count <= MAX_RANK:
            return None
        return f"lhs is {shape(self.lhs)}, rhs is {shape(self.rhs)}: {count} loops"

    @property
    def arithmetic(self) -> BinaryArithmetic:
        return self.variant.arithmetic

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        a, b = inputs
        assert a is not None
        assert b is not None
        return (self.arithmetic.apply(self, a, b),)

    def infer(self) -> Sequence[Tensor]:
        return (tensor(self.stretched(), dtype(self.lhs), encoding(self.output)),)

    def stretched(self) -> tuple[int, ...]:
        """The shape that both operands are broadcast to."""
        found = broadcast_shape(shape(self.lhs), shape(self.rhs))
        assert found is not None, "an earlier rule holds"
        return found

    def loops(self) -> Loops:
        return loops(self.stretched(), shape(self.lhs), shape(self.rhs))

    def flat(self) -> bool:
        """Whether no operand is stretched."""
        return len({prod(shape(v)) for v in (self.lhs, self.rhs, self.output)}) == 1

    def loop_numbers(self) -> dict[str, int | tuple[int, ...]]:
        """The descriptor's numbers of LOOPS."""
        walk = self.loops()
        return {"rows": prod(walk.sizes[:-1]), **walk.numbers()}

    @property
    def clamping(self) -> Activation:
        """The activation behind it: none, unless it is fused."""
        return Activation.NONE


class ActivatedOperator(Clamped, BinaryOperator):
    """Undecorated base of those with a fused activation."""

    FORMAT: ClassVar = (
        "$lhs `,` $rhs (`then` $activation^)? (`clamp` $clamp^)?"
        " attr-dict `:` functional-type(operands, results)"
    )

    def __init__(
        self,
        lhs: SSAValue,
        rhs: SSAValue,
        output: Tensor,
        activation: Activation = Activation.NONE,
    ):
        IRDLOperation.__init__(
            self,
            operands=[lhs, rhs],
            properties={"activation": ActivationAttr(activation)},
            result_types=[output],
        )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        activation = Activation.read(record.option("fusedActivationFunction", 0))
        return cls(record.input(0), record.input(1), record.output(), activation)

    @rule("the fused activation is a clamp")
    def _activation(self) -> str | None:
        return expect_clamp(self.activation.data)

    @property
    def clamping(self) -> Activation:
        """The fused activation."""
        return self.activation.data
