"""The element types of operators of two tensors: what each demands, and what two elements become.

Knows of an operator what `Pairing` says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any, ClassVar, Protocol

import numpy as np
from xdsl.ir import SSAValue

from helia_aot.ir.activation import Activation
from helia_aot.ir.ops.families.operator import AotOperator, expect_sound, rule
from helia_aot.ir.ops.families.shape_arithmetic import clamped, folds_away
from helia_aot.ir.ops.families.variants import Arithmetic, Variant, all_of
from helia_aot.ir.real import clamp_real
from helia_aot.ir.types import Array
from helia_aot.kernels.kernel import Field, Number


class Pairing(Protocol):
    """An operator of two tensors, as its arithmetic sees it."""

    FUNCTION: ClassVar[np.ufunc]

    @property
    def lhs(self) -> SSAValue: ...
    @property
    def rhs(self) -> SSAValue: ...
    @property
    def output(self) -> SSAValue: ...
    @property
    def clamping(self) -> Activation: ...
    @property
    def limits(self) -> tuple[int, int]: ...
    @property
    def real_limits(self) -> tuple[float, float]: ...


class BinaryArithmetic(Arithmetic, ABC):
    """What operators of two tensors ask."""

    NUMBER_FIELDS: ClassVar[tuple[Field, ...]] = ()
    """The numbers of a descriptor, ahead of those of the shapes."""

    @abstractmethod
    def apply(self, op: Any, a: Array, b: Array) -> Array:
        """What elements become, operands stretched as NumPy does."""

    def numbers(self, op: Any) -> Mapping[str, Number]:
        """The `NUMBER_FIELDS`."""
        return {}

    def order(self, op: Any) -> tuple[int, int]:
        """The operands in the order in which kernels take them."""
        return 0, 1


class Quantized(BinaryArithmetic):
    """Of one scale and zero point per tensor."""

    @rule("quantized tensors have one positive scale and a zero point of their type")
    def sound(self, op: Pairing) -> str | None:
        return expect_sound(lhs=op.lhs, rhs=op.rhs, output=op.output)


class Whole(BinaryArithmetic):
    """int32 and int64 as they are, sums and products wrapping: arithmetic on shapes."""

    @rule("int32 and int64 are computed at compile time", lowered=True)
    def folds(self, op: AotOperator) -> str | None:
        return folds_away(op)

    def apply(self, op: Pairing, a: Array, b: Array) -> Array:
        with np.errstate(over="ignore"):
            return clamped(np.asarray(op.FUNCTION(a, b)), op.clamping)


class Real(BinaryArithmetic):
    """float32: one operation, rounded once, clamped."""

    NUMBER_FIELDS: ClassVar = (Field("act_min", "float"), Field("act_max", "float"))

    def apply(self, op: Pairing, a: Array, b: Array) -> Array:
        with np.errstate(over="ignore", invalid="ignore"):
            return clamp_real(np.asarray(op.FUNCTION(a, b), np.float32), op.real_limits)

    def numbers(self, op: Pairing) -> Mapping[str, Number]:
        low, high = op.real_limits
        return {"act_min": low, "act_max": high}


class RealSum(Real):
    """Sums and differences: of exact operands exact."""

    def float_bound(
        self, op: Any, inputs: Sequence[Array | None], bounds: Sequence[float]
    ) -> float:
        off = hypot(*bounds)
        if not off:
            return 0.0
        largest = sum(np.abs(x[np.isfinite(x)]).max(initial=0.0) for x in inputs if x is not None)
        return float(off + (off + largest) * 2.0**-23)


def same(suffix: str, type: str, arithmetic: BinaryArithmetic) -> Variant[BinaryArithmetic]:
    """The row of operands and result of one type."""
    return Variant(suffix, all_of(type, "lhs", "rhs", "output"), arithmetic)


_WHOLE = Whole()
INT32 = same("", "int32", _WHOLE)
INT64 = same("", "int64", _WHOLE)
