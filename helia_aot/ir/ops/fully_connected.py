"""FULLY_CONNECTED: rows of the input times as many rows of weights as there are units."""

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
from helia_aot.ir.ops.families import weighted
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.ops.families.weighted import Add, Row, Weighted
from helia_aot.ir.ops.families.weighted_types import (
    CentredNarrow,
    Narrow,
    Quantized,
    Sums,
    Weighing,
    Wide,
)
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import Tensor, dtype, encoding, shape, tensor
from helia_aot.kernels.cmsis_nn import calls as cmsis_nn
from helia_aot.kernels.cmsis_nn.core import core_of
from helia_aot.kernels.instruction_sets import accelerated
from helia_aot.kernels.kernel import Field, KernelCall, Number, Record

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
MAX_BIAS_DRIFT = 0.02
"""How far, in output steps, one step of the bias may be from one of the products."""


def is_per_channel(op: Weighing) -> bool:
    return len(quant(op.weights).scales) > 1


class _BiasScale(Quantized):
    """What else TFLM demands of per-tensor weights."""

    @rule("the bias of per-tensor weights has the product of input and weight scale")
    def bias_scale(self, op: Weighing) -> str | None:
        found = quant_of(op.bias) if op.bias is not None else None
        if is_per_channel(op) or found is None:
            return None
        product = float(scales(op.input)[0] * scales(op.weights)[0])
        if abs(product - found.scale) / quant(op.output).scale <= MAX_BIAS_DRIFT:
            return None
        return f"bias has scale {found.scale:.9g}, the product is {product:.9g}"


class _Narrow(_BiasScale, Narrow):
    @rule("per-channel weights have zero point 0")
    def symmetric(self, op: Weighing) -> str | None:
        return super().symmetric(op) if is_per_channel(op) else None


class _CentredNarrow(_BiasScale, CentredNarrow):
    pass


class _Wide(_BiasScale, Wide):
    pass


S8: Row = weighted.S8._replace(arithmetic=_Narrow())
VARIANTS = (
    S8,
    weighted.S16._replace(arithmetic=_Wide()),
    weighted.S16_B32._replace(arithmetic=_CentredNarrow()),
    weighted.F32,
)


def _record(row: Row) -> Record:
    """Of a kernel for weights of any scales."""
    return weighted.plain_record("fully_connected", row, *_SIZES)


_PER_CHANNEL_RECORD = _record(S8)._replace(kind=PER_CHANNEL.struct_kind)
_PER_TENSOR_RECORD = Record(
    PER_TENSOR.struct_kind,
    (
        *(f for f in _PER_CHANNEL_RECORD.fields if f not in S8.arithmetic.CHANNEL_FIELDS),
        *_ONE_SCALE,
    ),
)
_S8_RECORDS = (_PER_TENSOR_RECORD, _PER_CHANNEL_RECORD)


@irdl_op_definition
class FullyConnectedOp(Weighted):
    """Weights are units x depth."""

    name = "tfl.fully_connected"
    CODE: ClassVar = "FULLY_CONNECTED"
    CTX_BUF_USAGE: ClassVar = CtxBufUsage.CONDITIONAL
    VARIANTS: ClassVar = VARIANTS
    RECORDS: ClassVar = (
        *_S8_RECORDS,
        *map(cmsis_nn.with_sums, _S8_RECORDS),
        *map(_record, VARIANTS[1:]),
    )
    CHANNEL_AXIS: ClassVar[int] = 0

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

    @rule("the input's elements are rows of the weights' depth")
    def _depth(self) -> str | None:
        features = prod(shape(self.input))
        if self.keep_dims.value.data:
            features = shape(self.input)[-1] if shape(self.input) else 1
            fits = features == self.depth
        else:
            fits = features % self.depth == 0
        return None if fits else f"input has {features} features, weights expect {self.depth}"

    @property
    def per_channel(self) -> bool:
        return is_per_channel(self)

    @property
    def depth(self) -> int:
        return shape(self.weights)[1]

    def infer(self) -> Sequence[Tensor]:
        rows = (prod(shape(self.input)) // self.depth,)
        if self.keep_dims.value.data:
            rows = shape(self.input)[:-1]
        return (tensor((*rows, self.channels), dtype(self.output), encoding(self.output)),)

    def sums(self, x: Sums, w: Sums, add: Add) -> Sums:
        rows = x.reshape(-1, self.depth)
        zeros = np.zeros((len(rows), self.channels), x.dtype)
        return add(zeros, rows, w.T, True).reshape(shape(self.output))

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        if call := self._accelerated_call(target):
            yield call
        if not self.variant.accelerated:
            yield self._channel_call(self.variant.helper("fully_connected"))
            return
        plain = self._channel_call(PER_CHANNEL) if self.per_channel else self._per_tensor_call()
        yield self._cmsis_nn_call(plain, target) if target.provider == "cmsis-nn" else plain

    def ctx_buf_required(self, target: Target) -> bool:
        return self.kernel(target).ctx_buf is CtxBufUsage.REQUIRED

    def _accelerated_call(self, target: Target) -> KernelCall | None:
        """Weights packed for the target's own instructions, where they have no zero points."""
        kernels = accelerated(target)
        if kernels is None or (layer := self.layer()) is None:
            return None
        if np.any(zero_points(self.weights)):
            return None
        rows = prod(shape(self.input)) // self.depth
        return kernels.fully_connected(target, rows, layer, self.channel_constants())

    def _cmsis_nn_call(self, plain: KernelCall, target: Target) -> KernelCall:
        zeros = np.zeros(self.channels, np.int32)
        bias = zeros if self.bias is None else constant(self.bias)
        return cmsis_nn.fully_connected(plain, core_of(target), constant(self.weights), bias)

    def _per_tensor_call(self) -> KernelCall:
        channels = self.arithmetic.channel_constants(self)
        one_scale = {
            "filter_offset": -int(zero_points(self.weights)[0]),
            "multiplier": int(channels["multipliers"][0]),
            "shift": int(channels["shifts"][0]),
        }
        return KernelCall(
            PER_TENSOR,
            {**self._numbers(), **one_scale},
            constants=self.weight_constants(),
            why="weights of one scale, as they stand",
        )

    def _channel_call(self, helper: KernelHelper) -> KernelCall:
        return KernelCall(
            helper,
            self._numbers(),
            constants=self.channel_constants(),
            why="weights of one scale per unit, as they stand",
        )

    def _numbers(self) -> dict[str, Number]:
        sizes = {
            "batches": prod(shape(self.input)) // self.depth,
            "depth": self.depth,
            "units": self.channels,
        }
        return {**self.plain_numbers(), **sizes}
