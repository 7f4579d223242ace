"""DEQUANTIZE: y = (x - zero_point) * scale in float32, bit exact.

The reference multiplies in double and rounds once; the difference fits in 24 bits, so a float32
product is rounded once to the same number. Per-channel scales, which only constants have, follow
LiteRT: TFLM ignores them.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.constants import quant, quant_of, scales, zero_points
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.operator import expect_types, rule
from helia_aot.ir.ops.families.unary import UnaryOperator
from helia_aot.ir.quantize import bounds
from helia_aot.ir.target import Target
from helia_aot.ir.types import C_TYPES, Array, dtype, encoding, shape
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role

SOURCES = {"int8": "s8", "int16": "s16", "uint8": "u8"}


def _record(source: str) -> Record:
    return Record(
        f"dequantize_{SOURCES[source]}",
        (
            Field("input", C_TYPES[source], Role.INPUT),
            Field("output", "float", Role.OUTPUT),
            Field("scale", "float"),
            Field("zero_point", "int32_t"),
            Field("size", "int32_t"),
        ),
    )


PER_CHANNEL = KernelHelper(
    "dequantize_per_channel_s8",
    "dequantize_per_channel_s8",
    "dequantize_per_channel_s8",
    "float",
    "",
)
PER_CHANNEL_RECORD = Record(
    "dequantize_per_channel_s8",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("scales", "float", Role.CONSTANT),
        Field("zero_points", "int32_t", Role.CONSTANT),
        Field("output", "float", Role.OUTPUT),
        Field("outer", "int32_t"),
        Field("channels", "int32_t"),
        Field("inner", "int32_t"),
    ),
)


@irdl_op_definition
class DequantizeOp(UnaryOperator):
    name = "tfl.dequantize"
    CODE: ClassVar = "DEQUANTIZE"
    RECORDS: ClassVar = (*map(_record, SOURCES), PER_CHANNEL_RECORD)
    ELEMENTWISE: ClassVar = True

    @rule("the input is int8, int16 or uint8, the output float32")
    def _types(self) -> str | None:
        return expect_types(input=(self.input, "|".join(SOURCES)), output=(self.output, "float32"))

    @rule("the input is quantized, per channel only as int8")
    def _quantized(self) -> str | None:
        if quant_of(self.input) is None:
            return f"input is {self.input.type}, without a scale"
        if self.per_channel and dtype(self.input) != "int8":
            return f"input is {dtype(self.input)} with {len(quant(self.input).scales)} scales"
        return None

    @rule("zero points are values of the input's type")
    def _zero_points(self) -> str | None:
        low, high = bounds(dtype(self.input))
        bad = [z for z in zero_points(self.input) if not low <= z <= high]
        return f"input has zero point {bad[0]}" if bad else None

    @rule("per-channel scales are as many as their axis is long")
    def _channels(self) -> str | None:
        if not self.per_channel:
            return None
        axis, count = self.axis, len(quant(self.input).scales)
        dims = shape(self.input)
        if 0 <= axis < len(dims) and dims[axis] == count:
            return None
        return f"input is {dims}, with {count} scales along axis {axis}"

    @property
    def per_channel(self) -> bool:
        return encoding(self.input) is None

    @property
    def axis(self) -> int:
        axis = quant(self.input).channel_axis
        assert axis is not None
        return axis

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        (x,) = inputs
        assert x is not None
        aligned = [1] * x.ndim
        if self.per_channel:
            aligned[self.axis] = -1
        scale = scales(self.input).astype(np.float32).reshape(aligned)
        centred = x.astype(np.int64) - zero_points(self.input).reshape(aligned)
        with np.errstate(over="ignore"):
            return (centred.astype(np.float32) * scale,)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        yield self._per_channel_call() if self.per_channel else self._per_tensor_call()

    def _per_tensor_call(self) -> KernelCall:
        kind = f"dequantize_{SOURCES[dtype(self.input)]}"
        numbers = {
            "scale": quant(self.input).scale,
            "zero_point": quant(self.input).zero_point,
            "size": prod(shape(self.output)),
        }
        return KernelCall(KernelHelper(kind, kind, kind, "float", ""), numbers, why="one scale")

    def _per_channel_call(self) -> KernelCall:
        dims = shape(self.input)
        numbers = {
            "outer": prod(dims[: self.axis]),
            "channels": dims[self.axis],
            "inner": prod(dims[self.axis + 1 :]),
        }
        return KernelCall(
            PER_CHANNEL,
            numbers,
            constants={
                "scales": scales(self.input).astype(np.float32),
                "zero_points": zero_points(self.input).astype(np.int32),
            },
            why="one scale per channel",
        )
