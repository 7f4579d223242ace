"""QUANTIZE: real numbers, or integers of another scale, to integers of the output's scale.

From float32: round(x / scale) + zero point with a float32 division, ties away from zero, saturated;
NaN becomes the zero point. From integers: the difference to the zero point requantized in two
roundings. TFLM's pairs of types, and LiteRT's float32 to uint8.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.constants import quant
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.lut import LUT_RECORD, lut_call
from helia_aot.ir.ops.families.operator import expect_sound, expect_types, rule
from helia_aot.ir.ops.families.unary import UnaryOperator
from helia_aot.ir.quantize import bounds, multiplier_shift, requantize, wrap32
from helia_aot.ir.target import Target
from helia_aot.ir.types import C_TYPES, Array, Int, dtype, shape
from helia_aot.kernels.elementwise import over_input
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role, apart
from helia_aot.kernels.line import RECORD as LINE_RECORD
from helia_aot.kernels.line import line_call

PAIRS = {
    "float32": ("int8", "int16", "uint8"),
    "int8": ("int8", "int16", "int32", "uint8"),
    "int16": ("int8", "int16", "int32"),
    "int32": ("int8", "int16"),
    "uint8": ("int8",),
}
"""Output types by input type."""

TABLE_PAYS = 1024
"""Elements from which on 256 bytes of table are worth a load in place of a line."""

TABLE_PAYS_SOON = 256
"""The same, in place of a requantization."""

_SHORT = {"float32": "f32", "int8": "s8", "int16": "s16", "int32": "s32", "uint8": "u8"}


def _kind(source: str, target: str) -> str:
    return f"quantize_{_SHORT[source]}_{_SHORT[target]}"


def _record(source: str, target: str) -> Record:
    real = (Field("scale", "float"), Field("zero_point", "int32_t"))
    integer = (
        Field("input_offset", "int32_t"),
        Field("multiplier", "int32_t"),
        Field("shift", "int32_t"),
        Field("output_offset", "int32_t"),
    )
    return Record(
        _kind(source, target),
        (
            Field("input", C_TYPES[source], Role.INPUT),
            Field("output", C_TYPES[target], Role.OUTPUT),
            *(real if source == "float32" else integer),
            Field("size", "int32_t"),
        ),
        over_input if np.dtype(source).itemsize == np.dtype(target).itemsize else apart,
    )


@irdl_op_definition
class QuantizeOp(UnaryOperator):
    name = "tfl.quantize"
    CODE: ClassVar = "QUANTIZE"
    RECORDS: ClassVar = (
        *(_record(source, target) for source, targets in PAIRS.items() for target in targets),
        LINE_RECORD,
        LUT_RECORD,
    )
    ELEMENTWISE: ClassVar = True

    @rule("float32 to int8, int16, uint8; integers as TFLM pairs them")
    def _types(self) -> str | None:
        source = dtype(self.input)
        return expect_types(
            input=(self.input, "|".join(PAIRS)),
            output=(self.output, "|".join(PAIRS.get(source, ()))),
        )

    @rule("an integer input and the output have one positive scale and a zero point of their type")
    def _quantized(self) -> str | None:
        real = dtype(self.input) == "float32"
        return expect_sound(input=None if real else self.input, output=self.output)

    @rule("the input's scale is below 2^30 of the output's")
    def _shift(self) -> str | None:
        if dtype(self.input) == "float32" or self.requantization()[1] <= 30:
            return None
        return f"input has scale {quant(self.input).scale}, output {quant(self.output).scale}"

    def requantization(self) -> tuple[int, int]:
        return multiplier_shift(quant(self.input).scale / quant(self.output).scale)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        (x,) = inputs
        assert x is not None
        low, high = bounds(dtype(self.output))
        y = self._from_real(x) if dtype(self.input) == "float32" else self._from_integers(x)
        return (np.clip(y, low, high).astype(dtype(self.output)),)

    def _from_real(self, x: Array) -> Int:
        limit = 1 << 20  # above every integer that is not clamped anyway
        with np.errstate(over="ignore", invalid="ignore"):
            steps = (x.astype(np.float32) / np.float32(quant(self.output).scale)).astype(np.float64)
        steps = np.clip(np.nan_to_num(steps, nan=0.0), -limit, limit)
        rounded = np.copysign(np.floor(np.abs(steps) + 0.5), steps)
        return rounded.astype(np.int64) + quant(self.output).zero_point

    def _from_integers(self, x: Array) -> Int:
        centred = wrap32(x.astype(np.int64) - quant(self.input).zero_point)
        y = requantize(centred, *self.requantization()) + quant(self.output).zero_point
        return wrap32(y)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        kinds = {dtype(self.input), dtype(self.output)}
        if kinds <= {"int8", "uint8"}:
            yield from self._byte_calls(target, signed=kinds == {"int8"})
        yield self._plain_call()

    def _byte_calls(self, target: Target, *, signed: bool) -> Iterable[KernelCall]:
        """What 256 inputs allow."""
        size = prod(shape(self.output))
        (table,) = self.evaluate(np.arange(256, dtype=np.uint8).view(dtype(self.input)))
        call = line_call(table, size) if signed else None
        least = TABLE_PAYS if call else TABLE_PAYS_SOON
        if target.optimize != "size" and size >= least:
            yield lut_call(table, size, f"a table pays for {size} elements")
        if call:
            yield call

    def _plain_call(self) -> KernelCall:
        source, target = dtype(self.input), dtype(self.output)
        kind = _kind(source, target)
        helper = KernelHelper(kind, kind, kind, C_TYPES[target], "")
        numbers = self._real() if source == "float32" else self._integer()
        numbers |= {"size": prod(shape(self.output))}
        return KernelCall(helper, numbers, why=f"{source} to {target}")

    def _real(self) -> dict[str, int | float]:
        return {"scale": quant(self.output).scale, "zero_point": quant(self.output).zero_point}

    def _integer(self) -> dict[str, int | float]:
        multiplier, shift = self.requantization()
        return {
            "input_offset": -quant(self.input).zero_point,
            "multiplier": multiplier,
            "shift": shift,
            "output_offset": quant(self.output).zero_point,
        }
