"""When the values of a program are in use, by the layer indices of its operators.

An operator with blocks stands before the operators in them. What is read in a loop and made
outside of it is in use until the loop ends, because the next iteration reads it again; what a loop
over rows makes is in use as long as it runs. Knows order, and no bytes.
"""

from xdsl.ir import Block, Operation, SSAValue, Use

from helia_aot.ir import aot
from helia_aot.ir.tensor_table import Node, operators

Nest = aot.IfOp | aot.WhileOp | aot.RowsOp
"""An operator with blocks."""


class Lifetimes:
    """Where every operator of a program stands, and what follows from it for values."""

    def __init__(self, module: aot.ModuleOp):
        self.layers: dict[Operation, int] = {op: i for i, op in enumerate(operators(module))}
        self.ends: dict[Operation, int] = {}
        """The last layer inside each operator; its own where it has no blocks."""
        self.count = len(self.layers)
        for op in reversed(self.layers):
            inner = (self.ends[o] for r in op.regions for o in r.block.ops if o in self.ends)
            self.ends[op] = max(inner, default=self.layers[op])

    def first(self, value: SSAValue) -> int:
        """The layer that makes a value; -1 for what stands before the first. Both branches of an
        IF write its results, and every iteration of a WHILE its own: they are there from the
        operator itself on."""
        owner = value.owner
        if isinstance(owner, Block):
            owner = owner.parent_op()
        elif isinstance(loop := owner.parent_op(), aot.RowsOp):
            owner = loop
        return self.layers.get(owner, -1) if isinstance(owner, Operation) else -1

    def last(self, value: SSAValue) -> int:
        """The last layer that uses a value; the number of layers for an output of the model."""
        own = value.owner if isinstance(value.owner, Operation) else value.owner.parent_op()
        if own is not None and isinstance(loop := own.parent_op(), aot.RowsOp):
            own = loop
        # What an operator with blocks computes is written until it ends.
        floor = self.ends[own] if isinstance(own, Nest) else self.first(value)
        return max([self.use(value, use) for use in value.uses], default=floor)

    def use(self, value: SSAValue, use: Use) -> int:
        """The last layer at which this use reads a value."""
        last = self.at(use.operation)
        home = value.owner if isinstance(value.owner, Block) else value.owner.parent_block()
        block = use.operation.parent_block()
        while block is not home and block is not None:
            around = block.parent_op()
            if isinstance(around, aot.WhileOp | aot.RowsOp):
                last = max(last, self.ends[around])
            block = around.parent_block() if around is not None else None
        return last

    def at(self, op: Operation) -> int:
        """The layer at which an operation reads its operands: what ends a block, the last one in
        it; the return, behind all."""
        if isinstance(op, Node):
            return self.layers[op]
        block = op.parent_block()
        around = block.parent_op() if block is not None else None
        if block is None or not isinstance(around, Nest):
            return self.count
        inner = (self.ends[o] for o in block.ops if o in self.ends)
        return max(inner, default=self.layers[around])
