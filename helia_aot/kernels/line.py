"""A function of one int8 as one line, saturated: the search for it, and what makes it a proof.

There are 256 inputs, so `(x * multiplier + addend) >> 21` is the function when it is so for all of
them. Every input bounds the addend on both sides; how far the bounds are from meeting is a convex
function of the multiplier, whose least value decides. Knows tables, and no operator.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.types import Array
from helia_aot.kernels.elementwise import over_input
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role

HELPER = KernelHelper("line_s8", "line_s8", "line_s8", "int8_t", "")
RECORD = Record(
    "line_s8",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("output", "int8_t", Role.OUTPUT),
        *(Field(n, "int32_t") for n in ("multiplier", "addend", "size")),
    ),
    over_input,
)

_SHIFT = 21
_STEEPEST = 1 << 23
"""No product with a byte has more than 31 bits."""
_FAR = np.int64((1 << 31) - (1 << 22))
"""Sums stay so far below 32 bits that a kernel may take half a step off first."""
_X = np.arange(-128, 128, dtype=np.int64)


class Line(NamedTuple):
    """`(x * multiplier + addend) >> 21`, saturated to int8."""

    multiplier: int
    addend: int

    def at(self, x: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.clip((x * self.multiplier + self.addend) >> _SHIFT, -128, 127)


class _Bounds(NamedTuple):
    """What saturation cuts off bounds nothing."""

    least: NDArray[np.int64]
    most: NDArray[np.int64]

    def addends(self, multiplier: int) -> tuple[int, int]:
        run = _X * multiplier
        return int((self.least - run).max()), int((self.most - run).min())

    def gap(self, multiplier: int) -> int:
        least, most = self.addends(multiplier)
        return least - most


def certify(table: Array) -> Line | None:
    """The line that equals the table, which is in the order of bytes as unsigned; or None."""
    return _certify(np.roll(table.view(np.int8), 128).tobytes())


@cache
def _certify(values: bytes) -> Line | None:
    y = np.frombuffer(values, np.int8).astype(np.int64)
    end = (y + 1) << _SHIFT
    bounds = _Bounds(
        np.where(y > -128, y << _SHIFT, -_FAR * 2), np.where(y < 127, end - 1, _FAR * 2)
    )
    multiplier = _flattest(bounds)
    least, most = bounds.addends(multiplier)
    line = Line(multiplier, (least + most) >> 1)
    sums = _X * line.multiplier + line.addend
    fits = bool(np.all(np.abs(sums) <= _FAR)) and abs(line.addend) <= _FAR
    return line if fits and np.array_equal(line.at(_X), y) else None


def _flattest(bounds: _Bounds) -> int:
    """The multiplier of the least gap."""
    low, high = -_STEEPEST, _STEEPEST
    while low < high:
        middle = (low + high) // 2
        if bounds.gap(middle) <= bounds.gap(middle + 1):
            high = middle
        else:
            low = middle + 1
    return low


def line_call(table: Array, size: int) -> KernelCall | None:
    """The call that maps `size` bytes as the table does, or None where no line is exact."""
    line = certify(table)
    if line is None:
        return None
    numbers = {"multiplier": line.multiplier, "addend": line.addend, "size": size}
    return KernelCall(HELPER, numbers, why="one line equals the function on every byte")
