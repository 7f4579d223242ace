"""Functions of one byte as tables of 256 bytes: one shared kernel, computed at compile time.

A table is evaluated over all 256 inputs by the operator's own `evaluate`, so it is exact; equal
tables are one constant of the program. Knows no operator.
"""

from collections.abc import Iterable
from math import prod
from typing import ClassVar

import numpy as np

from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.operator import expect_sound, expect_types, rule
from helia_aot.ir.ops.families.unary import UnaryOperator
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, shape
from helia_aot.kernels.elementwise import over_input
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role

LUT = KernelHelper("lut_s8", "lut_s8", "lut_s8", "int8_t", "")

LUT_RECORD = Record(
    "lut_s8",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("table", "int8_t", Role.CONSTANT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("size", "int32_t"),
    ),
    over_input,
)

EVERY_BYTE = np.arange(256, dtype=np.uint8).view(np.int8)
"""All inputs in the order of the table, which the kernel indexes with the byte as unsigned."""


def lut_call(table: Array, size: int, why: str, input: int = 0) -> KernelCall:
    """The kernel call that maps `size` bytes of operand `input` through `table`."""
    assert table.shape == (256,)
    return KernelCall(
        LUT, {"size": size}, inputs=(input,), constants={"table": table.view(np.int8)}, why=why
    )


class TableOperator(UnaryOperator):
    """Undecorated base of the int8 operators that work on each element alone."""

    RECORDS: ClassVar = (LUT_RECORD,)
    ELEMENTWISE: ClassVar = True

    @rule("input and output are int8")
    def _types(self) -> str | None:
        return expect_types(input=(self.input, "int8"), output=(self.output, "int8"))

    @rule("input and output have one positive scale and a zero point of their type")
    def _quantized(self) -> str | None:
        return expect_sound(input=self.input, output=self.output)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        (table,) = self.evaluate(EVERY_BYTE)
        yield lut_call(table, prod(shape(self.output)), "a table of every int8 input")
