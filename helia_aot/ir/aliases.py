"""Which values of a program are the same bytes.

Always: a view and its operand; what a loop over rows yields and its result; of a value that a WHILE
carries, its result and the arguments of condition and body. Where it is safe, one more move of
bytes falls away:

- what a branch of an IF computes and yields is computed in the result's place, which nothing else
  uses while the IF runs;
- what the body of a WHILE computes and yields for the next iteration is computed in its place, if
  the body has read the old value for the last time before;
- the first value that is carried is computed in that place, if nothing reads it but the WHILE.

Everything else is moved where a block ends or a loop begins (`moves`), all values at once: that two
swap places is a permutation and needs no other bytes, since what changes places in a circle is of
one size.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xdsl.ir import Block, SSAValue

from helia_aot.ir import aot
from helia_aot.ir.aot_nested import terminator
from helia_aot.ir.lifetimes import Lifetimes
from helia_aot.ir.tensor_table import keys


class Move(NamedTuple):
    """Bytes to be copied from one value's place to another's, or to be exchanged with them."""

    target: SSAValue
    source: SSAValue
    swap: bool = False


class Aliases:
    """The values of a program in classes of one place each."""

    def __init__(self, module: aot.ModuleOp, lifetimes: Lifetimes):
        self.lifetimes = lifetimes
        self.classes: dict[SSAValue, list[SSAValue]] = {}
        """By each value, its class: the values in order of the tensor enumeration."""
        self.order: dict[SSAValue, int] = {}
        self.branches: list[aot.IfOp] = []
        self.loops: list[aot.WhileOp] = []
        for value in keys(module):
            if isinstance(value, SSAValue):
                self.order[value] = len(self.order)
                self.classes[value] = [value]
        for op in module.walk():
            self._always(op)
        # What blocks yield, from the inside; then what loops begin with, which rests on that.
        for branch in reversed(self.branches):
            for region in branch.regions:
                self._branch(branch, region.block)
        for loop in reversed(self.loops):
            self._body(loop)
        for loop in self.loops:
            self._begin(loop)

    def root(self, value: SSAValue) -> SSAValue:
        """The value whose place it is: of those that share it, the first of the enumeration."""
        return self.classes[value][0]

    def yielded(self, op: aot.IfOp | aot.WhileOp, block: Block) -> tuple[Move, ...]:
        """The moves at the end of a branch or of a loop's body, in order."""
        return self._moves(op.outputs, terminator(block).values)

    def begun(self, loop: aot.WhileOp) -> tuple[Move, ...]:
        """The moves before the first iteration, in order."""
        return self._moves(loop.outputs, loop.inits)

    def _always(self, op: object) -> None:
        match op:
            case aot.ViewOp():
                self._merge(op.input, op.output)
            case aot.IfOp():
                self.branches.append(op)
            case aot.RowsOp():
                for result, made in zip(op.outputs, terminator(op.body.block).values, strict=True):
                    self._merge(result, made)
            case aot.WhileOp():
                self.loops.append(op)
                for result, condition, body in op.carried():
                    self._merge(result, condition)
                    self._merge(result, body)
            case _:
                pass

    def _branch(self, op: aot.IfOp, block: Block) -> None:
        for result, value in zip(op.outputs, terminator(block).values, strict=True):
            if self._made_in(block, value):
                self._merge(result, value)

    def _body(self, op: aot.WhileOp) -> None:
        block = op.body.block
        for (result, _, old), value in zip(op.carried(), terminator(block).values, strict=True):
            if self._made_in(block, value):
                made = self.lifetimes.first(self.root(value))
                read = (self.lifetimes.last(v) for v in self.classes[old] if self._inside(v, block))
                if max(read, default=-1) < made:
                    self._merge(result, value)

    def _begin(self, op: aot.WhileOp) -> None:
        block, layer = op.parent_block(), self.lifetimes.layers[op]
        for result, value in zip(op.outputs, op.inits, strict=True):
            if self.root(result) is not result or not self._made_in(block, value):
                continue
            uses = [self.lifetimes.use(v, u) for v in self.classes[value] for u in v.uses]
            if uses.count(layer) == 1 and max(uses) == layer:
                self._merge(result, value)

    def _made_in(self, block: Block | None, value: SSAValue) -> bool:
        """Whether an operator that stands in a block itself makes the bytes of a value."""
        made = self.root(value).owner
        if isinstance(made, Block | aot.ConstantOp | aot.VariableOp):
            return False
        return made.parent_block() is block

    def _inside(self, value: SSAValue, block: Block) -> bool:
        """Whether a value stands in a loop's body, or in a block inside of it."""
        at = value.owner if isinstance(value.owner, Block) else value.owner.parent_block()
        while at is not None and at is not block:
            around = at.parent_op()
            at = around.parent_block() if around is not None else None
        return at is block

    def _merge(self, one: SSAValue, other: SSAValue) -> None:
        first, second = self.classes[one], self.classes[other]
        if first is not second:
            merged = sorted((*first, *second), key=self.order.__getitem__)
            self.classes |= dict.fromkeys(merged, merged)

    def _moves(self, targets: Sequence[SSAValue], sources: Sequence[SSAValue]) -> tuple[Move, ...]:
        roots = [(self.root(t), self.root(s)) for t, s in zip(targets, sources, strict=True)]
        return tuple(in_order(dict(roots)))


def in_order(pending: dict[SSAValue, SSAValue]) -> Iterator[Move]:
    """Moves, target by target, so that no source is lost before it is read."""
    pending = {t: s for t, s in pending.items() if t is not s}
    while pending:
        needed = set(pending.values())
        free = [t for t in pending if t not in needed]
        for target in free:
            yield Move(target, pending.pop(target))
        if not free:  # circles alone are left: the first of one gets its value, and gives its own
            target, source = next(iter(pending.items()))
            yield Move(target, source, swap=True)
            del pending[target]
            pending = {t: source if s is target else s for t, s in pending.items()}
            pending = {t: s for t, s in pending.items() if t is not s}
