"""What PAD and PADV2 share: elements around a tensor, and the fewest loops that lay them down.

Knows the arithmetic of shapes and the shared kernel; the operators say what they pad with.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from math import prod
from typing import ClassVar

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.irdl import operand_def, result_def

from helia_aot.ir.constants import constant
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.operator import (
    AotOperator,
    expect_constant,
    expect_sound,
    expect_types,
    rule,
)
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, encoding, shape, tensor
from helia_aot.kernels.broadcast import MAX_RANK
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role

# CMSIS-NN's arm_pad_s8 walks four axes and this one six: no call is made of it.
PAD = KernelHelper("pad_s8", "pad_s8", "pad_s8", "int8_t", "")
PAD_RECORD = Record(
    "pad_s8",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("sizes", "int32_t", length=MAX_RANK),
        Field("before", "int32_t", length=MAX_RANK),
        Field("after", "int32_t", length=MAX_RANK),
        Field("rows", "int32_t"),
        Field("value", "int8_t"),
    ),
)

Axis = tuple[int, int, int]
"""Elements of the input, elements before them, elements after them."""


class PadOperator(AotOperator):
    """Undecorated base of the operators that put constant elements around a tensor."""

    RECORDS: ClassVar = (PAD_RECORD,)

    input = operand_def(TensorType)
    paddings = operand_def(TensorType)
    """Per axis the elements before and after: rank x 2."""
    output = result_def(TensorType)

    @rule("input and output are int8, the paddings int32 or int64")
    def _types(self) -> str | None:
        return expect_types(
            input=(self.input, "int8"),
            paddings=(self.paddings, "int32|int64"),
            output=(self.output, "int8"),
        )

    @rule("input and output have one positive scale and a zero point of their type")
    def _quantized(self) -> str | None:
        return expect_sound(input=self.input, output=self.output)

    @rule(f"the rank is 1 to {MAX_RANK}, with one pair of paddings per axis")
    def _pairs(self) -> str | None:
        rank = len(shape(self.input))
        if 1 <= rank <= MAX_RANK and shape(self.paddings) == (rank, 2):
            return None
        return f"input has rank {rank}, paddings are {shape(self.paddings)}"

    @rule("no padding is negative")
    def _positive(self) -> str | None:
        if constant(self.paddings) is None or min(map(min, self.axes)) >= 0:
            return None
        return f"paddings are {self.axes}"

    @rule("the paddings are known at compile time", lowered=True)
    def _constant(self) -> str | None:
        return expect_constant(paddings=self.paddings)

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The axes, once the paddings are known."""
        pairs = constant(self.paddings)
        assert pairs is not None
        sizes = shape(self.input)
        return tuple((n, int(a), int(b)) for n, (a, b) in zip(sizes, pairs, strict=True))

    def infer(self) -> Sequence[Tensor]:
        known = constant(self.paddings) is not None
        dims = [sum(axis) for axis in self.axes] if known else shape(self.output)
        return (tensor(dims, "int8", encoding(self.output)),)

    @abstractmethod
    def value(self) -> int:
        """What the tensor is padded with."""

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x, paddings, *_ = inputs
        assert x is not None
        assert paddings is not None
        pairs = [(int(before), int(after)) for before, after in paddings]
        return (np.pad(x, pairs, constant_values=self.value()),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        axes = merged(self.axes)
        filled = ((1, 0, 0),) * (MAX_RANK - len(axes)) + axes
        sizes, before, after = zip(*filled, strict=True)
        numbers = {
            "sizes": sizes,
            "before": before,
            "after": after,
            "rows": prod(sum(axis) for axis in axes[:-1]),
            "value": self.value(),
        }
        yield KernelCall(PAD, numbers, why=f"{len(axes)} loops")


def merged(axes: Sequence[Axis]) -> tuple[Axis, ...]:
    """An axis without padding is one with the axis around it."""
    result: list[Axis] = []
    for axis in axes:
        if result and axis[1:] == (0, 0):
            size, before, after = result.pop()
            result.append((size * axis[0], before * axis[0], after * axis[0]))
        else:
            result.append(axis)
    return tuple(result)
