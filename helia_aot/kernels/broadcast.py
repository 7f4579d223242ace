"""How two tensors of different shapes meet: NumPy's broadcasting, and the loops that walk it.

Knows shapes alone, and no operator.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

MAX_RANK = 6
"""Loops a kernel nests at most, and the highest rank that is accepted."""

Shape = tuple[int, ...]


def broadcast_shape(a: Sequence[int], b: Sequence[int]) -> Shape | None:
    """The shape that both stretch to; None where they do not fit together."""
    rank = max(len(a), len(b))
    pairs = list(zip(_padded(a, rank), _padded(b, rank), strict=True))
    if any(x != y and 1 not in (x, y) for x, y in pairs):
        return None
    return tuple(y if x == 1 else x for x, y in pairs)


class Loops(NamedTuple):
    """Nested loops over an output in its memory order, the innermost last."""

    sizes: Shape
    """Iterations of each loop, none of them 1; never empty."""
    strides: tuple[Shape, ...]
    """Per operand the elements that one iteration of each loop moves it: 0 where it stays."""

    def numbers(self) -> dict[str, Shape]:
        """Descriptor arrays: sizes and strides, in front filled up with loops of one iteration."""
        fields = {"sizes": _padded(self.sizes, MAX_RANK)}
        for i, strides in enumerate(self.strides, 1):
            fields[f"strides{i}"] = (0,) * (MAX_RANK - len(strides)) + strides
        return fields


def loops(output: Sequence[int], *operands: Sequence[int]) -> Loops:
    """The fewest loops that walk `output` and the operands stretched to it.

    Neighbouring axes become one where every operand moves evenly over both."""
    rank = len(output)
    padded = [_padded(shape, rank) for shape in operands]
    all_strides = [_strides(shape) for shape in padded]
    axes = [
        (size, tuple(s[i] for s in all_strides)) for i, size in enumerate(output) if size != 1
    ] or [(1, (1,) * len(operands))]
    merged = list(_merge(axes))
    return Loops(
        tuple(size for size, _ in merged),
        tuple(tuple(s[i] for _, s in merged) for i in range(len(operands))),
    )


Axis = tuple[int, Shape]
"""Size, and the stride of every operand."""


def _merge(axes: Iterable[Axis]) -> Iterable[Axis]:
    outer: Axis | None = None
    for size, strides in axes:
        if outer is None:
            outer = size, strides
        elif outer[1] == tuple(s * size for s in strides):
            outer = outer[0] * size, strides
        else:
            yield outer
            outer = size, strides
    if outer is not None:
        yield outer


def _padded(shape: Sequence[int], rank: int) -> Shape:
    return (1,) * (rank - len(shape)) + tuple(shape)


def _strides(shape: Shape) -> Shape:
    """Row-major strides in elements; 0 along axes of one element, which are the stretched ones."""
    strides: list[int] = []
    step = 1
    for size in reversed(shape):
        strides.append(0 if size == 1 else step)
        step *= size
    return tuple(reversed(strides))
