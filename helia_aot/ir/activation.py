"""Fused activations as clamps of the quantized result."""

import math
from enum import auto

import numpy as np
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from helia_aot.ir.quantize import bounds
from helia_aot.ir.types import QuantAttr

FARTHEST = float(1 << 31)
"""Steps from the zero point beyond which every integer is clamped anyway."""


class Activation(StrEnum):
    """LiteRT's ActivationFunctionType, in its order."""

    NONE = auto()
    RELU = auto()
    RELU_N1_TO_1 = auto()
    RELU6 = auto()
    TANH = auto()
    SIGN_BIT = auto()

    @staticmethod
    def read(code: int) -> "Activation":
        if code not in range(len(Activation)):
            raise VerifyException(f"fused activation {code} is not known")
        return tuple(Activation)[code]

    @property
    def interval(self) -> tuple[float, float]:
        """The real interval that the result is clamped to."""
        match self:
            case Activation.NONE:
                return -math.inf, math.inf
            case Activation.RELU:
                return 0.0, math.inf
            case Activation.RELU_N1_TO_1:
                return -1.0, 1.0
            case Activation.RELU6:
                return 0.0, 6.0
            case _:
                raise VerifyException(f"fused activation {self.name} is not a clamp")

    def range(self, quant: QuantAttr, dtype: str = "int8") -> tuple[int, int]:
        """The clamp on quantized values; rounding in float32, ties away from zero, as TFLM does."""
        low, high = bounds(dtype)
        a, b = self.interval
        return (
            low if a == -math.inf else max(low, quantized(a, quant)),
            high if b == math.inf else min(high, quantized(b, quant)),
        )


def quantized(real: float, quant: QuantAttr) -> int:
    with np.errstate(over="ignore"):
        ratio = float(np.float32(real) / np.float32(quant.scale))
    ratio = min(max(ratio, -FARTHEST), FARTHEST)
    return quant.zero_point + int(math.copysign(math.floor(abs(ratio) + 0.5), ratio))


def expect_clamp(activation: Activation) -> str | None:
    """For a rule: what a fused activation is, when it is no clamp."""
    try:
        activation.interval  # noqa: B018 (asked for its refusal)
    except VerifyException as e:
        return str(e)
    return None


@irdl_attr_definition
class ActivationAttr(EnumAttribute[Activation], SpacedOpaqueSyntaxAttribute):
    name = "tfl.activation"
