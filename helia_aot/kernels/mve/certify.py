"""An int8 ADD as one line in two variables: the search for it, and what makes it a proof.

The reference brings both operands to one scale, adds and brings the sum down, in three roundings.
There are 65,536 pairs of operands, so `(a * A + b * B + C) >> SHIFT`, saturated and clamped, is
equal to it when it is for all of them. Given A and B every pair bounds C on both sides; the search
tries the A and B around the ratios of scales until the bounds leave room.

Knows a table of results, and no kernel or operator.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

SHIFT = 21
_REACH = 8
"""How far from the rounded ratios A and B are looked for."""
_FAR = np.int64(1 << 60)
_WORD = 1 << 31
_OPERAND = np.arange(-128, 128, dtype=np.int64)


class Plane(NamedTuple):
    """`(a * multipliers[0] + b * multipliers[1] + addend) >> SHIFT`."""

    multipliers: tuple[int, int]
    addend: int

    def at(self, a: Ints, b: Ints) -> Ints:
        """What the kernel has before it saturates."""
        return (self._products(a, b) + self.addend) >> SHIFT

    def _products(self, a: Ints, b: Ints) -> Ints:
        return a * self.multipliers[0] + b * self.multipliers[1]

    def proves(self, table: "Table") -> bool:
        """Whether it gives the table in sums that 32 bits hold."""
        a, b = _OPERAND[:, None], _OPERAND[None, :]
        sums = self._products(a, b) + self.addend
        fits = int(sums.min()) >= -_WORD and int(sums.max()) < _WORD
        return fits and bool(
            np.array_equal(self.at(a, b).clip(table.low, table.high), table.results)
        )


class Table(NamedTuple):
    """What the reference gives for every pair of operands."""

    results: Ints
    """By operand + 128, clamped."""
    low: int
    high: int


def certify_sum(table: Table, ratios: tuple[float, float]) -> Plane | None:
    """A plane for a table, or None where none was found.

    `ratios` is how far one step of each operand moves the result.
    """
    first, second = (round(ratio * (1 << SHIFT)) for ratio in ratios)
    if 128 * (abs(first) + abs(second)) >= _WORD - (1 << 26):
        return None
    for da, db in _nearest():
        plane = _plane((first + da, second + db), table)
        if plane is not None and plane.proves(table):
            return plane
    return None


def _nearest() -> Iterator[tuple[int, int]]:
    steps = range(-_REACH, _REACH + 1)
    yield from sorted(((a, b) for a in steps for b in steps), key=lambda p: max(map(abs, p)))


def _plane(multipliers: tuple[int, int], table: Table) -> Plane | None:
    """The middle of what the table leaves for the addend."""
    products = _OPERAND[:, None] * multipliers[0] + _OPERAND[None, :] * multipliers[1]
    y = table.results
    # What a clamp cuts off may lie anywhere behind it.
    least = np.where(y > table.low, (y << SHIFT) - products, -_FAR).max()
    end = np.where(y < table.high, ((y + 1) << SHIFT) - products, _FAR).min()
    least, end = max(int(least), -_WORD), min(int(end), _WORD)
    return Plane(multipliers, (least + end - 1) // 2) if least < end else None
