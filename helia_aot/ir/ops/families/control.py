"""Operators that run blocks of other operators: what IF and WHILE share.

A block sees all that stands before its operator, and gives its results to `tfl.yield`. So a pass
that walks works inside of blocks as it does outside, and a constant is known in all of them. Knows
no operator by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import InterpretationError, VerifyException

from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.operation import BaseOperation
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, dtype, shape, tensor_type
from helia_aot.kernels.kernel import KernelCall


@irdl_op_definition
class YieldOp(BaseOperation):
    """What a block computes."""

    name = "tfl.yield"

    values = var_operand_def(TensorType)
    traits = traits_def(IsTerminator())
    FORMAT: ClassVar = "attr-dict ($values^ `:` type($values))?"

    def __init__(self, values: Sequence[SSAValue]):
        super().__init__(operands=[values])


class ControlOperator(AotOperator):
    """Undecorated base: it has no kernel, its blocks have."""

    NO_KERNEL: ClassVar = True

    def infer(self) -> Sequence[Tensor]:
        return tuple(map(tensor_type, self.results))

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        raise InterpretationError(f"{self.CODE} has blocks: helia_aot.ir.evaluate runs them")

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        raise VerifyException(f"{self.CODE} has no kernel: lower-to-aot lowers its blocks")

    def shared_kernel_helpers(self, target: Target = Target()) -> list[KernelHelper]:  # noqa: B008
        return []


class BranchOperator(ControlOperator):
    """Undecorated base: runs one of two blocks, which have no arguments."""

    condition = operand_def(TensorType)
    outputs = var_result_def(TensorType)
    then_body = region_def("single_block")
    else_body = region_def("single_block")

    FORMAT: ClassVar = (
        "$condition attr-dict `:` type($condition) (`->` type($outputs)^)?"
        " `then` $then_body `else` $else_body"
    )

    def __init__(
        self, condition: SSAValue, outputs: Sequence[Attribute], then: Region, otherwise: Region
    ):
        super().__init__(operands=[condition], result_types=[outputs], regions=[then, otherwise])


class LoopOperator(ControlOperator):
    """Undecorated base: runs a block as long as another one yields true; what is carried from one
    iteration to the next are the arguments of both, at first the operands, in the end the results.
    """

    inits = var_operand_def(TensorType)
    outputs = var_result_def(TensorType)
    condition = region_def("single_block")
    body = region_def("single_block")

    FORMAT: ClassVar = (
        "attr-dict ($inits^ `:` type($inits) `->` type($outputs))? `cond` $condition `do` $body"
    )

    def __init__(self, inits: Sequence[SSAValue], condition: Region, body: Region):
        super().__init__(
            operands=[inits],
            result_types=[[v.type for v in inits]],
            regions=[condition, body],
        )


def yielded(block: Block) -> tuple[SSAValue, ...] | None:
    """The results of a block; None where it does not end in them."""
    last = block.last_op
    return tuple(last.values) if isinstance(last, YieldOp) else None


def unlike_one_bool(value: SSAValue) -> str | None:
    if dtype(value) == "bool" and all(n == 1 for n in shape(value)):
        return None
    return f"it is {value.type}"


def types(values: Sequence[SSAValue]) -> list[Attribute]:
    return [v.type for v in values]


def unlike(what: str, found: Sequence[Attribute], wanted: Sequence[Attribute]) -> str | None:
    if list(found) == list(wanted):
        return None
    got, want = (", ".join(map(str, listed)) or "nothing" for listed in (found, wanted))
    return f"{what} {got}, should be {want}"
