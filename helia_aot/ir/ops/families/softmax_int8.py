"""SOFTMAX of int8: exponentials in fixed point.

They are functions of x - max alone, 0 to -255. A kernel computes them, or takes them from a table
made at compile time, cut where an entry adds nothing to the sum and rounds to nothing in the
output; the numbers are the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import floor, isclose, prod

import numpy as np

from helia_aot.ir.constants import quant
from helia_aot.ir.fixed_point import exp_on_negative, reciprocal_of_one_plus
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.operator import expect_sound, rule
from helia_aot.ir.ops.families.softmax_types import Normalizing, SoftmaxArithmetic, rows
from helia_aot.ir.quantize import (
    bounds,
    multiplier_shift,
    rounding_high_mul,
    rounding_shift,
    wrap32,
)
from helia_aot.ir.target import Target
from helia_aot.ir.types import C_TYPES, Array, Int, dtype, shape
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role

INTEGER_BITS = 5
"""x - max scaled by beta is a number of 5 integer bits: it reaches down to -32."""

SUM_BITS = 12
"""Integer bits of the sum of exponentials: each adds at most 1."""

MAX_DEPTH = (1 << SUM_BITS) - 1


TABLE_PAYS = 256
"""Elements from which on any table is worth its bytes: computing takes about a hundred cycles each,
and each is needed twice."""

MAX_CMSIS_NN_SHIFT = 30
"""The largest shift whose power of two CMSIS-NN can hold."""

MAX_CMSIS_NN_DEPTH = {"int8": 511, "int16": MAX_DEPTH}
"""The longest row by the type of the output: from 512 equal elements on, CMSIS-NN would divide a
word by 2^32 for an int8, which is undefined in C, and its bodies give different results."""

TABLE_IS_SMALLER = 68
"""Entries up to which a table is no larger than the code that computes exponentials."""

_SUFFIX = {"int8": "s8", "int16": "s8_s16"}


def _record(kind: str, output: str, table: bool) -> Record:
    computed = (
        Field("multiplier", "int32_t"),
        Field("shift", "int32_t"),
        Field("diff_min", "int32_t"),
    )
    return Record(
        kind,
        (
            Field("input", "int8_t", Role.INPUT),
            *((Field("exp_table", "int32_t", Role.CONSTANT),) if table else ()),
            Field("output", output, Role.OUTPUT),
            Field("rows", "int32_t"),
            Field("depth", "int32_t"),
            *((Field("table_size", "int32_t"),) if table else computed),
        ),
    )


def _helper(kind: str, ctype: str, cmsis: str = "") -> KernelHelper:
    return KernelHelper(kind, kind, kind, ctype, cmsis)


RECORDS = tuple(
    _record(f"softmax_{table}{suffix}", C_TYPES[kind], bool(table))
    for table in ("", "table_")
    for kind, suffix in _SUFFIX.items()
)
COMPUTED = {
    kind: _helper(f"softmax_{suffix}", C_TYPES[kind], f"arm_softmax_{suffix}")
    for kind, suffix in _SUFFIX.items()
}
TABLE = {
    kind: _helper(f"softmax_table_{suffix}", C_TYPES[kind]) for kind, suffix in _SUFFIX.items()
}


class Exponentials(SoftmaxArithmetic):
    """y = exp(beta * (x - max)) / sum(exp(beta * (x - max))), numbers of 31 fractional bits."""

    @rule("quantized input and output have one positive scale and a zero point of their type")
    def quantized(self, op: Normalizing) -> str | None:
        return expect_sound(input=op.input, output=op.output)

    @rule("an int8 output has scale 1/256 and zero point -128, an int16 one 1/65536 and -32768")
    def output(self, op: Normalizing) -> str | None:
        low, high = bounds(dtype(op.output))
        q, scale = quant(op.output), 1 / (high - low + 1)
        tolerance = 0.001 if dtype(op.output) == "int16" else 0.0
        if q.zero_point == low and isclose(q.scale, scale, rel_tol=tolerance):
            return None
        return f"output has scale {q.scale} and zero point {q.zero_point}"

    @rule("the last axis of int8 has at most 4095 elements")
    def depth(self, op: Normalizing) -> str | None:
        found = shape(op.input)[-1]
        return None if found <= MAX_DEPTH else f"it has {found}"

    @rule("beta * scale is above 2^-26")
    def scale(self, op: Normalizing) -> str | None:
        if self._real_multiplier(op) > 1.0:
            return None
        return f"beta is {op.factor}, input has scale {quant(op.input).scale}"

    def _real_multiplier(self, op: Normalizing) -> float:
        scaled = op.factor * quant(op.input).scale * (1 << (31 - INTEGER_BITS))
        return min(scaled, (1 << 31) - 1.0)

    def scaling(self, op: Normalizing) -> tuple[int, int, int]:
        """Multiplier and shift of x - max, and the smallest difference that does not underflow."""
        multiplier, shift = multiplier_shift(self._real_multiplier(op))
        radius = floor(((1 << INTEGER_BITS) - 1) * (1 << (31 - INTEGER_BITS)) / (1 << shift))
        return multiplier, shift, -radius

    def exponentials(self, op: Normalizing) -> Int:
        """exp(beta * scale * -i) in Q0 for i = 0, 1, ... up to where the input underflows."""
        multiplier, shift, diff_min = self.scaling(op)
        differences = -np.arange(min(-diff_min, 255) + 1, dtype=np.int64)
        scaled = rounding_high_mul(wrap32(differences << shift), multiplier)
        return exp_on_negative(scaled, INTEGER_BITS)

    def table(self, op: Normalizing) -> Int:
        """The exponentials up to the last one that counts in the sum. What is cut is below 2^-20,
        and an output keeps at most 16 bits."""
        table = self.exponentials(op)
        return table[: np.count_nonzero(rounding_shift(table, SUM_BITS))]

    def apply(self, op: Normalizing, x: Array) -> Array:
        rows = x.astype(np.int64)
        table = np.zeros(256, np.int64)
        exponentials = self.exponentials(op)
        table[: exponentials.size] = exponentials
        exps = table[rows.max(-1, keepdims=True) - rows]
        total = rounding_shift(exps, SUM_BITS).sum(-1, keepdims=True)
        low, high = bounds(dtype(op.output))
        scale, bits_over_unit = reciprocal(total)
        exponent = bits_over_unit + 31 - (high - low).bit_length()
        scaled = rounding_shift(rounding_high_mul(exps, scale), exponent)
        return np.minimum(scaled + low, high).astype(dtype(op.output))

    def calls(self, op: Normalizing, target: Target) -> Iterable[KernelCall]:
        bundled = target.provider == "bundled"
        if self._table_pays(op, target) if bundled else not self._cmsis_nn_runs(op):
            yield self._table_call(op)
        yield self._computed_call(op)

    def _cmsis_nn_runs(self, op: Normalizing) -> bool:
        """Whether CMSIS-NN computes every row exactly; if not, a bundled kernel has a table."""
        fits = self.scaling(op)[1] <= MAX_CMSIS_NN_SHIFT
        return fits and shape(op.input)[-1] <= MAX_CMSIS_NN_DEPTH[dtype(op.output)]

    def _table_pays(self, op: Normalizing, target: Target) -> bool:
        if target.optimize == "speed" or self.table(op).size <= TABLE_IS_SMALLER:
            return True
        return target.optimize == "balanced" and prod(shape(op.input)) >= TABLE_PAYS

    def _table_call(self, op: Normalizing) -> KernelCall:
        table = self.table(op)
        return KernelCall(
            TABLE[dtype(op.output)],
            rows(op) | {"table_size": table.size},
            constants={"exp_table": table.astype(np.int32)},
            why=f"{table.size} exponentials from a table",
        )

    def _computed_call(self, op: Normalizing) -> KernelCall:
        names = "multiplier", "shift", "diff_min"
        numbers = rows(op) | dict(zip(names, self.scaling(op), strict=True))
        return KernelCall(COMPUTED[dtype(op.output)], numbers, why="computed exponentials")


def reciprocal(total: Int) -> tuple[Int, Int]:
    """1 / total as a number in Q0 and the power of two it is to be divided by."""
    bits_over_unit = np.frexp(total.astype(np.float64))[1] - (31 - SUM_BITS) - 1
    mantissa = (total << (SUM_BITS - bits_over_unit)) - (1 << 31)
    return reciprocal_of_one_plus(mantissa), bits_over_unit.astype(np.int64)
