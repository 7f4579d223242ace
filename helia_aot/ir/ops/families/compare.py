"""What MINIMUM and MAXIMUM share: one descriptor, and kernels that compare integers as they are."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import ClassVar

import numpy as np

from helia_aot.ir.helper import CtxBufUsage, KernelHelper
from helia_aot.ir.ops.families.binary import BinaryOperator
from helia_aot.ir.ops.families.binary_types import INT32, INT64, BinaryArithmetic, Pairing, same
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, shape
from helia_aot.kernels.cmsis_nn import calls as cmsis_nn
from helia_aot.kernels.elementwise import LOOPS, TENSORS
from helia_aot.kernels.kernel import Field, KernelCall, Record

RECORDS = (
    Record("compare_s8", (*TENSORS, Field("size", "int32_t"))),
    Record("compare_broadcast_s8", (*TENSORS, *LOOPS)),
)


def helpers(name: str) -> tuple[KernelHelper, KernelHelper]:
    """The kernels of one comparison: for operands of one shape, and for others."""
    flat, broadcast = f"{name}_s8", f"{name}_broadcast_s8"
    return (
        KernelHelper(flat, "compare_s8", flat, "int8_t", f"arm_{name}_s8"),
        KernelHelper(broadcast, "compare_broadcast_s8", broadcast, "int8_t", ""),
    )


class _AsTheyAre(BinaryArithmetic):
    """Integers, whatever their quantization says."""

    def apply(self, op: Pairing, a: Array, b: Array) -> Array:
        return np.asarray(op.FUNCTION(a, b))


class CompareOperator(BinaryOperator):
    """Undecorated base of the operators that choose one of two elements."""

    CTX_BUF_USAGE: ClassVar = CtxBufUsage.IGNORED
    VARIANTS: ClassVar = (same("s8", "int8", _AsTheyAre()), INT32, INT64)
    FLAT: ClassVar[KernelHelper]
    BROADCAST: ClassVar[KernelHelper]

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        if self.flat():
            size = prod(shape(self.output))
            plain = KernelCall(self.FLAT, {"size": size}, (0, 1), why="operands of one shape")
            yield cmsis_nn.ignoring(plain) if target.provider == "cmsis-nn" else plain
        numbers = self.loop_numbers()
        yield KernelCall(self.BROADCAST, numbers, (0, 1), why="operands are broadcast")
