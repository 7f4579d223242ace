"""SOFTMAX over the last axis: y = exp(beta * (x - max)) / sum(exp(beta * (x - max))), int8 input.

The exponentials are functions of x - max alone, 0 to -255. A kernel computes them, or takes them
from a table made at compile time, cut where an entry adds nothing to the sum and rounds to nothing
in the output; the numbers are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor, isclose, prod
from typing import ClassVar, Self

import numpy as np
from xdsl.dialects.builtin import Float32Type, FloatAttr, TensorType, f32
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from helia_aot.ir.constants import quant
from helia_aot.ir.fixed_point import exp_on_negative, reciprocal_of_one_plus
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.operator import AotOperator, expect_sound, expect_types, rule
from helia_aot.ir.quantize import (
    bounds,
    multiplier_shift,
    rounding_high_mul,
    rounding_shift,
    wrap32,
)
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import C_TYPES, Array, Int, Tensor, dtype, encoding, shape, tensor
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


@irdl_op_definition
class SoftmaxOp(AotOperator):
    name = "tfl.softmax"
    CODE: ClassVar = "SOFTMAX"
    RECORDS: ClassVar = RECORDS

    input = operand_def(TensorType)
    beta = prop_def(FloatAttr[Float32Type], default_value=FloatAttr(1.0, f32))
    output = result_def(TensorType)

    FORMAT: ClassVar = "$input (`beta` $beta^)? attr-dict `:` functional-type(operands, results)"

    def __init__(self, input: SSAValue, output: Tensor, beta: float = 1.0):
        super().__init__(
            operands=[input], properties={"beta": FloatAttr(beta, f32)}, result_types=[output]
        )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(record.input(0), record.output(), float(record.option("beta", 0.0)))

    @rule("the input is int8, the output int8 or int16")
    def _types(self) -> str | None:
        return expect_types(input=(self.input, "int8"), output=(self.output, "int8|int16"))

    @rule("input and output have one positive scale and a zero point of their type")
    def _quantized(self) -> str | None:
        return expect_sound(input=self.input, output=self.output)

    @rule("an int8 output has scale 1/256 and zero point -128, an int16 one 1/65536 and -32768")
    def _output(self) -> str | None:
        low, high = bounds(dtype(self.output))
        q, scale = quant(self.output), 1 / (high - low + 1)
        tolerance = 0.001 if dtype(self.output) == "int16" else 0.0
        if q.zero_point == low and isclose(q.scale, scale, rel_tol=tolerance):
            return None
        return f"output has scale {q.scale} and zero point {q.zero_point}"

    @rule("the last axis exists and has 1 to 4095 elements")
    def _depth(self) -> str | None:
        dims = shape(self.input)
        return None if dims and 1 <= dims[-1] <= MAX_DEPTH else f"input is {dims}"

    @rule("beta * scale is above 2^-26")
    def _scale(self) -> str | None:
        if self._real_multiplier() > 1.0:
            return None
        return f"beta is {self._beta()}, input has scale {quant(self.input).scale}"

    def infer(self) -> Sequence[Tensor]:
        return (tensor(shape(self.input), dtype(self.output), encoding(self.output)),)

    def _beta(self) -> float:
        return float(np.float32(self.beta.value.data))

    def _real_multiplier(self) -> float:
        scaled = self._beta() * quant(self.input).scale * (1 << (31 - INTEGER_BITS))
        return min(scaled, (1 << 31) - 1.0)

    def scaling(self) -> tuple[int, int, int]:
        """Multiplier and shift of x - max, and the smallest difference that does not underflow."""
        multiplier, shift = multiplier_shift(self._real_multiplier())
        radius = floor(((1 << INTEGER_BITS) - 1) * (1 << (31 - INTEGER_BITS)) / (1 << shift))
        return multiplier, shift, -radius

    def exponentials(self) -> Int:
        """exp(beta * scale * -i) in Q0 for i = 0, 1, ... up to where the input underflows."""
        multiplier, shift, diff_min = self.scaling()
        differences = -np.arange(min(-diff_min, 255) + 1, dtype=np.int64)
        scaled = rounding_high_mul(wrap32(differences << shift), multiplier)
        return exp_on_negative(scaled, INTEGER_BITS)

    def table(self) -> Int:
        """The exponentials up to the last one that counts in the sum. What is cut is below 2^-20,
        and an output keeps at most 16 bits."""
        table = self.exponentials()
        return table[: np.count_nonzero(rounding_shift(table, SUM_BITS))]

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        (x,) = inputs
        assert x is not None
        rows = x.astype(np.int64)
        table = np.zeros(256, np.int64)
        exponentials = self.exponentials()
        table[: exponentials.size] = exponentials
        exps = table[rows.max(-1, keepdims=True) - rows]
        total = rounding_shift(exps, SUM_BITS).sum(-1, keepdims=True)
        low, high = bounds(dtype(self.output))
        scale, bits_over_unit = reciprocal(total)
        exponent = bits_over_unit + 31 - (high - low).bit_length()
        scaled = rounding_shift(rounding_high_mul(exps, scale), exponent)
        return (np.minimum(scaled + low, high).astype(dtype(self.output)),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        bundled = target.provider == "bundled"
        if self._table_pays(target) if bundled else not self._cmsis_nn_runs():
            yield self._table_call()
        yield self._computed_call()

    def _cmsis_nn_runs(self) -> bool:
        """Whether CMSIS-NN computes every row exactly; if not, a bundled kernel has a table."""
        depth = shape(self.input)[-1]
        return (
            self.scaling()[1] <= MAX_CMSIS_NN_SHIFT
            and depth <= MAX_CMSIS_NN_DEPTH[dtype(self.output)]
        )

    def _table_pays(self, target: Target) -> bool:
        if target.optimize == "speed" or self.table().size <= TABLE_IS_SMALLER:
            return True
        return target.optimize == "balanced" and prod(shape(self.input)) >= TABLE_PAYS

    def _table_call(self) -> KernelCall:
        table = self.table()
        return KernelCall(
            TABLE[dtype(self.output)],
            self._rows() | {"table_size": table.size},
            constants={"exp_table": table.astype(np.int32)},
            why=f"{table.size} exponentials from a table",
        )

    def _computed_call(self) -> KernelCall:
        names = "multiplier", "shift", "diff_min"
        numbers = self._rows() | dict(zip(names, self.scaling(), strict=True))
        return KernelCall(COMPUTED[dtype(self.output)], numbers, why="computed exponentials")

    def _rows(self) -> dict[str, int]:
        depth = shape(self.input)[-1]
        return {"rows": prod(shape(self.input)) // depth, "depth": depth}


def reciprocal(total: Int) -> tuple[Int, Int]:
    """1 / total as a number in Q0 and the power of two it is to be divided by."""
    bits_over_unit = np.frexp(total.astype(np.float64))[1] - (31 - SUM_BITS) - 1
    mantissa = (total << (SUM_BITS - bits_over_unit)) - (1 << 31)
    return reciprocal_of_one_plus(mantissa), bits_over_unit.astype(np.int64)
