"""Second step: element types and sizes of tensors. Knows LiteRT's type names; knows no numpy type.

The names state the width (`INT4`, `BFLOAT16`, `FLOAT8_E4M3FN`), so no table repeats it.
"""

from functools import cache
from math import prod
from re import match

MAX_RANK = 8
"""More dimensions than any operator of LiteRT takes."""

MAX_BYTES = 2**31 - 1
"""No tensor may be larger: sizes and offsets stay within 32 bits."""


@cache
def bits_of(type: str) -> int | None:
    """Width of an element; None where the type does not fix it (STRING, RESOURCE, VARIANT)."""
    if type == "BOOL":
        return 8
    width = match(r"[A-Z]+(\d+)", type)
    return int(width[1]) if width else None


@cache
def integer_range(type: str) -> tuple[int, int] | None:
    """Smallest and largest value of an integer type, None for any other."""
    integer = match(r"(U?)INT(\d+)$", type)
    if not integer:
        return None
    bits = int(integer[2])
    return (0, 2**bits - 1) if integer[1] else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def byte_size(shape: tuple[int, ...], type: str) -> int | None:
    """Bytes of a dense tensor; elements below 8 bits are packed without gaps."""
    bits = bits_of(type)
    return None if bits is None else (prod(shape) * bits + 7) // 8
