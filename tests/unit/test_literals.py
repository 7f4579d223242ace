"""Numbers as C literals: what is printed reads back, in lines of at most 100 columns."""

import re

import numpy as np
import pytest
from numpy.typing import NDArray

from helia_aot.backend_c.layout import LONGEST_STRING, c_string
from helia_aot.backend_c.literals import rows

ARRAYS: list[NDArray[np.generic]] = [
    *(np.arange(n).astype(np.int8) - 100 for n in (1, 14, 15, 16, 31)),
    np.array([-128, 127], np.int8),
    np.array([0, 200, 255], np.uint8),
    np.array([-32768, 32767], np.int16),
    np.array([-(1 << 31), (1 << 31) - 1, 0], np.int32),
    np.array([(1 << 32) - 1], np.uint32),
    np.array([-(1 << 63), (1 << 63) - 1], np.int64),
]


@pytest.mark.parametrize("array", ARRAYS, ids=lambda a: f"{a.dtype}[{a.size}]")
def test_integers_read_back(array: NDArray[np.generic]) -> None:
    text = rows(array)
    plain = re.sub(r"U?INT64_C\((-?\d+)\)|\((-[^()]*)\)", r"(\1\2)", text)
    plain = re.sub(r"INT64_C\((-?\d+)\)", r"\1", plain)
    assert [eval(n.strip()) for n in plain.split(",")[:-1]] == array.tolist()
    lines = text.split("\n")
    assert all(re.match(r" {8}\s*\S", line) and len(line) <= 100 for line in lines)


def test_bytes_stand_in_columns() -> None:
    lines = rows(np.arange(-15, 15).astype(np.int8)).split("\n")
    assert [len(line) for line in lines] == [8 + 15 * 6 - 1] * 2
    assert lines[0].startswith("         -15,  -14,")


def test_floats_read_back() -> None:
    values = np.array([0.1, -1e-30, 3.0, 16777216.0], np.float32)
    texts = rows(values).replace("f", "").split(",")[:-1]
    assert np.array_equal(np.array(list(map(float, texts)), np.float32), values)


def test_a_string_that_c_may_not_hold_ends_in_dots() -> None:
    whole = "x" * LONGEST_STRING
    assert c_string(whole) == f'"{whole}"'
    assert c_string(whole + "x") == f'"{"x" * (LONGEST_STRING - 3)}..."'
    # No character is cut in two: 999 bytes are 333 of three bytes each, 997 hold 332.
    assert c_string("層" * 400) == c_string("層" * 332 + "...")
    assert c_string("層" * 333) == '"' + r"\345\261\244" * 333 + '"'
