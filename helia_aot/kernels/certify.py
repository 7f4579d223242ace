"""Exact requantization in two instructions: the search for it, and what makes it a proof.

The reference computes `clamp(RDivPOT(SRDHM(acc << left, m), right) + zero point)`. Over the
accumulators that a channel can reach this is one rising step function with at most 255 steps,
so any other step function that rises at the same places is equal to it everywhere. Here a linear
one is looked for, `SSAT8(((factor * (acc + offset) * multiplier) >> 32 + addend) >> shift)`, by
solving the inequalities at the steps; a channel is certified when they hold.

Knows arithmetic, and no kernel, layout or operator.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

_ONE = np.int64(1)
_WORD = 1 << 32
_FAR = np.int64(1 << 62)
_SLOPES = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8)
"""Changes of the rounded multiplier that are tried, nearest first."""


class Requantization(NamedTuple):
    """What the reference does to the accumulators of every channel, and which it can meet."""

    multiplier: Ints
    """Q31 multiplier per channel; 0 where the reference flushes the scale."""
    shift: Ints
    """TFLite's shift: positive to the left."""
    zero_point: int
    low: int
    high: int
    """The output clamp."""
    least: Ints
    most: Ints
    """The attainable accumulators, bias included."""

    def wraps(self) -> bool:
        """Whether the reference overflows for an accumulator that a channel can reach."""
        left = np.maximum(self.shift, 0)
        low, high = self.least << left, self.most << left
        return bool(np.any((low < -(1 << 31)) | (high >= 1 << 31)))

    def at(self, acc: Ints) -> Ints:
        """The reference on `acc`, whose first axis is the channel."""
        return requantize(acc, self.multiplier, self.shift, self.zero_point, self.low, self.high)


class Linear(NamedTuple):
    """`SSAT8((hi32(factor * (acc + offset) * multiplier) + addend) >> shift)` per channel."""

    offset: Ints
    multiplier: Ints
    addend: Ints
    shift: int
    """The shift without the factor: a channel of factor 2^n shifts by n more."""


class Rounded(NamedTuple):
    """`SSAT8((hi32(2 * (acc + offset) * multiplier, rounded) + addend + sign) >> shift)`."""

    offset: Ints
    """0, but for constant channels."""
    multiplier: Ints
    addend: Ints
    shift: Ints


def requantize(acc: Ints, multiplier: Ints, shift: Ints, zero: int, low: int, high: int) -> Ints:
    """The double rounding of the reference; channels on the first axis."""
    column = (-1,) + (1,) * (acc.ndim - 1)
    left, right = np.maximum(shift, 0).reshape(column), np.maximum(-shift, 0).reshape(column)
    wide = ((acc << left) * multiplier.reshape(column) + (1 << 30)) >> 31
    half = (_ONE << right) >> 1
    rounded = (wide + half - ((wide < 0) & (right > 0))) >> right
    return np.clip(rounded + zero, low, high)


def _steps(rq: Requantization) -> tuple[Ints, Ints, Ints]:
    """The least accumulator of every output level, and the first and last level of a channel."""
    first, last = rq.at(rq.least), rq.at(rq.most)
    level = np.arange(rq.low + 1, rq.high + 1, dtype=np.int64)[None, :] - rq.zero_point
    right, left = np.maximum(-rq.shift, 0)[:, None], np.maximum(rq.shift, 0)[:, None]
    half = (_ONE << right) >> 1
    wide = level * (_ONE << right) - half + ((level <= 0) & (right > 0))
    wide = np.clip(wide, -(1 << 31), 1 << 31)
    slope = np.maximum(rq.multiplier, 1)[:, None]
    step = -((-(wide * (1 << 31) - (1 << 30))) // slope)
    return -((-step) >> left), first, last


class _Search(NamedTuple):
    """The inequalities of channels that are still unsolved, one row each."""

    level: Ints
    step: Ints
    inside: NDArray[np.bool_]
    first: Ints
    last: Ints
    least: Ints
    most: Ints
    low: int
    high: int

    def interval(self, slope: Ints, one: Ints) -> tuple[Ints, Ints]:
        """The constants with which a line of `slope` rises at every step: least and most."""
        rise = self.level * one[:, None]
        run = self.step * slope[:, None]
        least = np.where(self.inside, rise - run, -_FAR).max(1, initial=-_FAR)
        most = np.where(self.inside, rise - run + slope[:, None] - 1, _FAR).min(1, initial=_FAR)
        bottom = np.where(self.first > self.low, self.first * one - self.least * slope, -_FAR)
        top = np.where(self.last < self.high, (self.last + 1) * one - 1 - self.most * slope, _FAR)
        return np.maximum(least, bottom), np.minimum(most, top)

    def rows(self, keep: NDArray[np.intp]) -> "_Search":
        return _Search(
            self.level, self.step[keep], self.inside[keep], self.first[keep], self.last[keep],
            self.least[keep], self.most[keep], self.low, self.high,
        )  # fmt: skip


def _first_in(step: int, low: int, high: int, modulus: int) -> int | None:
    """The least n >= 0 with low <= n * step (mod modulus) <= high; 0 <= low <= high < modulus."""
    step %= modulus
    if low == 0:
        return 0
    if step == 0:
        return None
    if 2 * step > modulus:
        return _first_in(modulus - step, modulus - high, modulus - low, modulus)
    n = -(-low // step)
    if n * step <= high:
        return n
    turn = _first_in(-modulus % step, low % step, high % step, step)
    if turn is None:
        return None
    return -(-(low + modulus * turn) // step)


def _offset(slope: int, least: int, most: int, reach: int) -> tuple[int, int] | None:
    """(offset, addend) of least |offset| with offset * slope + addend * 2^32 in the interval."""
    if most < least:
        return None
    best = None
    for sign in (1, -1):
        low, width = least % _WORD, most - least
        n = (
            0
            if low == 0 or low + width >= _WORD
            else _first_in(sign * slope, low, low + width, _WORD)
        )
        if n is not None and n <= reach and (best is None or n < abs(best)):
            best = sign * n
    if best is None:
        return None
    return best, -((best * slope - least) // _WORD)


def _fits(acc: tuple[int, int], offset: int, slope: int, addend: int, factor: int) -> bool:
    """No 32-bit value on the way overflows, at both ends of the accumulator's range."""
    for a in acc:
        value = factor * (a + offset)
        high = ((value * (slope // factor)) >> 32) + addend
        if not (-(1 << 31) <= value < 1 << 31 and -(1 << 31) <= high < 1 << 31):
            return False
    return -(1 << 31) <= addend < 1 << 31


def _search(rq: Requantization) -> _Search:
    step, first, last = _steps(rq)
    level = np.arange(rq.low + 1, rq.high + 1, dtype=np.int64)[None, :]
    inside = (level > first[:, None]) & (level <= last[:, None])
    return _Search(
        level, np.where(inside, step, 0), inside, first, last, rq.least, rq.most, rq.low, rq.high
    )


def certify_linear(
    rq: Requantization, factor: Ints, shift: int, reach: int = 1 << 22
) -> Linear | None:
    """The linear form of every channel with one shift for all, or None where one has no proof."""
    scale = rq.multiplier * np.exp2(rq.shift.astype(np.float64) - 31)
    ideal = np.rint(scale * 2.0 ** (32 + shift))
    search = _search(rq)
    constant = search.first == search.last
    if np.any((ideal >= 2**31 - 16) & ~constant):
        return None
    extra = np.rint(np.log2(factor)).astype(np.int64)
    one = _ONE << (32 + shift + extra)
    offset, slope = np.zeros_like(rq.least), np.zeros_like(rq.least)
    # A constant channel needs no accumulator: the offset takes its bias out of the way.
    addend = search.first << (shift + extra)
    offset[constant] = -((rq.least + rq.most) >> 1)[constant]
    if np.any(((rq.most - rq.least)[constant] >> 1) * factor[constant] >= 1 << 31):
        return None
    todo = np.flatnonzero(~constant)
    for change in _SLOPES:
        if not todo.size:
            break
        trial = ideal[todo].astype(np.int64) + change
        left = search.rows(todo)
        least, most = left.interval(trial * factor[todo], one[todo])
        solved = [
            _solve_row(int(i), int(m), int(a), int(b), rq, factor, reach, (offset, slope, addend))
            for i, m, a, b in zip(todo, trial, least, most, strict=True)
        ]
        todo = todo[~np.array(solved, bool)]
    return None if todo.size else Linear(offset, slope, addend, shift)


def _solve_row(
    row: int, trial: int, least: int, most: int, rq: Requantization, factor: Ints, reach: int,
    out: tuple[Ints, Ints, Ints],
) -> bool:  # fmt: skip
    """Solve one channel for one slope; its (offset, multiplier, addend) go to `out`."""
    f = int(factor[row])
    found = _offset(trial * f, least, most, reach) if trial > 0 else None
    ends = int(rq.least[row]), int(rq.most[row])
    if found is None or not _fits(ends, found[0], trial * f, found[1], f):
        return False
    out[0][row], out[1][row], out[2][row] = found[0], trial, found[1]
    return True


def certify_rounded(rq: Requantization, factor: Ints) -> Rounded | None:
    """The reference's own two roundings in 32-bit instructions, where nothing can overflow."""
    first, last = rq.at(rq.least), rq.at(rq.most)
    constant = first == last
    right = np.where(constant, 8, -rq.shift)
    if np.any((right < 1) | (right > 31)):
        return None
    multiplier = np.where(constant, 0, rq.multiplier)
    offset = np.where(constant, -((rq.least + rq.most) >> 1), 0)
    half = (_ONE << right) >> 1
    addend = (np.where(constant, first, rq.zero_point) << right) + half
    bound = np.maximum(np.abs(rq.least + offset), np.abs(rq.most + offset))
    product = ((2 * bound * multiplier) >> 32) + 2
    wide = np.any(bound >= 1 << 30) or np.any(bound * factor >= 1 << 31)
    if wide or np.any(product + np.abs(addend) >= 1 << 31):
        return None
    return Rounded(offset, multiplier, addend, right)


def linear_is_likely(rq: Requantization) -> bool:
    """No channel rounds ties both ways: above the zero point they go up, below it down."""
    first, last = rq.at(rq.least), rq.at(rq.most)
    return bool(np.all((first >= rq.zero_point) | (last <= rq.zero_point)))
