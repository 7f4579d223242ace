"""MAX_POOL_2D: the largest element of every window; padding does not count, but for what a PAD has
put around the input.
"""

from __future__ import annotations

from functools import reduce
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.helper import CtxBufUsage, KernelHelper
from helia_aot.ir.ops.families.pooling import Pool
from helia_aot.ir.quantize import bounds
from helia_aot.ir.types import Array, dtype, shape
from helia_aot.kernels.accelerated import Accelerated
from helia_aot.kernels.kernel import KernelCall, Record
from helia_aot.kernels.pool import PADDED_FIELDS, POOL_FIELDS


@irdl_op_definition
class MaxPool2DOp(Pool):
    name = "tfl.max_pool_2d"
    CODE: ClassVar = "MAX_POOL_2D"
    CTX_BUF_USAGE: ClassVar = CtxBufUsage.IGNORED
    RECORDS: ClassVar = (
        Record("max_pool_2d_s8", POOL_FIELDS),
        Record("max_pool_2d_padded_s8", PADDED_FIELDS),
    )
    PLAIN: ClassVar = KernelHelper(
        "max_pool_2d_s8", "max_pool_2d_s8", "max_pool_2d_s8", "int8_t", "arm_max_pool_s8"
    )

    PADDED: ClassVar = KernelHelper(
        "max_pool_2d_padded_s8", "max_pool_2d_padded_s8", "max_pool_2d_padded_s8", "int8_t", ""
    )

    FORMAT: ClassVar = (
        "$input `window` $taps (`strides` $strides^)? (`padding` $padding^)?"
        " (`pads` $pads^ `value` $pad_value)? (`then` $activation^)? (`clamp` $clamp^)?"
        " attr-dict `:` functional-type(operands, results)"
    )

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x = inputs[0]
        assert x is not None
        fill = bounds(dtype(self.input))[0] if self.fill is None else self.fill
        largest = reduce(np.maximum, (seen for _, _, seen in self.window.taps_of(x, fill)))
        low, high = self.limits
        return (np.clip(largest, low, high),)

    def accelerated_call(self, kernels: Accelerated, plain: KernelCall) -> KernelCall | None:
        return kernels.max_pool(plain, shape(self.input)[3])
