"""AVERAGE_POOL_2D: the mean of every window; padding does not count, but for what a PAD has put
around the input.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.ops.families.pool_types import Numbers, Pooling, Quantized, RealMean, same
from helia_aot.ir.ops.families.pooling import Pool, records
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, shape
from helia_aot.kernels.accelerated import Accelerated
from helia_aot.kernels.cmsis_nn import calls as cmsis_nn
from helia_aot.kernels.cmsis_nn.core import core_of
from helia_aot.kernels.kernel import KernelCall


class _Bytes(Quantized):
    @rule("a window of int8 has at most 2^23 elements, whose sum fits 32 bits")
    def window_size(self, op: Pooling) -> str | None:
        return too_large(op, 1 << 23)


class _Halves(Quantized):
    @rule("a window of int16 has at most 2^15 elements, whose sum fits 32 bits")
    def window_size(self, op: Pooling) -> str | None:
        return too_large(op, 1 << 15)


def too_large(op: Pooling, most: int) -> str | None:
    """For a rule: the window, if it has more elements."""
    kh, kw = op.window.taps
    return None if kh * kw <= most else f"the window is {kh}x{kw}"


S8 = same("s8", "int8", _Bytes())._replace(accelerated=True)
VARIANTS = (S8, same("s16", "int16", _Halves()), same("f32", "float32", RealMean()))
RECORDS = records("AVERAGE_POOL_2D", *VARIANTS)


@irdl_op_definition
class AveragePool2DOp(Pool):
    name = "tfl.average_pool_2d"
    CODE: ClassVar = "AVERAGE_POOL_2D"
    CTX_BUF_USAGE: ClassVar = CtxBufUsage.CONDITIONAL
    VARIANTS: ClassVar = VARIANTS
    RECORDS: ClassVar = (*RECORDS, cmsis_nn.with_buffer(RECORDS[0]))

    FORMAT: ClassVar = (
        "$input `window` $taps (`strides` $strides^)? (`padding` $padding^)?"
        " (`pads` $pads^ `value` $pad_value)? (`then` $activation^)? (`clamp` $clamp^)?"
        " attr-dict `:` functional-type(operands, results)"
    )

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x, own = inputs[0], self.arithmetic
        assert x is not None
        fill = self.fill
        sums = self._sums(x.astype(own.SUMS), fill or 0)
        ones = np.ones((1, *self.window.input, 1), np.int64)
        counts = self._sums(ones, 0 if fill is None else 1)
        return (own.finish(self, own.mean(sums, counts)),)

    def _sums(self, x: Numbers, fill: int) -> Numbers:
        zero = np.zeros((x.shape[0], *self.window.output, x.shape[3]), x.dtype)
        with np.errstate(over="ignore", invalid="ignore"):
            return sum((seen for _, _, seen in self.window.taps_of(x, fill)), zero)

    def cmsis_nn_call(self, plain: KernelCall, target: Target) -> KernelCall:
        return cmsis_nn.average_pool(plain, core_of(target))

    def ctx_buf_required(self, target: Target) -> bool:
        return self.kernel(target).ctx_buf is CtxBufUsage.REQUIRED

    def accelerated_call(self, kernels: Accelerated, plain: KernelCall) -> KernelCall | None:
        kh, kw = self.window.taps
        return kernels.average_pool(plain, shape(self.input)[3], kh * kw)
