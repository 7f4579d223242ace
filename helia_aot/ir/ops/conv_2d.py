"""CONV_2D: y = clamp(requantize(sum((x - x_zero_point) * w) + bias) + y_zero_point), in groups."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.ops.families.convolution import PLAIN, PLAIN_RECORD, Convolution
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, shape
from helia_aot.kernels.cmsis_nn import calls as cmsis_nn
from helia_aot.kernels.cmsis_nn.core import core_of
from helia_aot.kernels.instruction_sets import accelerated
from helia_aot.kernels.kernel import KernelCall


@irdl_op_definition
class Conv2DOp(Convolution):
    """Weights are output channels x height x width x input channels of a group."""

    name = "tfl.conv_2d"
    CODE: ClassVar = "CONV_2D"
    CTX_BUF_USAGE: ClassVar = CtxBufUsage.CONDITIONAL
    RECORDS: ClassVar = (PLAIN_RECORD, cmsis_nn.with_buffer(PLAIN_RECORD))
    CHANNEL_AXIS: ClassVar = 0

    FORMAT: ClassVar = (
        "$input `,` $weights (`bias` $bias^)? (`strides` $strides^)? (`dilations` $dilations^)?"
        " (`padding` $padding^)? (`pads` $pads^)? (`then` $activation^)? (`clamp` $clamp^)?"
        " attr-dict `:` functional-type(operands, results)"
    )

    @rule("the weights' depth divides the input channels into groups that divide the output's")
    def _groups(self) -> str | None:
        channels, depth = shape(self.input)[3], self.group_depth
        if channels % depth or self.channels % (channels // depth):
            found = f"{channels} input and {self.channels} output channels"
            return f"weights are {depth} deep for {found}"
        return None

    @property
    def group_depth(self) -> int:
        """Input channels of a group."""
        return shape(self.weights)[3]

    @property
    def groups(self) -> int:
        return shape(self.input)[3] // self.group_depth

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x, w, bias = (*inputs, None)[:3]
        assert x is not None
        assert w is not None
        result = shape(self.output)
        sums = np.zeros((self.groups, prod(result[:3]), self.channels // self.groups))
        for ky, kx, seen in self.window.taps_of(self.centered(x), 0.0):
            columns = seen.reshape(-1, self.groups, self.group_depth).transpose(1, 0, 2)
            taps = w[:, ky, kx].reshape(self.groups, -1, self.group_depth).transpose(0, 2, 1)
            sums += columns @ taps.astype(np.float64)
        return (self.finish(sums.transpose(1, 0, 2).reshape(result), bias),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        if call := self._accelerated_call(target):
            yield call
        plain = self._plain_call()
        if target.provider == "cmsis-nn" and (call := cmsis_nn.convolution(plain, core_of(target))):
            yield call
        yield plain

    def ctx_buf_required(self, target: Target) -> bool:
        return self.kernel(target).ctx_buf is CtxBufUsage.REQUIRED

    def _accelerated_call(self, target: Target) -> KernelCall | None:
        """Weights packed for the target's own instructions."""
        kernels = accelerated(target)
        if kernels is None or self.groups > 1 or (layer := self.layer()) is None:
            return None
        constants = self.channel_constants()
        return kernels.conv(target, shape(self.input), self.window, layer, constants)

    def _plain_call(self) -> KernelCall:
        """Weights as they stand in the model, for every geometry."""
        return KernelCall(
            PLAIN,
            {**self.convolution_numbers(), "group_c": self.group_depth},
            constants=self.channel_constants(),
            why="any window, stride, dilation and grouping",
        )
