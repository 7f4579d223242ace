"""DEPTHWISE_TO_CONV: a depthwise convolution becomes a full one where that costs less.

Exact for any of them: with one input channel the two are one, with more the weights of the other
channels are zeros that add nothing. Whether it is cheaper is a question to the target's kernels.

The cost rule. Both operators choose their kernel for the target, and `kernels/costs.py` says from
measurements what each kernel takes. The rewrite happens if the convolution
takes no more than the depthwise; if zeros have to be stored, no more than `GAIN` of it, and no more
than `MOST_ZEROS` of them. It follows that, with the bundled kernels,

- one input channel with a multiplier becomes a convolution on every core: it reads an element of
  the input once for several outputs, where a depthwise reads it for each;
- with the DSP extension and MVE, so do a few channels with a multiplier, for which there is no fast
  depthwise, and one position of few channels, which then runs as a fully connected layer;
- a channel with one filter stays, as do few positions of many channels: the zeros cost more.

With provider cmsis-nn, whose functions are measured as well,

- one input channel with several filters becomes a convolution on MVE, because that is what CMSIS-NN
  makes of it at run time: the transposition of the weights and the buffer for them are saved;
- without MVE it does for many filters that are no multiple of four: CMSIS-NN's depthwise takes 11
  instructions for each of their products, else 4, and its convolution gathers a byte in about 40.

Kernels that are not measured are not judged.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.transforms.dead_code_elimination import region_dce

from helia_aot.ir.constants import ConstOp, constant, quant_of
from helia_aot.ir.ops.conv_2d import Conv2DOp
from helia_aot.ir.ops.depthwise_conv_2d import DepthwiseConv2DOp
from helia_aot.ir.ops.families.convolution import Convolution
from helia_aot.ir.provenance import carry_provenance
from helia_aot.ir.target import Optimize, Provider, Target
from helia_aot.ir.types import Array, QuantAttr, dense, encoding, shape, tensor
from helia_aot.kernels.costs import estimate
from helia_aot.passes.remarks import remark
from helia_aot.passes.rewrite import rewrite

GAIN = 0.75
MOST_ZEROS = 4096
"""Bytes."""


@dataclass(frozen=True)
class DepthwiseToConvPass(ModulePass):
    """Make a CONV_2D of a DEPTHWISE_CONV_2D where the target's kernels for it cost less."""

    name = "depthwise-to-conv"

    cpu: str = "generic"
    provider: Provider = "bundled"
    optimize: Optimize = "balanced"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = Target(self.cpu, self.provider, self.optimize)
        reasons: dict[Operation, str] = {}
        if rewrite(op, _Rewrite(target, reasons)):
            region_dce(op.body)
        for left in op.walk():
            if left in reasons:
                remark(left, self.name, reasons[left])


class _Rewrite(RewritePattern):
    def __init__(self, target: Target, reasons: dict[Operation, str]):
        self.target = target
        self.reasons = reasons
        """Filled with why an operator stays."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DepthwiseConv2DOp, rewriter: PatternRewriter) -> None:
        made = converted(op, self.target)
        if isinstance(made, str):
            self.reasons[op] = made
        else:
            carry_provenance([op], made[1])
            rewriter.replace(op, made)


def converted(op: DepthwiseConv2DOp, target: Target) -> tuple[ConstOp, Conv2DOp] | str:
    """The weights and the convolution that cost less than `op`, or why there are none."""
    weights = constant(op.weights)
    if weights is None:
        return "its weights are computed at run time"
    channels = shape(op.input)[3]
    zeros = (channels - 1) * weights.size
    if zeros > MOST_ZEROS:
        return f"its weights would have {zeros} zeros, more than {MOST_ZEROS}"
    const = _weights(op, _spread(weights, channels))
    made = _convolution(op, const)
    if (text := _dearer(op, made, GAIN if zeros else 1.0, target)) is not None:
        made.drop_all_references()
        return text
    return const, made


def _spread(weights: Array, channels: int) -> Array:
    """Weights of 1 x height x width x outputs as outputs x height x width x channels."""
    _, h, w, outputs = weights.shape
    spread = np.zeros((outputs, h, w, channels), weights.dtype)
    for output in range(outputs):
        spread[output, :, :, output * channels // outputs] = weights[0, :, :, output]
    return spread


def _weights(op: DepthwiseConv2DOp, weights: Array) -> ConstOp:
    per_channel, single = quant_of(op.weights), encoding(op.weights)
    if single is None and per_channel is not None:
        scales, zero_points = per_channel.scales.get_values(), per_channel.zero_points.get_values()
        per_channel = QuantAttr.of(scales, zero_points, axis=Conv2DOp.CHANNEL_AXIS)
    type = tensor(weights.shape, weights.dtype.name, single)
    const = ConstOp(dense(weights, type), None if single is not None else per_channel)
    assert isinstance(op.weights.owner, ConstOp)
    carry_provenance([op.weights.owner], const)
    const.output.name_hint = op.weights.name_hint
    return const


def _convolution(op: DepthwiseConv2DOp, weights: ConstOp) -> Conv2DOp:
    """The same windows and the same end."""
    own = {k: v for k, v in op.properties.items() if k != "depth_multiplier"}
    operands = [op.input, weights.output, *op.operands[2:]]
    made = Conv2DOp.create(operands=operands, result_types=op.result_types, properties=own)
    assert isinstance(made, Conv2DOp)
    made.output.name_hint = op.output.name_hint
    return made


def _dearer(op: Convolution, made: Convolution, gain: float, target: Target) -> str | None:
    """Why `made` is no gain over `op`."""
    for text in made.violations():
        return f"as CONV_2D: {text}"
    calls = [o.kernel(target) for o in (op, made)]
    costs = [estimate(c, o.work(), target) for c, o in zip(calls, (op, made), strict=True)]
    kinds = [c.helper.struct_kind for c in calls]
    old, new = costs
    if old is None or new is None:
        unknown = kinds[costs.index(None)]
        return f"the cost of {unknown} by {target.provider} is not known"
    if new <= gain * old:
        return None
    found = f"CONV_2D by {kinds[1]} takes about {new:.0f} instructions"
    return f"{found}, {kinds[0]} about {old:.0f}"
