"""SUB: a - b on the int32 and int64 of shape arithmetic; quantized tensors have no kernel yet."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.binary import ActivatedOperator
from helia_aot.ir.ops.families.binary_types import INT32, INT64
from helia_aot.ir.ops.families.shape_arithmetic import FoldOnlyOperator


@irdl_op_definition
class SubOp(ActivatedOperator, FoldOnlyOperator):
    name = "tfl.sub"
    CODE: ClassVar = "SUB"

    VARIANTS: ClassVar = (INT32, INT64)
    FUNCTION: ClassVar[np.ufunc] = np.subtract
