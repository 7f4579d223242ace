"""The element types of SOFTMAX: what each demands, how rows are normalized, and by which kernels.

Knows of the operator what `Normalizing` says. int8 stands in a file of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import isclose, prod
from typing import Any, ClassVar, Protocol

import numpy as np
from xdsl.ir import SSAValue

from helia_aot.ir import real
from helia_aot.ir.constants import quant
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.operator import expect_centred, expect_sound, rule
from helia_aot.ir.ops.families.variants import Arithmetic
from helia_aot.ir.quantize import multiplier_shift, requantize
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Int, shape
from helia_aot.kernels.kernel import Field, KernelCall, Number, Record, Role


class Normalizing(Protocol):
    """A SOFTMAX, as its arithmetic sees it."""

    @property
    def input(self) -> SSAValue: ...
    @property
    def output(self) -> SSAValue: ...
    @property
    def factor(self) -> float: ...


class SoftmaxArithmetic(Arithmetic, ABC):
    """What SOFTMAX asks."""

    @abstractmethod
    def apply(self, op: Any, x: Array) -> Array:
        """The input normalized along the last axis."""

    @abstractmethod
    def calls(self, op: Any, target: Target) -> Iterable[KernelCall]:
        """The kernels that can run it, the best first."""


def rows(op: Normalizing) -> dict[str, Number]:
    """The shape, as descriptors have it."""
    depth = shape(op.input)[-1]
    return {"rows": prod(shape(op.input)) // depth, "depth": depth}


STEPS = 65535
"""Of an int16."""
RANGE = 10.0
"""Exponents from 0 down to which an exponential is more than nothing."""

_ROWS = (Field("rows", "int32_t"), Field("depth", "int32_t"))
TABLES = KernelHelper("softmax_s16", "softmax_s16", "softmax_s16", "int16_t", "")
TABLES_RECORD = Record(
    "softmax_s16",
    (
        Field("input", "int16_t", Role.INPUT),
        Field("exp_table", "int16_t", Role.CONSTANT),
        Field("reciprocal_table", "int16_t", Role.CONSTANT),
        Field("output", "int16_t", Role.OUTPUT),
        *_ROWS,
        Field("multiplier", "int32_t"),
        Field("shift", "int32_t"),
    ),
)
REAL = KernelHelper("softmax_f32", "softmax_f32", "softmax_f32", "float", "")
REAL_RECORD = Record(
    "softmax_f32",
    (
        Field("input", "float", Role.INPUT),
        Field("output", "float", Role.OUTPUT),
        *_ROWS,
        Field("beta", "float"),
    ),
)


class Tables(SoftmaxArithmetic):
    """int16: exponentials and the reciprocal of their sum by two tables, which are always the same,
    with straight lines between 513 values."""

    MAX_SHIFT: ClassVar = 15
    """Differences of int16 shifted as far stay in 32 bits."""

    @rule("quantized input and output have one positive scale and a zero point of their type")
    def quantized(self, op: Normalizing) -> str | None:
        return expect_sound(input=op.input, output=op.output)

    @rule("int16 tensors have zero point 0")
    def zero(self, op: Normalizing) -> str | None:
        return expect_centred(input=op.input, output=op.output)

    @rule("an int16 output of int16 has scale 1/32768")
    def output(self, op: Normalizing) -> str | None:
        found = quant(op.output).scale
        return None if isclose(found, 2.0**-15, rel_tol=0.001) else f"output has scale {found}"

    @rule("the last axis of int16 has at most 65535 elements")
    def depth(self, op: Normalizing) -> str | None:
        found = shape(op.input)[-1]
        return None if found <= STEPS else f"it has {found}"

    @rule("beta * scale of an int16 input is below 5")
    def scale(self, op: Normalizing) -> str | None:
        if self.scaling(op)[1] <= self.MAX_SHIFT:
            return None
        return f"beta is {op.factor}, input has scale {quant(op.input).scale}"

    def scaling(self, op: Normalizing) -> tuple[int, int]:
        """Multiplier and shift from steps of the input to those of the table of exponentials."""
        return multiplier_shift(quant(op.input).scale * op.factor / (RANGE / STEPS))

    def apply(self, op: Normalizing, x: Array) -> Array:
        wide = x.astype(np.int64)
        scaled = requantize(wide - wide.max(-1, keepdims=True), *self.scaling(op))
        exps = interpolate(exp_table(), np.clip(scaled + 32767, -32768, 32767))
        total = exps.sum(-1, keepdims=True)
        headroom = 31 - np.frexp(total.astype(np.float64))[1].astype(np.int64)
        normal = ((total << headroom) + (1 << 13)) >> 14
        fraction = np.clip(normal - (1 << 15) - (1 << 16), -32768, 32767)
        shift = 30 - headroom
        y = (exps * interpolate(reciprocal_table(), fraction) + (1 << (shift - 1))) >> shift
        return np.clip(y, 0, 32767).astype(np.int16)

    def calls(self, op: Normalizing, target: Target) -> Iterable[KernelCall]:
        multiplier, shift = self.scaling(op)
        yield KernelCall(
            TABLES,
            rows(op) | {"multiplier": multiplier, "shift": shift},
            constants={"exp_table": exp_table(), "reciprocal_table": reciprocal_table()},
            why="exponentials and reciprocal from tables",
        )


def interpolate(table: Array, x: Int) -> Int:
    """A table of 513 values over all int16, at x."""
    at, values = 256 + (x >> 7), table.astype(np.int64)
    return values[at] + (((values[at + 1] - values[at]) * (x & 127) + 64) >> 7)


@cache
def exp_table() -> Array:
    """exp over [-10, 0]."""
    return _table(_exp, -RANGE, RANGE)


@cache
def reciprocal_table() -> Array:
    """1 / (1 + x) over [0, 1]. Made in float: in double, as LiteRT has it, two entries differ."""
    return _table(_reciprocal, 0.0, 1.0)


def _exp(x: real.Reals) -> real.Reals:
    return np.exp(x.astype(np.float64)).astype(np.float32)


def _reciprocal(x: real.Reals) -> real.Reals:
    return np.float32(1) / (np.float32(1) + x)


def _table(function: Callable[[real.Reals], real.Reals], start: float, length: float) -> Array:
    """512 steps in units of 1/32768, and the end; each value is moved by half of what a straight
    line to the next is off in the middle. Source of the arithmetic: the tables of TFLM."""
    unit, half = np.float32(32768), np.float32(0.5)
    x = np.float32(start) + np.float32(length / 512) * np.arange(513, dtype=np.float32)
    exact = function(x) * unit
    value = _rounded(exact)
    line = _rounded((exact[1:] + value[:-1]) * half)
    off = line - _rounded(function(x[:-1] + np.float32(length / 1024)) * unit)
    value[:-1] -= _rounded(off * half)
    return np.clip(value, -32768, 32767).astype(np.int16)


def _rounded(x: real.Reals) -> real.Reals:
    """To nearest, ties away from zero."""
    return np.copysign(np.floor(np.abs(x) + np.float32(0.5)), x)


class Real(SoftmaxArithmetic):
    """float32, every operation rounded, sums in the order of the elements."""

    BOUND: ClassVar = "(n + 8) * 2^-24, n elements along the axis"

    def apply(self, op: Normalizing, x: Array) -> Array:
        largest = np.where(np.isnan(x), -real.LARGEST, x).max(-1, keepdims=True)
        largest = np.maximum(largest, -real.LARGEST).astype(np.float32)
        with np.errstate(all="ignore"):
            exps = real.exp((x - largest) * np.float32(op.factor))
            total = np.zeros(exps.shape[:-1], np.float32)
            for i in range(x.shape[-1]):
                total = total + exps[..., i]
            return exps / total[..., None]

    def calls(self, op: Normalizing, target: Target) -> Iterable[KernelCall]:
        yield KernelCall(REAL, rows(op) | {"beta": op.factor}, why="computed exponentials")

    def float_bound(
        self, op: Any, inputs: Sequence[Array | None], bounds: Sequence[float]
    ) -> float:
        own = (shape(op.input)[-1] + 8) * 2.0**-24
        return min(1.0, own + op.factor * bounds[0] / 2)  # an output changes by half at most
