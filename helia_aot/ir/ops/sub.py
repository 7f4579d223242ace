"""SUB: a - b on the int32 and int64 of shape arithmetic; quantized tensors have no kernel yet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import numpy as np
from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.binary import ActivatedOperator
from helia_aot.ir.ops.families.binary_types import INT32, INT64
from helia_aot.ir.target import Target
from helia_aot.kernels.kernel import KernelCall


@irdl_op_definition
class SubOp(ActivatedOperator):
    name = "tfl.sub"
    CODE: ClassVar = "SUB"

    FOLD_ONLY: ClassVar = True
    VARIANTS: ClassVar = (INT32, INT64)
    FUNCTION: ClassVar[np.ufunc] = np.subtract

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        return ()
