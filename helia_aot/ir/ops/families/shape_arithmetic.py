"""What operators on shapes share: int32 and int64, computed at compile time. Knows no operator.

Shapes are static, so arithmetic on them folds away; what does not is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import numpy as np
from xdsl.ir import SSAValue

from helia_aot.ir.activation import Activation
from helia_aot.ir.constants import constant
from helia_aot.ir.ops.families.operator import AotOperator, rule
from helia_aot.ir.quantize import bounds
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, dtype
from helia_aot.kernels.kernel import KernelCall

WHOLE = "int32|int64"
"""Element types of shapes, for a rule."""


def is_whole(value: SSAValue) -> bool:
    return dtype(value) in WHOLE.split("|")


def integers(value: SSAValue | Array | None) -> tuple[int, ...] | None:
    """The elements of an array, or of a constant; None while they are not known."""
    array = constant(value) if isinstance(value, SSAValue) else value
    return None if array is None else tuple(int(n) for n in array.reshape(-1))


def folds_away(op: AotOperator) -> str:
    """For a rule: why an operator without a kernel is still there when it is lowered."""
    return (
        f"its {dtype(op.results[0])} output is computed at run time, and it has no kernel for that"
    )


def clamped(x: Array, activation: Activation) -> Array:
    """Integers of scale 1 under a fused activation."""
    low, high = bounds(x.dtype.name)
    a, b = activation.interval
    return np.clip(x, int(max(a, low)), int(min(b, high))).astype(x.dtype)


class FoldOnlyOperator(AotOperator):
    """Undecorated base of the operators that have no kernel."""

    FOLD_ONLY: ClassVar = True

    @rule("it is computed at compile time", lowered=True)
    def _folds(self) -> str | None:
        return folds_away(self)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        return ()
