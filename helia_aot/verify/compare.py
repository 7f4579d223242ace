"""Compares arrays: integers exactly, floats within a bound. Knows no operator and no oracle."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from helia_aot.verify.result import Comparison
from helia_aot.verify.subject import Array

Mask = npt.NDArray[np.bool_]


def compare(name: str, got: Array, expected: Sequence[Array], bound: float = 0.0) -> Comparison:
    """`got` against every array of `expected`; the cases are the leading axis of each.

    A value that differs from any of them is one mismatch.
    """
    integer = got.dtype.kind != "f"
    flat = got.reshape(len(got), -1)
    wrong = np.zeros(flat.shape, np.bool_)
    largest: int | float = 0
    for other in expected:
        flat_other = other.reshape(flat.shape)
        if integer:
            mask = flat != flat_other
            largest = max(largest, _largest_integer(flat[mask], flat_other[mask]))
        else:
            distance = _distance(flat, flat_other)
            mask = distance > bound
            largest = max(largest, float(distance.max(initial=0.0)))
        wrong |= mask
    cases = np.flatnonzero(wrong.any(axis=1))
    return Comparison(
        name=name,
        values=int(flat.size),
        mismatches=int(np.count_nonzero(wrong)),
        max_abs_diff=largest,
        bound=0 if integer else bound,
        integer=integer,
        first_case=int(cases[0]) if len(cases) else None,
    )


def _largest_integer(a: Array, b: Array) -> int:
    """In Python's integers: the difference of two int8 needs nine bits."""
    pairs = zip(a.tolist(), b.tolist(), strict=True)
    return max((abs(int(x) - int(y)) for x, y in pairs), default=0)


def _distance(a: Array, b: Array) -> npt.NDArray[np.float64]:
    """Absolute differences: 0 between equals and between NaNs, infinite where only one is NaN."""
    x, y = a.astype(np.float64), b.astype(np.float64)
    same = (x == y) | (np.isnan(x) & np.isnan(y))
    with np.errstate(invalid="ignore"):
        distance = np.where(same, 0.0, np.abs(x - y))
    return np.where(np.isnan(distance), np.inf, distance)
