"""AVERAGE_POOL_2D: the mean of every window, rounded half away from zero; the padding of the scheme does not count.

The quantized numbers themselves are averaged, zero point included: it is the same on both sides.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.kernel import CtxBufUsage, KernelHelper, Record
from helia_aot.ir.operator import rule
from helia_aot.ir.packing.dsp_pool import AVERAGE_POOL_DSP, average_pool_accepts
from helia_aot.ir.pooling import PADDED_FIELDS, POOL_FIELDS, Pool
from helia_aot.ir.types import Array, Int, dtype

MAX_WINDOW = 1 << 23
"""The most elements whose sum a 32-bit accumulator holds, with the half that rounding adds."""


@irdl_op_definition
class AveragePool2DOp(Pool):
    name = "tfl.average_pool_2d"
    CODE: ClassVar = "AVERAGE_POOL_2D"
    CTX_BUF_USAGE: ClassVar = CtxBufUsage.NO_CTX
    RECORDS: ClassVar = (
        Record("average_pool_2d_s8", POOL_FIELDS),
        Record("average_pool_2d_s8_dsp", POOL_FIELDS),
        Record("average_pool_2d_padded_s8", PADDED_FIELDS),
    )
    PLAIN: ClassVar = KernelHelper(
        "average_pool_2d_s8",
        "average_pool_2d_s8",
        "average_pool_2d_s8",
        "int8_t",
        "arm_avgpool_s8",
    )

    PADDED: ClassVar = KernelHelper(*("average_pool_2d_padded_s8",) * 3, "int8_t", "")
    DSP: ClassVar = AVERAGE_POOL_DSP

    assembly_format = (
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

    def dsp_accepts(self, channels: int) -> bool:
        kh, kw = self.window.taps
        return average_pool_accepts(channels, kh * kw)
