"""MAX_POOL_2D: the largest element of every window; padding does not count."""

from __future__ import annotations

from functools import reduce
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.constants import quant
from helia_aot.ir.kernel import CtxBufUsage, KernelHelper, Record
from helia_aot.ir.pooling import POOL_FIELDS, Pool
from helia_aot.ir.quantize import bounds
from helia_aot.ir.types import Array, dtype


@irdl_op_definition
class MaxPool2DOp(Pool):
    name = "tfl.max_pool_2d"
    CODE: ClassVar = "MAX_POOL_2D"
    CTX_BUF_USAGE: ClassVar = CtxBufUsage.NO_CTX
    RECORDS: ClassVar = (Record("max_pool_2d_s8", POOL_FIELDS),)
    PLAIN: ClassVar = KernelHelper(
        "max_pool_2d_s8", "max_pool_2d_s8", "max_pool_2d_s8", "int8_t", "arm_max_pool_s8"
    )

    assembly_format = (
        "$input `window` $taps (`strides` $strides^)? (`padding` $padding^)?"
        " (`then` $activation^)? attr-dict `:` functional-type(operands, results)"
    )

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x = inputs[0]
        assert x is not None
        smallest, _ = bounds(dtype(self.input))
        largest = reduce(np.maximum, (seen for _, _, seen in self.window.taps_of(x, smallest)))
        low, high = self.activation.data.range(quant(self.output))
        return (np.clip(largest, low, high),)
