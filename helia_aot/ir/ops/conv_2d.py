"""CONV_2D: windows of the input times as many filters as there are output channels, in groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from xdsl.irdl import irdl_op_definition

from helia_aot.ir.constants import constant
from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.ops.families.convolution import CONV_2D, VARIANTS, Convolution, conv_2d_record
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.ops.families.weighted_types import Sums
from helia_aot.ir.target import Target
from helia_aot.ir.types import shape
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
    VARIANTS: ClassVar = VARIANTS
    RECORDS: ClassVar = (
        *map(conv_2d_record, VARIANTS),
        cmsis_nn.with_buffer(conv_2d_record(VARIANTS[0])),
    )
    CHANNEL_AXIS: ClassVar[int] = 0

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

    def tap(self, w: Sums, y: int, x: int) -> Sums:
        return w[:, y, x].reshape(self.groups, -1, self.group_depth).transpose(0, 2, 1)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        if call := self._accelerated_call(target):
            yield call
        plain = self._plain_call()
        if target.provider == "cmsis-nn" and self.variant.accelerated:
            computed = constant(self.weights) is None
            if call := cmsis_nn.convolution(plain, core_of(target), computed):
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
            self.variant.helper(CONV_2D),
            {**self.convolution_numbers(), "group_c": self.group_depth},
            constants=self.channel_constants(),
            why="any window, stride, dilation and grouping",
        )
