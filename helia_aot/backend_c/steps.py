"""The steps of a program with control flow: a list that is walked, with jumps.

Operators are steps, in their order. A branch is a step that jumps to its second branch; behind its
first branch one more step jumps over the second. A loop is a step that gives the carried values
their first ones; behind its condition a step jumps out, behind its body one jumps back. Where a
block ends, values are moved to their places in the same step that jumps. Knows tensors, and no C.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.ir import Block

from helia_aot.backend_c.operators import Operator
from helia_aot.backend_c.tensors import Tensor
from helia_aot.ir import aot
from helia_aot.ir.aliases import Aliases, Move
from helia_aot.ir.aot_nested import terminator
from helia_aot.ir.lifetimes import Lifetimes
from helia_aot.ir.tensor_table import Key, Node


class Copy(NamedTuple):
    """Bytes of one tensor that become those of another, or change places with them."""

    target: Tensor
    source: Tensor
    swap: bool


@dataclass
class Step:
    """One entry of the schedule."""

    operator: Operator | None = None
    """The operator that it is or begins; None for a step that only goes on elsewhere."""
    condition: Tensor | None = None
    """It jumps where this is false."""
    copies: tuple[Copy, ...] = ()
    jumps: bool = False
    """Whether it jumps in any case."""
    target: int = 0
    """Where it jumps to."""

    @property
    def moves(self) -> bool:
        """Whether it does no more than to copy and to jump."""
        return self.condition is None and (bool(self.copies) or self.jumps)


def is_flat(module: aot.ModuleOp) -> bool:
    """Whether a program is one list of operators."""
    return not any(isinstance(op, aot.IfOp | aot.WhileOp | aot.RowsOp) for op in module.block.ops)


def steps(
    module: aot.ModuleOp, operators: Mapping[Node, Operator], tensors: Mapping[Key, Tensor]
) -> tuple[Step, ...]:
    """The steps of a program; of its operators, those that are steps."""
    builder = _Builder(Aliases(module, Lifetimes(module)), operators, tensors)
    builder.block(module.block)
    return tuple(builder.steps)


class _Builder:
    def __init__(
        self, aliases: Aliases, operators: Mapping[Node, Operator], tensors: Mapping[Key, Tensor]
    ):
        self.aliases, self.operators, self.tensors = aliases, operators, tensors
        self.steps: list[Step] = []

    def block(self, block: Block) -> None:
        for op in block.ops:
            match op:
                case aot.IfOp():
                    self.branch(op)
                case aot.WhileOp():
                    self.loop(op)
                case aot.KernelOp() | aot.ViewOp() | aot.RowsOp() if op in self.operators:
                    self.add(Step(self.operators[op]))
                case _:
                    pass

    def branch(self, op: aot.IfOp) -> None:
        then, otherwise = op.then_body.block, op.else_body.block
        first = self.add(Step(self.operators[op], condition=self.tensors[op.condition]))
        self.block(then)
        over = self.add(Step(copies=self.copies(self.aliases.yielded(op, then)), jumps=True))
        first.target = len(self.steps)
        self.block(otherwise)
        if copies := self.copies(self.aliases.yielded(op, otherwise)):
            self.add(Step(copies=copies))
        over.target = len(self.steps)

    def loop(self, op: aot.WhileOp) -> None:
        self.add(Step(self.operators[op], copies=self.copies(self.aliases.begun(op))))
        again = len(self.steps)
        self.block(op.condition.block)
        condition = terminator(op.condition.block).values[0]
        out = self.add(Step(condition=self.tensors[condition]))
        self.block(op.body.block)
        copies = self.copies(self.aliases.yielded(op, op.body.block))
        self.add(Step(copies=copies, jumps=True, target=again))
        out.target = len(self.steps)

    def add(self, step: Step) -> Step:
        self.steps.append(step)
        return step

    def copies(self, moves: Sequence[Move]) -> tuple[Copy, ...]:
        return tuple(self._copies(moves))

    def _copies(self, moves: Sequence[Move]) -> Iterator[Copy]:
        for m in moves:
            target, source = self.tensors[m.target], self.tensors[m.source]
            if target.nbytes and target.placement != source.placement:
                yield Copy(target, source, m.swap)
