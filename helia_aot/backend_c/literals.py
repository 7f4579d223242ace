"""Numbers as C99 literals."""

import math
from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.types import Array

INDENT = " " * 8

PER_LINE = {1: 15, 2: 11, 4: 7, 8: 3}
"""Numbers on a line, by their bytes; of floats fewer."""


def number(value: object, ctype: str) -> str:
    """One number as a literal of its C type."""
    match ctype:
        case "float":
            return floating(float(value), 9, "f")  # pyright: ignore[reportArgumentType] # a number
        case "double":
            return floating(float(value), 17, "")  # pyright: ignore[reportArgumentType] # a number
        case _:
            return integer(int(value))  # pyright: ignore[reportArgumentType] # a number


def integer(value: int) -> str:
    if value == -(1 << 31):
        return "(-2147483647 - 1)"
    if value == -(1 << 63):
        return "(-INT64_C(9223372036854775807) - 1)"
    if not -(1 << 31) < value < 1 << 31:
        return f"INT64_C({value})" if value < 1 << 63 else f"UINT64_C({value})"
    return str(value)


def floating(value: float, digits: int, suffix: str) -> str:
    """The shortest usual form that reads back to the same value."""
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    text = f"{value:.{digits}g}"
    return text + ("" if "." in text or "e" in text else ".0") + suffix


def rows(array: Array) -> str:
    """The elements as lines of literals, indented."""
    flat = array.ravel()
    return _bytes(flat) if flat.dtype.itemsize == 1 else "\n".join(_rows(flat))


def _bytes(flat: Array) -> str:
    """In columns; one by one they would take longer than all else that is printed."""
    width, missing = PER_LINE[1], -flat.size % PER_LINE[1]
    full = np.pad(flat.astype(np.int16) + 128, (0, missing))
    grid = _cells()[full].view(np.uint8).reshape(-1, 6 * width)
    start = np.frombuffer(f"\n{INDENT[1:]}".encode(), np.uint8)
    lines = np.concatenate([np.tile(start, (len(grid), 1)), grid], axis=1)
    return lines.tobytes().decode()[1 : lines.size - 6 * missing]


@cache
def _cells() -> NDArray[np.bytes_]:
    """Every byte from -128 to 255 as it is printed."""
    return np.array([f" {value:4}," for value in range(-128, 256)], "S6")


def _rows(flat: Array) -> Iterator[str]:
    if flat.dtype.kind == "f":
        digits, suffix = (9, "f") if flat.dtype == np.float32 else (17, "")
        texts = [floating(float(v), digits, suffix) for v in flat.tolist()]
    elif flat.size and int(flat.min()) > -(1 << 31) and int(flat.max()) < 1 << 31:
        texts = list(map(str, flat.tolist()))
    else:
        texts = list(map(integer, flat.tolist()))
    count = PER_LINE[flat.dtype.itemsize] - 2 * (flat.dtype == np.float32)
    for start in range(0, len(texts), count):
        yield INDENT + ", ".join(texts[start : start + count]) + ","
