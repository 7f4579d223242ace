"""MAX_POOL_2D: the largest element of every window; padding does not count, but for what a PAD has
put around the input.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.ops.families.pool_types import Quantized, Real, same
from helia_aot.ir.ops.families.pooling import Pool, records
from helia_aot.ir.types import Array, shape
from helia_aot.kernels.accelerated import Accelerated
from helia_aot.kernels.kernel import KernelCall

_STEPS = Quantized()
VARIANTS = (
    same("s8", "int8", _STEPS)._replace(accelerated=True),
    same("s16", "int16", _STEPS),
    same("f32", "float32", Real()),
)


@irdl_op_definition
class MaxPool2DOp(Pool):
    name = "tfl.max_pool_2d"
    CODE: ClassVar = "MAX_POOL_2D"
    CTX_BUF_USAGE: ClassVar = CtxBufUsage.IGNORED
    VARIANTS: ClassVar = VARIANTS
    RECORDS: ClassVar = records("MAX_POOL_2D", *VARIANTS)
    CMSIS: ClassVar = "arm_max_pool_s8"

    FORMAT: ClassVar = (
        "$input `window` $taps (`strides` $strides^)? (`padding` $padding^)?"
        " (`pads` $pads^ `value` $pad_value)? (`then` $activation^)? (`clamp` $clamp^)?"
        " attr-dict `:` functional-type(operands, results)"
    )

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x, own = inputs[0], self.arithmetic
        assert x is not None
        fill = own.lowest(self) if self.fill is None else self.fill
        windows = (seen for _, _, seen in self.window.taps_of(x, fill))
        lowest = np.full(shape(self.output), own.lowest(self), x.dtype)
        return (own.finish(self, own.largest(windows, lowest)),)

    def accelerated_call(self, kernels: Accelerated, plain: KernelCall) -> KernelCall | None:
        return kernels.max_pool(plain, shape(self.input)[3])
