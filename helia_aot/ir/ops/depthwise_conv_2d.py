"""DEPTHWISE_CONV_2D: every input channel is convolved on its own, `multiplier` times.

Output channel c * multiplier + m sees input channel c.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, prop_def

from helia_aot.ir.constants import constant
from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.ops.families.convolution import (
    CONV_2D,
    LAYOUT_FIELDS,
    Convolution,
    conv_2d_record,
)
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.ops.families.weighted import S8, Row, plain_record
from helia_aot.ir.ops.families.weighted_types import Sums
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import shape
from helia_aot.kernels.cmsis_nn import calls as cmsis_nn
from helia_aot.kernels.cmsis_nn.core import core_of
from helia_aot.kernels.instruction_sets import accelerated
from helia_aot.kernels.kernel import Field, KernelCall, Record

DEPTHWISE = "depthwise_conv_2d"
"""Base of the names of its plain kernels."""

VARIANTS = (S8,)


def _record(row: Row) -> Record:
    return plain_record(DEPTHWISE, row, *LAYOUT_FIELDS, Field("depth_multiplier", "int32_t"))


@irdl_op_definition
class DepthwiseConv2DOp(Convolution):
    """Weights are 1 x height x width x output channels."""

    name = "tfl.depthwise_conv_2d"
    CODE: ClassVar = "DEPTHWISE_CONV_2D"
    CTX_BUF_USAGE: ClassVar = CtxBufUsage.CONDITIONAL
    VARIANTS: ClassVar = VARIANTS
    RECORDS: ClassVar = (
        *map(_record, VARIANTS),
        cmsis_nn.with_buffer(_record(S8)),
        *map(conv_2d_record, VARIANTS),
    )
    CHANNEL_AXIS: ClassVar[int] = 3

    depth_multiplier = prop_def(IntegerAttr.constr(i64), default_value=IntegerAttr(1, i64))

    FORMAT: ClassVar = (
        "$input `,` $weights (`bias` $bias^)? (`multiplier` $depth_multiplier^)?"
        " (`strides` $strides^)? (`dilations` $dilations^)? (`padding` $padding^)? (`pads` $pads^)?"
        " (`then` $activation^)? (`clamp` $clamp^)?"
        " attr-dict `:` functional-type(operands, results)"
    )

    @classmethod
    def options(cls, record: OperatorRecord) -> dict[str, Attribute]:
        multiplier = IntegerAttr(record.option("depthMultiplier", 1), i64)
        return {**super().options(record), "depth_multiplier": multiplier}

    @rule("the weights' first dimension is 1")
    def _single(self) -> str | None:
        first = shape(self.weights)[0]
        return None if first == 1 else f"weights have {first} filters of full depth"

    @rule("the output channels are the input channels times the depth multiplier")
    def _multiplier(self) -> str | None:
        channels, multiplier = shape(self.input)[3], self.depth_multiplier.value.data
        if channels * multiplier == self.channels:
            return None
        return f"input has {channels} channels, multiplier {multiplier}, weights {self.channels}"

    @property
    def groups(self) -> int:
        return shape(self.input)[3]

    def tap(self, w: Sums, y: int, x: int) -> Sums:
        return w[0, y, x].reshape(self.groups, 1, -1)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        if call := self._accelerated_call(target):
            yield call
        if target.provider == "bundled" and (call := self._single_call()):
            yield call
        plain = self._plain_call()
        foreign = target.provider == "cmsis-nn" and self.variant.accelerated
        if foreign and (call := cmsis_nn.depthwise(plain, core_of(target))):
            yield call
        yield plain

    def ctx_buf_required(self, target: Target) -> bool:
        return self.kernel(target).ctx_buf is CtxBufUsage.REQUIRED

    def _accelerated_call(self, target: Target) -> KernelCall | None:
        """Weights packed for the target's own instructions."""
        kernels = accelerated(target)
        if kernels is None or (layer := self.layer()) is None:
            return None
        constants = self.channel_constants()
        return kernels.depthwise(target, shape(self.input), self.window, layer, constants)

    def _single_call(self) -> KernelCall | None:
        """Several filters of one channel are a convolution, once their weights stand like any."""
        weights = constant(self.weights)
        if shape(self.input)[3] != 1 or self.channels == 1 or weights is None:
            return None
        return KernelCall(
            self.variant.helper(CONV_2D),
            {**self.convolution_numbers(), "group_c": 1},
            constants={**self.channel_constants(), "weights": weights.transpose(3, 1, 2, 0)},
            why="one input channel, read once for all outputs",
        )

    def _plain_call(self) -> KernelCall:
        """Weights as they stand in the model, for every geometry."""
        multiplier = self.depth_multiplier.value.data
        return KernelCall(
            self.variant.helper(DEPTHWISE),
            {**self.convolution_numbers(), "depth_multiplier": multiplier},
            constants=self.channel_constants(),
            why="any window, stride, dilation and multiplier",
        )
