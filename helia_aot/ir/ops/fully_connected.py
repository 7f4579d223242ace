"""FULLY_CONNECTED: y = clamp(requantize(sum((x - x_zero_point) * w) + bias) + y_zero_point)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import ClassVar, Self

import numpy as np
from xdsl.dialects.builtin import BoolAttr
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, prop_def

from helia_aot.ir.activation import Activation, ActivationAttr
from helia_aot.ir.constants import constant, quant, quant_of, scales, zero_points
from helia_aot.ir.helper import CtxBufUsage, KernelHelper
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.ops.families.weighted import (
    CHANNEL_FIELDS,
    OUTPUT,
    QUANTIZATION_FIELDS,
    TENSOR_FIELDS,
    Weighted,
)
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor
from helia_aot.kernels.cmsis_nn import calls as cmsis_nn
from helia_aot.kernels.cmsis_nn.core import core_of
from helia_aot.kernels.instruction_sets import accelerated
from helia_aot.kernels.kernel import Field, KernelCall, Record

PER_TENSOR = KernelHelper(
    "fully_connected_s8",
    "fully_connected_s8",
    "fully_connected_s8",
    "int8_t",
    "arm_fully_connected_s8",
)
PER_CHANNEL = KernelHelper(
    "fully_connected_per_channel_s8",
    "fully_connected_per_channel_s8",
    "fully_connected_per_channel_s8",
    "int8_t",
    "arm_fully_connected_per_channel_s8",
)

_SIZES = (Field("batches", "int32_t"), Field("depth", "int32_t"), Field("units", "int32_t"))
_ONE_SCALE = (
    Field("filter_offset", "int32_t"),
    Field("multiplier", "int32_t"),
    Field("shift", "int32_t"),
)
_PLAIN_RECORDS = (
    Record(
        "fully_connected_s8", (*TENSOR_FIELDS, OUTPUT, *QUANTIZATION_FIELDS, *_SIZES, *_ONE_SCALE)
    ),
    Record(
        "fully_connected_per_channel_s8",
        (*TENSOR_FIELDS, *CHANNEL_FIELDS, OUTPUT, *QUANTIZATION_FIELDS, *_SIZES),
    ),
)

MAX_BIAS_DRIFT = 0.02
"""How far, in output steps, one step of the bias may be from one of the products."""


@irdl_op_definition
class FullyConnectedOp(Weighted):
    """Weights are units x depth."""

    name = "tfl.fully_connected"
    CODE: ClassVar = "FULLY_CONNECTED"
    CTX_BUF_USAGE: ClassVar = CtxBufUsage.CONDITIONAL
    RECORDS: ClassVar = (*_PLAIN_RECORDS, *map(cmsis_nn.with_sums, _PLAIN_RECORDS))
    CHANNEL_AXIS: ClassVar = 0

    keep_dims = prop_def(BoolAttr, default_value=BoolAttr.from_bool(False))

    FORMAT: ClassVar = (
        "$input `,` $weights (`bias` $bias^)? (`then` $activation^)? (`clamp` $clamp^)?"
        " (`keep_dims` $keep_dims^)?"
        " attr-dict `:` functional-type(operands, results)"
    )

    def __init__(
        self,
        input: SSAValue,
        weights: SSAValue,
        bias: SSAValue | None,
        output: Tensor,
        activation: Activation = Activation.NONE,
        keep_dims: bool = False,
    ):
        super().__init__(
            operands=[input, weights, bias],
            properties={
                "activation": ActivationAttr(activation),
                "keep_dims": BoolAttr.from_bool(keep_dims),
            },
            result_types=[output],
        )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(
            record.input(0),
            record.input(1),
            record.optional(2),
            record.output(),
            Activation.read(record.option("fusedActivationFunction", 0)),
            bool(record.option("keepNumDims", False)),
        )

    @rule("the weights are a matrix of units x depth")
    def _layout(self) -> str | None:
        found = shape(self.weights)
        return None if len(found) == 2 else f"weights have shape {found}"

    @rule("per-channel weights have zero point 0")
    def _symmetric(self) -> str | None:
        return super()._symmetric() if self.per_channel else None

    @rule("the input's elements are rows of the weights' depth")
    def _depth(self) -> str | None:
        features = prod(shape(self.input))
        if self.keep_dims.value.data:
            features = shape(self.input)[-1] if shape(self.input) else 1
            fits = features == self.depth
        else:
            fits = features % self.depth == 0
        return None if fits else f"input has {features} features, weights expect {self.depth}"

    @rule("the bias of per-tensor weights has the product of input and weight scale")
    def _bias_scale(self) -> str | None:
        found = quant_of(self.bias) if self.bias is not None else None
        if self.per_channel or found is None:
            return None
        product = float(scales(self.input)[0] * scales(self.weights)[0])
        if abs(product - found.scale) / quant(self.output).scale <= MAX_BIAS_DRIFT:
            return None
        return f"bias has scale {found.scale:.9g}, the product is {product:.9g}"

    @property
    def per_channel(self) -> bool:
        return len(quant(self.weights).scales) > 1

    @property
    def depth(self) -> int:
        return shape(self.weights)[1]

    def infer(self) -> Sequence[Tensor]:
        rows = (prod(shape(self.input)) // self.depth,)
        if self.keep_dims.value.data:
            rows = shape(self.input)[:-1]
        return (tensor((*rows, self.channels), dtype(self.output), encoding(self.output)),)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        x, w, bias = (*inputs, None)[:3]
        assert x is not None
        assert w is not None
        rows = self.centered(x).reshape(-1, self.depth)
        columns = w.astype(np.float64) - zero_points(self.weights).reshape(-1, 1)
        return (self.finish(rows @ columns.T, bias).reshape(shape(self.output)),)

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        if call := self._accelerated_call(target):
            yield call
        plain = self._per_channel_call() if self.per_channel else self._per_tensor_call()
        yield self._cmsis_nn_call(plain, target) if target.provider == "cmsis-nn" else plain

    def ctx_buf_required(self, target: Target) -> bool:
        return self.kernel(target).ctx_buf is CtxBufUsage.REQUIRED

    def _accelerated_call(self, target: Target) -> KernelCall | None:
        """Weights packed for the target's own instructions, where they have no zero points."""
        kernels = accelerated(target)
        if kernels is None or np.any(zero_points(self.weights)) or (layer := self.layer()) is None:
            return None
        rows = prod(shape(self.input)) // self.depth
        return kernels.fully_connected(target, rows, layer, self.channel_constants())

    def _cmsis_nn_call(self, plain: KernelCall, target: Target) -> KernelCall:
        zeros = np.zeros(self.channels, np.int32)
        bias = zeros if self.bias is None else constant(self.bias)
        return cmsis_nn.fully_connected(plain, core_of(target), constant(self.weights), bias)

    def _per_tensor_call(self) -> KernelCall:
        multipliers, shifts = self.requantization()
        one_scale = {
            "filter_offset": -int(zero_points(self.weights)[0]),
            "multiplier": int(multipliers[0]),
            "shift": int(shifts[0]),
        }
        return KernelCall(
            PER_TENSOR,
            {**self._numbers(), **one_scale},
            constants=self.weight_constants(),
            why="weights of one scale, as they stand",
        )

    def _per_channel_call(self) -> KernelCall:
        return KernelCall(
            PER_CHANNEL,
            self._numbers(),
            constants=self.channel_constants(),
            why="weights of one scale per unit, as they stand",
        )

    def _numbers(self) -> dict[str, int]:
        sizes = {
            "batches": prod(shape(self.input)) // self.depth,
            "depth": self.depth,
            "units": self.channels,
        }
        return {**self.quantization_numbers(), **sizes}
