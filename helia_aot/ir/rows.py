"""When a call makes which rows, in a loop over rows. Knows numbers, and no kernel.

A loop has so many steps, and in each of them every call, in the order of the text, goes on from
where it was. After step t, counted from 0, a call has made the rows

    [0, lead + pace * t)        but none below 0, and none beyond its height

of its output. `lead` is how far it has to be ahead of what follows it when that begins, `pace` how
many of its rows one step of the loop takes: the product of the strides that follow.
"""

from typing import NamedTuple


class Rows(NamedTuple):
    """The schedule of one call."""

    lead: int
    """Rows that are made after the first step; where it is below 1, the call begins later."""
    pace: int
    """And so many more after each further one."""

    def made(self, step: int, height: int) -> int:
        """How many rows are there after a step; before the first one (-1), none."""
        return 0 if step < 0 else max(0, min(height, self.lead + self.pace * step))


def slot(row: int, held: int) -> int:
    """Where a row lies in a ring of so many rows."""
    return row % held
