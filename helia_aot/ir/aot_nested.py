"""Control flow in the `aot` dialect: operators that hold blocks of kernel calls.

The blocks see all that stands before the operator. What they end in, `aot.yield`, gives the values
that the operator's results, or the next iteration, are; whether bytes are moved for that is what
`helia_aot.ir.aliases` decides.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import StringAttr, TensorType
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import IsTerminator, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from helia_aot.ir.aot_attributes import Placements
from helia_aot.ir.operation import BaseOperation
from helia_aot.ir.types import dtype, shape


@irdl_op_definition
class YieldOp(BaseOperation):
    """What a nested block computes."""

    name = "aot.yield"

    values = var_operand_def(TensorType)
    traits = traits_def(IsTerminator())
    FORMAT: ClassVar = "attr-dict ($values^ `:` type($values))?"

    def __init__(self, values: Sequence[SSAValue]):
        super().__init__(operands=[values])


@irdl_op_definition
class IfOp(BaseOperation):
    """Runs one of two blocks; the results are what that one yields."""

    name = "aot.if"
    CODE: ClassVar = "IF"

    condition = operand_def(TensorType)
    placements = opt_prop_def(Placements)
    """Of the results, once planned."""
    outputs = var_result_def(TensorType)
    then_body = region_def("single_block")
    else_body = region_def("single_block")

    traits = traits_def(RecursiveMemoryEffect())
    FORMAT: ClassVar = (
        "$condition (`at` $placements^)? attr-dict `:` type($condition)"
        " (`->` type($outputs)^)? `then` $then_body `else` $else_body"
    )

    def __init__(
        self, condition: SSAValue, outputs: Sequence[Attribute], then: Block, otherwise: Block
    ):
        super().__init__(
            operands=[condition],
            result_types=[outputs],
            regions=[Region(then), Region(otherwise)],
        )

    @property
    def kind(self) -> StringAttr:
        return StringAttr(self.CODE)

    def verify_(self) -> None:
        expect_condition(self.condition)
        for name, region in (("then", self.then_body), ("else", self.else_body)):
            if region.block.args:
                raise VerifyException(f"the {name} block has arguments, should have none")
            expect_types(f"the {name} block yields", yielded(region), self.result_types)


@irdl_op_definition
class WhileOp(BaseOperation):
    """Runs a block as long as another one yields true. Values are carried from one iteration to the
    next: the arguments of both blocks, at first the operands, in the end the results."""

    name = "aot.while"
    CODE: ClassVar = "WHILE"

    inits = var_operand_def(TensorType)
    placements = opt_prop_def(Placements)
    """Of the results, once planned; the arguments of both blocks lie there, too."""
    outputs = var_result_def(TensorType)
    condition = region_def("single_block")
    body = region_def("single_block")

    traits = traits_def(RecursiveMemoryEffect())
    FORMAT: ClassVar = (
        "(`at` $placements^)? attr-dict ($inits^ `:` type($inits) `->` type($outputs))?"
        " `cond` $condition `do` $body"
    )

    def __init__(self, inits: Sequence[SSAValue], condition: Block, body: Block):
        super().__init__(
            operands=[inits],
            result_types=[[v.type for v in inits]],
            regions=[Region(condition), Region(body)],
        )

    @property
    def kind(self) -> StringAttr:
        return StringAttr(self.CODE)

    def carried(self) -> Iterator[tuple[SSAValue, SSAValue, SSAValue]]:
        """Of each carried value the result and the arguments of condition and body: one place."""
        return zip(self.outputs, self.condition.block.args, self.body.block.args, strict=True)

    def verify_(self) -> None:
        types = [v.type for v in self.inits]
        expect_types("results are", self.result_types, types)
        for name, region in (("condition", self.condition), ("body", self.body)):
            expect_types(f"the {name} has", [a.type for a in region.block.args], types)
        expect_types("the body yields", yielded(self.body), types)
        last = self.condition.block.last_op
        if not isinstance(last, YieldOp) or len(last.values) != 1:
            raise VerifyException("the condition should yield one value")
        expect_condition(last.values[0])


def terminator(block: Block) -> YieldOp:
    last = block.last_op
    if not isinstance(last, YieldOp):
        raise VerifyException("a nested block ends in aot.yield")
    return last


def yielded(region: Region) -> list[Attribute]:
    return [v.type for v in terminator(region.block).values]


def expect_condition(value: SSAValue) -> None:
    if dtype(value) != "bool" or any(n != 1 for n in shape(value)):
        raise VerifyException(f"the condition is {value.type}, should be one bool")


def expect_types(what: str, found: Sequence[Attribute], wanted: Sequence[Attribute]) -> None:
    if tuple(found) != tuple(wanted):
        names = (", ".join(map(str, types)) or "nothing" for types in (found, wanted))
        raise VerifyException(f"{what} {next(names)}, should be {next(names)}")
