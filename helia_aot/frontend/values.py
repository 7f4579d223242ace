"""Plain values from the many shapes that a file's objects have of them. Knows Python types, and no
file format.

A field may be absent, a list, or an array; a text bytes or str; and a model hook may have put
anything. What cannot be the field's value is a `ValueError` in words that follow the field's name.
"""

from collections.abc import Iterable, Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt


def text(value: object) -> str | None:
    """A text; bytes that are not UTF-8 are kept visible as `\\xff`."""
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).decode("utf-8", "backslashreplace")
    if value is None or isinstance(value, str):
        return value
    raise ValueError(f"expected text, found {type(value).__name__}")


def integer(value: object) -> int:
    """A whole number."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, np.integer):
        return int(cast("np.integer[Any]", value))
    raise ValueError(f"expected a whole number, found {type(value).__name__}")


def integers(value: Iterable[int] | None) -> tuple[int, ...]:
    """A list of whole numbers; absent is empty."""
    if value is None:
        return ()
    if isinstance(value, np.ndarray):
        array = cast("npt.NDArray[Any]", value)
        value = cast("list[int]", array.ravel().tolist())
        if array.dtype.kind in "iu":
            return tuple(value)
    return tuple(integer(item) for item in sequence(value))


def sequence(value: Any) -> Sequence[Any]:
    """A list of anything; absent is empty."""
    if value is None:
        return ()
    if isinstance(value, (list, tuple, np.ndarray)):
        return cast("Sequence[Any]", value)
    raise ValueError(f"expected a list, found {type(value).__name__}")


def raw(value: Any) -> npt.NDArray[np.uint8]:
    """Bytes as a read-only array without copying those that are bytes already; absent is empty."""
    result = _bytes(value)
    result.flags.writeable = False
    return result


def _bytes(value: Any) -> npt.NDArray[np.uint8]:
    if value is None:
        return np.empty(0, np.uint8)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return np.frombuffer(cast("bytes", value), np.uint8)
    if isinstance(value, np.ndarray):
        array = cast("npt.NDArray[Any]", value)
        if array.dtype.itemsize != 1 or array.ndim != 1:
            raise ValueError(f"expected uint8 bytes, found {array.ndim}-D {array.dtype}")
        return array.view(np.uint8)
    numbers = integers(value)
    if any(not 0 <= number < 256 for number in numbers):
        raise ValueError("expected bytes, found a number beyond 0 to 255")
    return np.array(numbers, np.uint8)
