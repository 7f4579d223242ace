"""How the numbers of a window stand in the properties of an operation."""

from xdsl.dialects.builtin import DenseArrayBase, IntegerType

from helia_aot.ir.types import integers
from helia_aot.kernels.window import NO_PADS, Pads, Pair

ONE = integers((1, 1))
"""The pair of a property that says nothing."""


def pads(numbers: DenseArrayBase[IntegerType] | None) -> Pads:
    """The four numbers of a property; (-1, -1, -1, -1), which nothing accepts, for others."""
    if numbers is None:
        return NO_PADS
    top, bottom, left, right, *rest = (*(int(n) for n in numbers.get_values()), *(-1,) * 4)
    sound = len(rest) == 4 and min(top, bottom, left, right) >= 0
    return (top, bottom, left, right) if sound else (-1, -1, -1, -1)


def pair(numbers: DenseArrayBase[IntegerType]) -> Pair:
    """Height and width of a property; (0, 0), which nothing accepts, if they are not two."""
    h, w, *rest = (*numbers.get_values(), 0, 0)
    return (int(h), int(w)) if len(rest) == 2 else (0, 0)
