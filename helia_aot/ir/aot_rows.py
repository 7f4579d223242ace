"""A loop over rows: kernel calls that take turns, each some rows at a time.

    %y = aot.rows 14 -> tensor<1x14x14x8xi8> do {
      %a = aot.kernel "CONV_2D" calls @conv_2d_s8_rows rows <{lead = 3, pace = 2}>
          {...} ins(%x : tensor<1x28x28x1xi8>) -> tensor<1x3x28x8xi8>
      %b = aot.kernel "AVERAGE_POOL_2D" calls @average_pool_2d_s8_rows rows <{lead = 1, pace = 1}>
          {...} ins(%a : tensor<1x3x28x8xi8>) -> tensor<1x14x14x8xi8>
      aot.yield %b : tensor<1x14x14x8xi8>
    }

Fourteen steps; in each the convolution makes two rows more (three in the first), and the pool one.

**Meaning.** A call stands for the whole layer that its numbers describe; its result is what the
layer computes, row by row: row r of a call is row r of the layer. A result is a *ring*: of as many
rows as its type is high, row r of the layer in row r mod height of the tensor. Where that is the
height of the layer, it is the layer's output as a whole, and only such a result can be yielded.
After step t a call has made the rows that `helia_aot.ir.rows` says, by its `rows`, and no other. It
reads its input in the same way: a whole tensor from outside, all rows of which are there, or the
ring of a call that stands before it. So the loop computes what its calls as whole layers, one after
another, compute, if every row that a call reads has been made and has not been overwritten: which
`helia_aot.kernels.rows` proves for every step from the numbers of the calls.

**Storage.** All values of the block are in use as long as the loop runs, the scratch of a call only
while that runs. A ring is a value like every other: planned, named, with canaries behind it, of the
role that `helia_aot.ir.storage` gives it. For a ring to outlive the run, as streaming wants it, its
bytes are to be those of an `aot.variable`, as a view's are its operand's (`helia_aot.ir.aliases`):
that makes its role persistent, and the rest stays as it is. The schedule then begins with the rows
that are there, and the kernels are told where the ring's row 0 is: the turns of `helia_rows_t`,
which are 0 in a run over a whole image.
"""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import I64, IntegerAttr, StringAttr, TensorType, i64
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl import (
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_result_def,
)
from xdsl.traits import RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from helia_aot.ir.aot_attributes import Placements
from helia_aot.ir.aot_nested import expect_types, terminator, yielded
from helia_aot.ir.operation import BaseOperation


@irdl_op_definition
class RowsOp(BaseOperation):
    """Runs the calls of a block so many times, each on its next rows."""

    name = "aot.rows"
    CODE: ClassVar = "ROWS"

    steps = prop_def(IntegerAttr[I64])
    placements = opt_prop_def(Placements)
    """Of the results, once planned."""
    outputs = var_result_def(TensorType)
    body = region_def("single_block")

    traits = traits_def(RecursiveMemoryEffect())
    FORMAT: ClassVar = "$steps (`at` $placements^)? attr-dict `->` type($outputs) `do` $body"

    def __init__(self, steps: int, outputs: Sequence[Attribute], body: Block):
        super().__init__(
            properties={"steps": IntegerAttr(steps, i64)},
            result_types=[outputs],
            regions=[Region(body)],
        )

    @property
    def kind(self) -> StringAttr:
        return StringAttr(self.CODE)

    @property
    def calls(self) -> Sequence[Operation]:
        """What stands in the block, but for what ends it."""
        return tuple(self.body.block.ops)[:-1]

    def verify_(self) -> None:
        block = self.body.block
        if block.args:
            raise VerifyException("the block has arguments, should have none")
        if self.steps.value.data < 1:
            raise VerifyException(f"there are {self.steps.value.data} steps, should be at least 1")
        for op in self.calls:
            if op.properties.get("rows") is None:
                raise VerifyException(f"{op.name} makes no rows; only calls that do stand here")
        values = terminator(block).values
        if len(set(values)) < len(values) or any(v.owner not in self.calls for v in values):
            raise VerifyException("the block should yield results of its calls, each once")
        expect_types("the block yields", yielded(self.body), self.result_types)
