"""What convolutions over height and width share: their window, shape rule and descriptor fields.

Knows nothing of how weights are laid out: CONV_2D and DEPTHWISE_CONV_2D say that themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from xdsl.dialects.builtin import DenseArrayBase, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import opt_prop_def, prop_def

from helia_aot.ir.activation import Activation, ActivationAttr
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.ops.families.weighted import (
    CHANNEL_FIELDS,
    OUTPUT,
    QUANTIZATION_FIELDS,
    TENSOR_FIELDS,
    Weighted,
)
from helia_aot.ir.ops.families.window import ONE, pads, pair
from helia_aot.ir.padding import Padding, PaddingAttr
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import Tensor, dtype, encoding, integers, shape, tensor
from helia_aot.kernels.kernel import Field, Record
from helia_aot.kernels.window import DILATION_FIELDS, WINDOW_FIELDS, Window

CONVOLUTION_FIELDS = (
    *TENSOR_FIELDS,
    *CHANNEL_FIELDS,
    OUTPUT,
    *QUANTIZATION_FIELDS,
    Field("batches", "int32_t"),
    Field("input_c", "int32_t"),
    Field("output_c", "int32_t"),
    *WINDOW_FIELDS,
    *DILATION_FIELDS,
)

PLAIN = KernelHelper("conv_2d_s8", "conv_2d_s8", "conv_2d_s8", "int8_t", "")
PLAIN_RECORD = Record("conv_2d_s8", (*CONVOLUTION_FIELDS, Field("group_c", "int32_t")))
"""Full convolutions with weights as a CONV_2D has them."""


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

    def convolution_numbers(self) -> dict[str, int]:
        """The number fields among `CONVOLUTION_FIELDS`."""
        batches, _, _, channels = shape(self.input)
        return {
            **self.quantization_numbers(),
            "batches": batches,
            "input_c": channels,
            "output_c": self.channels,
            **self.window.numbers(),
            **self.window.dilation_numbers(),
        }
