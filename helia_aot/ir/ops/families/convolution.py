"""What convolutions over height and width share: their window, shape rule and descriptor fields.

Knows nothing of how weights are laid out: CONV_2D and DEPTHWISE_CONV_2D say that themselves.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from math import prod
from typing import Self

import numpy as np
from xdsl.dialects.builtin import DenseArrayBase, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import opt_prop_def, prop_def

from helia_aot.ir.activation import Activation, ActivationAttr
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.ops.families.weighted import (
    F32,
    S8,
    S16,
    S16_B32,
    Add,
    Row,
    Weighted,
    plain_record,
)
from helia_aot.ir.ops.families.weighted_types import Sums
from helia_aot.ir.ops.families.window import ONE, pads, pair
from helia_aot.ir.padding import Padding, PaddingAttr
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import Tensor, dtype, encoding, integers, shape, tensor
from helia_aot.kernels.kernel import Field, Number, Record
from helia_aot.kernels.window import DILATION_FIELDS, WINDOW_FIELDS, Window

LAYOUT_FIELDS = (
    Field("batches", "int32_t"),
    Field("input_c", "int32_t"),
    Field("output_c", "int32_t"),
    *WINDOW_FIELDS,
    *DILATION_FIELDS,
)

VARIANTS = (S8, S16, S16_B32, F32)
"""The element types of full convolutions."""

CONV_2D = "conv_2d"
"""Base of the names of plain kernels with weights as a CONV_2D has them."""


def conv_2d_record(row: Row) -> Record:
    """The descriptor of such a kernel."""
    return plain_record(CONV_2D, row, *LAYOUT_FIELDS, Field("group_c", "int32_t"))


class Convolution(Weighted):
    """Undecorated base of the operators whose weights slide over height and width."""

    strides = prop_def(DenseArrayBase.constr(i64), default_value=ONE)
    """Of the height and of the width, like every pair here."""
    padding = prop_def(PaddingAttr, default_value=PaddingAttr(Padding.VALID))
    dilations = prop_def(DenseArrayBase.constr(i64), default_value=ONE)
    pads = opt_prop_def(DenseArrayBase.constr(i64))
    """Zeros above, below, left and right of the input, from a PAD; `padding` comes around them."""

    def __init__(
        self,
        input: SSAValue,
        weights: SSAValue,
        bias: SSAValue | None,
        output: Tensor,
        options: Mapping[str, Attribute],
    ):
        super().__init__(operands=[input, weights, bias], properties=options, result_types=[output])

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        operands = record.input(0), record.input(1), record.optional(2)
        return cls(*operands, record.output(), cls.options(record))

    @classmethod
    def options(cls, record: OperatorRecord) -> dict[str, Attribute]:
        """The properties, as they stand in the file."""
        dilations = record.option("dilationHFactor", 1), record.option("dilationWFactor", 1)
        activation = Activation.read(record.option("fusedActivationFunction", 0))
        return {
            "strides": integers((record.option("strideH", 1), record.option("strideW", 1))),
            "padding": PaddingAttr(Padding.read(record.option("padding", 0))),
            "dilations": integers(dilations),
            "activation": ActivationAttr(activation),
        }

    @rule("input and weights have four dimensions")
    def _layout(self) -> str | None:
        for name in ("input", "weights"):
            if len(found := shape(getattr(self, name))) != 4:
                return f"{name} has shape {found}"
        return None

    @rule("windows, strides and dilations are positive, fit 16 bits and meet the input")
    def _window(self) -> str | None:
        return self.window.problem()

    @property
    def window(self) -> Window:
        _, h, w, _ = shape(self.input)
        _, kh, kw, _ = shape(self.weights)
        return Window(
            (h, w),
            (kh, kw),
            pair(self.strides),
            self.padding.data,
            pair(self.dilations),
            pads(self.pads),
        )

    def infer(self) -> Sequence[Tensor]:
        result = shape(self.input)[0], *self.window.output, self.channels
        return (tensor(result, dtype(self.output), encoding(self.output)),)

    @property
    @abstractmethod
    def groups(self) -> int:
        """How many groups of input channels have outputs of their own."""

    @abstractmethod
    def tap(self, w: Sums, y: int, x: int) -> Sums:
        """The weights of one tap, as groups x input channels x output channels of a group."""

    def sums(self, x: Sums, w: Sums, add: Add) -> Sums:
        images, _, _, channels = x.shape
        groups, result = self.groups, (images, *self.window.output, self.channels)
        sums = np.zeros((groups, prod(result[:3]), self.channels // groups), x.dtype)
        ones = np.ones((1, *x.shape[1:3], 1), x.dtype)
        taps = zip(self.window.taps_of(x, 0.0), self.window.taps_of(ones, 0.0), strict=True)
        for (ky, kx, seen), (_, _, meets) in taps:
            rows = seen.reshape(-1, groups, channels // groups).transpose(1, 0, 2)
            inside = np.tile(meets.reshape(-1, 1) != 0, (images, 1))
            sums = add(sums, rows, self.tap(w, ky, kx), inside)
        return sums.transpose(1, 0, 2).reshape(result)

    def convolution_numbers(self) -> dict[str, Number]:
        """The numbers of a plain kernel, those of its own layout aside."""
        batches, _, _, channels = shape(self.input)
        return {
            **self.plain_numbers(),
            "batches": batches,
            "input_c": channels,
            "output_c": self.channels,
            **self.window.numbers(),
            **self.window.dilation_numbers(),
        }
