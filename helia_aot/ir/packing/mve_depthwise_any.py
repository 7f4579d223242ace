"""DEPTHWISE_CONV_2D int8 of any window for MVE: numbers, parameter stream and scratch.

The kernel is `runtime/cmsis/helia_depthwise_conv_2d_s8_mve_any.c`, which reads the weights as they
stand. Knows shapes and arrays, and no operator.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np

from helia_aot.ir.fields import Value
from helia_aot.ir.kernel import CtxBufUsage, Field, KernelCall, KernelHelper, Record, Role
from helia_aot.ir.packing.mve import FORM_NAMES, Requant, integers, pack_params, unpack_params
from helia_aot.ir.types import Array

_SIZES = (
    *("batches", "input_h", "input_w", "output_h", "output_w", "channels", "multiplier"),
    *("kernel_h", "kernel_w", "stride_h", "stride_w", "pad_h", "pad_w"),
    *("dilation_h", "dilation_w"),
)
_SIGNED = ("input_zero", "output_offset", "act_min", "act_max")

RECORD = Record(
    "depthwise_any_s8_mve",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("weights", "int8_t", Role.CONSTANT),
        Field("params", "int32_t", Role.CONSTANT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("scratch", "int8_t", Role.SCRATCH),
        *(Field(name, "uint16_t") for name in (*_SIZES, "block")),
        *(Field(name, "int16_t") for name in _SIGNED),
        Field("form", "uint8_t"),
    ),
)

HELPER = KernelHelper(
    "depthwise_conv_2d_s8_mve_any",
    RECORD.kind,
    "depthwise_conv_2d_s8_mve_any",
    "int8_t",
    "arm_depthwise_conv_wrapper_s8",
)

_MOST_ROWS = 32


@dataclass(frozen=True)
class DepthwiseAnyShape:
    """The sizes of a depthwise convolution over NHWC; pads are those above and to the left."""

    batches: int
    input_h: int
    input_w: int
    output_h: int
    output_w: int
    channels: int
    """Of the output."""
    multiplier: int
    """Output channels per input channel."""
    kernel_h: int
    kernel_w: int
    stride_h: int = 1
    stride_w: int = 1
    pad_h: int = 0
    pad_w: int = 0
    dilation_h: int = 1
    dilation_w: int = 1

    @property
    def block(self) -> int:
        """Outputs of a row whose accumulators stand side by side."""
        return min(self.output_w, _MOST_ROWS)

    def numbers(self) -> dict[str, int]:
        return asdict(self) | {"block": self.block}


def accepts(shape: DepthwiseAnyShape) -> bool:
    """Whether every number fits the record: the kernel itself takes any shape."""
    return all(0 <= n < 1 << 16 for n in shape.numbers().values())


def numbers(shape: DepthwiseAnyShape, requant: Requant) -> dict[str, int]:
    """The number fields of the record."""
    return shape.numbers() | requant.numbers()


def scratch(shape: DepthwiseAnyShape) -> int:
    return 32 * shape.block


def pack(weights: Array, requant: Requant) -> dict[str, Array]:
    """The CONSTANT fields; weights are rows x columns x output channels."""
    return {"weights": weights.astype(np.int8), "params": pack_params(requant.bias, requant)}


def unpack(constants: Mapping[str, Array], numbers: Mapping[str, Value]) -> dict[str, Array]:
    """The inverse of `pack`: weights, bias, multipliers, shifts."""
    channels = integers(numbers)["channels"]
    params = unpack_params(constants["params"].astype(np.int32), channels)
    return {"weights": constants["weights"], **Requant(*params, 0, 0).constants()}


class DepthwiseAnyPacking:
    """Weights are 1 x height x width x output channels, and stay as they are."""

    name = "depthwise_any_s8_mve"

    def pack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        return pack(constants["weights"], Requant.stored(constants, numbers))

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        return unpack(constants, numbers)


def depthwise_any(
    shape: DepthwiseAnyShape, requant: Requant, constants: Mapping[str, int | Array]
) -> KernelCall | None:
    """The call, or None where a number does not fit; constants as the packing takes them."""
    if not accepts(shape):
        return None
    return KernelCall(
        HELPER,
        numbers(shape, requant),
        constants=constants,
        packing=DepthwiseAnyPacking.name,
        scratch=scratch(shape),
        ctx_buf=CtxBufUsage.REQUIRED,
        why=f"eight channels at a time, requantized by {FORM_NAMES[requant.form()]}",
    )
