"""RESHAPE: the same elements under another shape, of any type; movement, exact.

The new shape stands in the options, in a constant operand, or only in the output's type; the file
may give all three. The output's type is what counts: the others must agree with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import ClassVar, Self

from xdsl.dialects.builtin import DenseArrayBase, TensorType, i64
from xdsl.interfaces import HasCanonicalizationPatternsInterface, HasFolderInterface
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, opt_prop_def, result_def
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from helia_aot.ir.constants import constant
from helia_aot.ir.ops.families.movement import COPY_RECORD, copy_call
from helia_aot.ir.ops.families.operator import AotOperator, expect_types, rule
from helia_aot.ir.provenance import carry_provenance
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import (
    Array,
    Tensor,
    dtype,
    encoding,
    integers,
    shape,
    tensor,
    tensor_type,
)
from helia_aot.kernels.kernel import KernelCall


@irdl_op_definition
class ReshapeOp(AotOperator, HasFolderInterface, HasCanonicalizationPatternsInterface):
    name = "tfl.reshape"
    CODE: ClassVar = "RESHAPE"
    RECORDS: ClassVar = (COPY_RECORD,)
    VIEW: ClassVar = True

    input = operand_def(TensorType)
    target = opt_operand_def(TensorType)
    """The new shape; one dimension may be -1, which stands for the rest."""
    new_shape = opt_prop_def(DenseArrayBase.constr(i64))
    """The new shape as an option of the operator."""
    output = result_def(TensorType)

    FORMAT: ClassVar = (
        "$input (`,` $target^)? (`to` $new_shape^)? attr-dict"
        " `:` functional-type(operands, results)"
    )

    def __init__(
        self,
        input: SSAValue,
        output: Tensor,
        target: SSAValue | None = None,
        new_shape: Sequence[int] | None = None,
    ):
        super().__init__(
            operands=[input, target],
            properties={"new_shape": None if new_shape is None else integers(new_shape)},
            result_types=[output],
        )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        option = record.option("newShape", None)
        new_shape = None if option is None else [int(n) for n in option]
        return cls(record.input(0), record.output(), record.optional(1), new_shape)

    @rule("input and output have one element type, the shape is int32 or int64")
    def _types(self) -> str | None:
        kind = dtype(self.input)
        return expect_types(output=(self.output, kind), shape=(self.target, "int32|int64"))

    @rule("the new shape leaves at most one dimension open")
    def _open(self) -> str | None:
        wanted = self.wanted()
        if sum(n < 0 for n in wanted) > 1 or min(wanted, default=0) < -1:
            return f"new shape is {wanted}"
        return None

    @rule("input and output have as many elements")
    def _elements(self) -> str | None:
        before, after = shape(self.input), self.resolved()
        return None if prod(before) == prod(after) else f"input is {before}, new shape is {after}"

    def wanted(self) -> tuple[int, ...]:
        """The new shape as the model states it: the operand goes before the option."""
        if (dims := constant(self.target)) is not None:
            return tuple(int(n) for n in dims.reshape(-1))
        if self.target is None and self.new_shape is not None:
            return tuple(int(n) for n in self.new_shape.get_values())
        return shape(self.output)

    def resolved(self) -> tuple[int, ...]:
        """The new shape with its open dimension filled in."""
        wanted = self.wanted()
        rest = prod(shape(self.input)) // max(1, prod(n for n in wanted if n >= 0))
        return tuple(rest if n < 0 else n for n in wanted)

    def infer(self) -> Sequence[Tensor]:
        return (tensor(self.resolved(), dtype(self.input), encoding(self.output)),)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        (x, *_) = inputs
        assert x is not None
        return (x.reshape(shape(self.output)),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        yield copy_call(self.output)

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """A reshape to the same type is its operand."""
        return (self.input,) if self.input.type == self.output.type else None

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (ReshapeOfReshape(),)


class ReshapeOfReshape(RewritePattern):
    """The second of two reshapes says it all; the first stays where others read it."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ReshapeOp, rewriter: PatternRewriter) -> None:
        first = op.input.owner
        if not isinstance(first, ReshapeOp) or not first.output.has_one_use():
            return
        new = ReshapeOp(first.input, tensor_type(op.output))
        carry_provenance([first, op], new)
        rewriter.replace(op, new)
        rewriter.erase(first)
