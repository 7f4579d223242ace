"""MEAN: the mean over any set of axes, int8; the division is folded into the requantization."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from math import prod
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.constants import quant
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.operator import expect_constant, expect_sound, expect_types, rule
from helia_aot.ir.ops.families.reduction import Reduction
from helia_aot.ir.quantize import multiplier_shift, requantize, wrap32
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, shape
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role

LOOPS = 3
"""Loops over kept and over reduced axes; neighbours of a kind are one, so rank 6 needs no more."""

MAX_ELEMENTS = 1 << 23
"""The sum of so many int8, each less a zero point, fits in 32 bits."""

MEAN = KernelHelper("mean_s8", "mean_s8", "mean_s8", "int8_t", "")
RECORD = Record(
    "mean_s8",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("kept", "int32_t", length=LOOPS),
        Field("kept_strides", "int32_t", length=LOOPS),
        Field("reduced", "int32_t", length=LOOPS),
        Field("reduced_strides", "int32_t", length=LOOPS),
        Field("sum_offset", "int32_t"),
        Field("multiplier", "int32_t"),
        Field("shift", "int32_t"),
        Field("output_offset", "int32_t"),
    ),
)

Loop = tuple[int, int]
"""Iterations, and the elements from one to the next."""


@irdl_op_definition
class MeanOp(Reduction):
    name = "tfl.mean"
    CODE: ClassVar = "MEAN"
    RECORDS: ClassVar = (RECORD,)

    @rule("input and output are int8, the axes int32")
    def _types(self) -> str | None:
        return expect_types(
            input=(self.input, "int8"), axis=(self.axis, "int32"), output=(self.output, "int8")
        )

    @rule("input and output have one positive scale and a zero point of their type")
    def _quantized(self) -> str | None:
        return expect_sound(input=self.input, output=self.output)

    @rule("the axes are constant")
    def _constant(self) -> str | None:
        return expect_constant(axis=self.axis)

    @rule(f"kept and reduced axes make at most {LOOPS} groups of neighbours each")
    def _groups(self) -> str | None:
        if max(map(len, self.loops())) <= LOOPS:
            return None
        return f"input is {shape(self.input)}, axes are {self.axes()}"

    @rule(f"a mean is of 1 to {MAX_ELEMENTS} elements")
    def _elements(self) -> str | None:
        count = self.count()
        return None if 1 <= count <= MAX_ELEMENTS else f"a mean is of {count} elements"

    @rule("the effective scale of the sum is below 2^30")
    def _shift(self) -> str | None:
        if self.requantization()[1] <= 30:
            return None
        return f"input has scale {quant(self.input).scale}, output {quant(self.output).scale}"

    def axes(self) -> tuple[int, ...]:
        """The reduced axes; the rules say that they are known."""
        found = self.reduced(self.axis)
        assert found is not None
        return found

    def count(self) -> int:
        """Elements of one mean."""
        return prod(shape(self.input)[a] for a in self.axes())

    def requantization(self) -> tuple[int, int]:
        """Multiplier and shift of the sum: the quotient of the scales divided by the count, after
        as many bits of headroom as the count has and the shift leaves room for."""
        multiplier, shift = multiplier_shift(quant(self.input).scale / quant(self.output).scale)
        headroom = min(self.count().bit_length() - 1, 32, 31 + shift)
        return (multiplier << headroom) // self.count(), shift - headroom

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x = inputs[0]
        assert x is not None
        total = x.astype(np.int64).sum(self.axes()) - quant(self.input).zero_point * self.count()
        y = requantize(total, *self.requantization()) + quant(self.output).zero_point
        return (np.clip(wrap32(y), -128, 127).astype(np.int8).reshape(shape(self.output)),)

    def loops(self) -> tuple[tuple[Loop, ...], tuple[Loop, ...]]:
        """The fewest loops over the kept and over the reduced axes."""
        dims, reduced = shape(self.input), self.axes()
        axes = [(i in reduced, n, prod(dims[i + 1 :])) for i, n in enumerate(dims) if n != 1]
        groups = [(r, list(g)) for r, g in groupby(axes, lambda axis: axis[0])]
        merged = [(r, (prod(n for _, n, _ in g), g[-1][2])) for r, g in groups]
        return (
            tuple(loop for r, loop in merged if not r),
            tuple(loop for r, loop in merged if r),
        )

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        multiplier, shift = self.requantization()
        numbers: dict[str, int | tuple[int, ...]] = {
            "sum_offset": -quant(self.input).zero_point * self.count(),
            "multiplier": multiplier,
            "shift": shift,
            "output_offset": quant(self.output).zero_point,
        }
        for name, walk in zip(("kept", "reduced"), self.loops(), strict=True):
            filled = ((1, 0),) * (LOOPS - len(walk)) + walk
            numbers[name] = tuple(n for n, _ in filled)
            numbers[f"{name}_strides"] = tuple(step for _, step in filled)
        yield KernelCall(MEAN, numbers, why=f"means of {self.count()} elements")
