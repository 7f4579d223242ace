"""ADD int8 as every instruction set has it: the arithmetic, and one line in its place.

Knows quantizations, and no operator class.
"""

from typing import NamedTuple

import numpy as np

from helia_aot.kernels.certify import Ints, requantize
from helia_aot.kernels.kernel import Field, Number

LINE = tuple(
    Field(n, "int32_t") for n in ("multiplier1", "multiplier2", "addend", "act_min", "act_max")
)
"""The numbers of one line, whoever proved it."""


class Sum(NamedTuple):
    """The reference's ADD: operands on one scale with 20 spare bits, their sum brought down."""

    zeros: tuple[int, int]
    multipliers: tuple[int, int]
    shifts: tuple[int, int]
    output_zero: int
    output_multiplier: int
    output_shift: int
    low: int = -128
    high: int = 127

    def table(self) -> Ints:
        """The output for every pair of operands."""
        a, b = (self._scaled(i) for i in (0, 1))
        one = np.ones(256, np.int64)
        return requantize(
            a[:, None] + b[None, :],
            self.output_multiplier * one,
            self.output_shift * one,
            self.output_zero,
            self.low,
            self.high,
        )

    def _scaled(self, operand: int) -> Ints:
        values = (np.arange(-128, 128, dtype=np.int64) - self.zeros[operand]) << 20
        multiplier, shift = np.array([self.multipliers[operand]]), np.array([self.shifts[operand]])
        return requantize(values[None], multiplier, shift, 0, -(1 << 31), (1 << 31) - 1)[0]

    def ratios(self) -> tuple[float, float]:
        """What one step of each operand is in steps of the output."""
        out = self.output_multiplier * 2.0 ** (self.output_shift - 31) * 2**20
        a, b = (
            m * 2.0 ** (s - 31) * out for m, s in zip(self.multipliers, self.shifts, strict=True)
        )
        return a, b


def line_numbers(
    line: tuple[tuple[int, int], int], what: Sum, order: tuple[int, int] = (0, 1)
) -> dict[str, Number]:
    """Multipliers and addend of a line as the fields LINE, operands in `order`."""
    multipliers, addend = line
    return {
        "multiplier1": multipliers[order[0]],
        "multiplier2": multipliers[order[1]],
        "addend": addend,
        "act_min": what.low,
        "act_max": what.high,
    }
