"""AVERAGE_POOL_2D: the mean of every window, rounded half away from zero; padding does not count,
but for what a PAD has put around the input.

The quantized numbers themselves are averaged, zero point included: it is the same on both sides.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.helper import CtxBufUsage, KernelHelper
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.ops.families.pooling import Pool
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Int, dtype, shape
from helia_aot.kernels.accelerated import Accelerated
from helia_aot.kernels.cmsis_nn import calls as cmsis_nn
from helia_aot.kernels.cmsis_nn.core import core_of
from helia_aot.kernels.kernel import KernelCall, Record
from helia_aot.kernels.pool import PADDED_FIELDS, POOL_FIELDS

MAX_WINDOW = 1 << 23
"""The most elements whose sum a 32-bit accumulator holds, with the half that rounding adds."""


_PLAIN_RECORD = Record("average_pool_2d_s8", POOL_FIELDS)


@irdl_op_definition
class AveragePool2DOp(Pool):
    name = "tfl.average_pool_2d"
    CODE: ClassVar = "AVERAGE_POOL_2D"
    CTX_BUF_USAGE: ClassVar = CtxBufUsage.CONDITIONAL
    RECORDS: ClassVar = (
        _PLAIN_RECORD,
        cmsis_nn.with_buffer(_PLAIN_RECORD),
        Record("average_pool_2d_padded_s8", PADDED_FIELDS),
    )
    PLAIN: ClassVar = KernelHelper(
        "average_pool_2d_s8", "average_pool_2d_s8", "average_pool_2d_s8", "int8_t", ""
    )
    PADDED: ClassVar = KernelHelper(
        "average_pool_2d_padded_s8",
        "average_pool_2d_padded_s8",
        "average_pool_2d_padded_s8",
        "int8_t",
        "",
    )

    FORMAT: ClassVar = (
        "$input `window` $taps (`strides` $strides^)? (`padding` $padding^)?"
        " (`pads` $pads^ `value` $pad_value)? (`then` $activation^)? (`clamp` $clamp^)?"
        " attr-dict `:` functional-type(operands, results)"
    )

    @rule(f"a window has at most {MAX_WINDOW} elements")
    def _window_size(self) -> str | None:
        (kh, kw) = self.window.taps
        return None if kh * kw <= MAX_WINDOW else f"the window is {kh}x{kw}"

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x = inputs[0]
        assert x is not None
        fill = self.fill
        sums = self._sums(x.astype(np.int64), fill or 0)
        ones = np.ones((1, *self.window.input, 1), np.int64)
        counts = self._sums(ones, 0 if fill is None else 1)
        mean = np.sign(sums) * ((np.abs(sums) + counts // 2) // counts)
        low, high = self.limits
        return (np.clip(mean, low, high).astype(dtype(self.output)),)

    def _sums(self, x: Int, fill: int) -> Int:
        zero = np.zeros((x.shape[0], *self.window.output, x.shape[3]), np.int64)
        return sum((seen for _, _, seen in self.window.taps_of(x, fill)), zero)

    def cmsis_nn_call(self, plain: KernelCall, target: Target) -> KernelCall:
        return cmsis_nn.average_pool(plain, core_of(target))

    def ctx_buf_required(self, target: Target) -> bool:
        return self.kernel(target).ctx_buf is CtxBufUsage.REQUIRED

    def accelerated_call(self, kernels: Accelerated, plain: KernelCall) -> KernelCall | None:
        kh, kw = self.window.taps
        return kernels.average_pool(plain, shape(self.input)[3], kh * kw)
