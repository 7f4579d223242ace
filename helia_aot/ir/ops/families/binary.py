"""Operators of two tensors that are broadcast to one shape, element by element.

int8 runs in kernels, int32 and int64 are arithmetic on shapes and fold away. Knows no operator by
name.
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
from helia_aot.ir.ops.families.clamp import Clamped
from helia_aot.ir.ops.families.operator import AotOperator, expect_sound, expect_types, rule
from helia_aot.ir.ops.families.shape_arithmetic import WHOLE, clamped, folds_away, is_whole
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor
from helia_aot.kernels.broadcast import MAX_RANK, Loops, broadcast_shape, loops


class BinaryOperator(AotOperator):
    """Undecorated base: `$lhs, $rhs : (tensor<...>, tensor<...>) -> tensor<...>`."""

    ELEMENTWISE: ClassVar = True

    lhs = operand_def(TensorType)
    rhs = operand_def(TensorType)
    output = result_def(TensorType)

    FORMAT: ClassVar = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)"

    def __init__(self, lhs: SSAValue, rhs: SSAValue, output: Tensor):
        super().__init__(operands=[lhs, rhs], result_types=[output])

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.input(1), record.output())

    @rule("inputs and output are all int8, all int32 or all int64")
    def _types(self) -> str | None:
        kind = dtype(self.lhs)
        return expect_types(
            lhs=(self.lhs, f"int8|{WHOLE}"), rhs=(self.rhs, kind), output=(self.output, kind)
        )

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

    @rule("int32 and int64 are computed at compile time", lowered=True)
    def _folds(self) -> str | None:
        return folds_away(self) if self.whole else None

    @property
    def whole(self) -> bool:
        """Whether this is arithmetic on shapes."""
        return is_whole(self.lhs)

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

    @rule("int8 tensors have one positive scale and a zero point of their type")
    def _quantized(self) -> str | None:
        if self.whole:
            return None
        return expect_sound(lhs=self.lhs, rhs=self.rhs, output=self.output)

    @rule("the fused activation is a clamp")
    def _activation(self) -> str | None:
        return expect_clamp(self.activation.data)

    def evaluate_whole(self, function: np.ufunc, *inputs: Array | None) -> tuple[Array, ...]:
        """int32 and int64 as they are, sums and products wrapping."""
        with np.errstate(over="ignore"):
            return (clamped(np.asarray(function(*inputs)), self.activation.data),)
