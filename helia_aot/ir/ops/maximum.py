"""MAXIMUM: the larger of two integers, as they are.

TFLM compares the integers whatever their quantization says; so does this. Where all three tensors
are quantized alike, that is the larger real number.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.compare import RECORDS, CompareOperator, helpers

FLAT, BROADCAST = helpers("maximum")


@irdl_op_definition
class MaximumOp(CompareOperator):
    name = "tfl.maximum"
    CODE: ClassVar = "MAXIMUM"
    RECORDS: ClassVar = RECORDS
    FUNCTION: ClassVar[np.ufunc] = np.maximum
    FLAT: ClassVar = FLAT
    BROADCAST: ClassVar = BROADCAST
    ELEMENTWISE_KERNELS: ClassVar = {"int8": FLAT}
