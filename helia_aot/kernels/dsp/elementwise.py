"""ADD int8 for cores with the DSP extension: one line instead of three roundings, by exhaustion.

The kernel is `runtime/cmsis/elementwise/helia_add_s8_dsp.c`. Knows quantizations, and no operator
class.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helia_aot.kernels.elementwise import LOOPS, TENSORS, over_both
from helia_aot.kernels.kernel import Field, KernelCall, Number, Record
from helia_aot.kernels.kinds import Kind, own_kernel
from helia_aot.kernels.sums import LINE, Sum, line_numbers

ADD_DSP = own_kernel("add_s8_dsp")
BROADCAST_DSP = own_kernel("add_broadcast_s8_dsp")

KINDS = (
    Kind(Record("add_broadcast_s8_dsp", (*TENSORS, *LINE, *LOOPS))),
    Kind(Record("add_s8_dsp", (*TENSORS, Field("size", "int32_t"), *LINE), over_both)),
)

_SHIFT = 21
_REACH = 12
"""How far from the rounded ratios of scales the multipliers are looked for."""
_FAR = np.int64(1 << 40)


class Line(NamedTuple):
    multipliers: tuple[int, int]
    addend: int


def _nearest(reach: int) -> list[tuple[int, int]]:
    """Pairs of changes, nearest first."""
    side = range(-reach, reach + 1)
    return sorted(((i, j) for i in side for j in side), key=lambda p: (max(map(abs, p)), p))


def certify(what: Sum) -> Line | None:
    """A line that equals the reference on all 65,536 pairs, or None."""
    ratios = what.ratios()
    if sum(ratios) * 128 * (1 << _SHIFT) + (1 << (_SHIFT + 9)) >= 1 << 31:
        return None
    table = what.table()
    first, last = table > what.low, table < what.high
    rise = table << _SHIFT
    a = np.arange(-128, 128, dtype=np.int64)
    nearest = [round(r * (1 << _SHIFT)) for r in ratios]
    for i, j in _nearest(_REACH):
        m, n = nearest[0] + i, nearest[1] + j
        line = a[:, None] * m + a[None, :] * n
        least = int(np.where(first, rise - line, -_FAR).max())
        most = int(np.where(last, rise + (1 << _SHIFT) - 1 - line, _FAR).min())
        addend = _inside(least, most)
        if addend is not None and _fits(line, addend):
            return Line((m, n), addend)
    return None


def _inside(least: int, most: int) -> int | None:
    """A number in the interval, which may be open at an end."""
    if least > most:
        return None
    if least == -_FAR or most == _FAR:
        return most if least == -_FAR else least
    return (least + most) // 2


def _fits(line: NDArray[np.int64], addend: int) -> bool:
    return int(line.min()) + addend >= -(1 << 31) and int(line.max()) + addend < 1 << 31


def add(size: int, what: Sum) -> KernelCall | None:
    """The call for operands of one shape, or None where no line is exact."""
    line = certify(what)
    if line is None:
        return None
    return KernelCall(
        ADD_DSP,
        {"size": size, **line_numbers(line, what)},
        inputs=(0, 1),
        why="one line equals the three roundings on every pair of operands",
    )


def broadcast(loops: Mapping[str, Number], what: Sum, order: tuple[int, int]) -> KernelCall | None:
    """The call for operands stretched to one shape by `loops`, which walk them in `order`."""
    line = certify(what)
    if line is None:
        return None
    return KernelCall(
        BROADCAST_DSP,
        {**line_numbers(line, what, order), **loops},
        inputs=order,
        why="operands are broadcast, one line equals the three roundings on every pair",
    )
