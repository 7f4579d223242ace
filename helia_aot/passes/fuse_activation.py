"""Clamps disappear into the operator before them.

A clamp is any operator on single elements whose 256 results are those of a clamp: a RELU, a
MINIMUM with a constant, a requantization that changes nothing. It goes into an operator that ends
in a clamp of its own, if nobody else reads what is between the two, and if both sides of it are
quantized alike: then the integers are the same.
"""

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.transforms.dead_code_elimination import region_dce

from helia_aot.ir.ops.families.clamp import Clamped, Interval, clip
from helia_aot.ir.ops.families.elementwise import is_bytes, table, variable
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.types import dtype, encoding
from helia_aot.passes.remarks import remark
from helia_aot.passes.rewrite import is_private, merge_provenance, readers, rewrite


class FuseActivationPass(ModulePass):
    """Move a clamp into the operator before it, where both sides of it are quantized alike."""

    name = "fuse-activation"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if rewrite(op, _Fuse()):
            region_dce(op.body)
        for left in op.walk():
            if isinstance(left, AotOperator) and (found := clamp_of(left)):
                remark(left, self.name, obstacle(left, found[0]) or "")


class _Fuse(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AotOperator, rewriter: PatternRewriter) -> None:
        if not (found := clamp_of(op)) or obstacle(op, found[0]) is not None:
            return
        between, interval = found
        producer = between.owner
        assert isinstance(producer, Clamped)
        producer.limits = clip(producer.limits, interval)
        merge_provenance([producer, op], producer)
        rewriter.notify_op_modified(producer)
        rewriter.replace(op, [], [between])


def clamp_of(op: AotOperator) -> tuple[SSAValue, Interval] | None:
    """What an operator clamps, and to which integers; None if it does anything else."""
    x = variable(op)
    if x is None or not is_bytes(x) or dtype(op.results[0]) != dtype(x):
        return None
    values = table([op]).astype(np.int64)
    low, high = int(values.min()), int(values.max())
    every = np.arange(256, dtype=np.uint8).view(dtype(x)).astype(np.int64)
    return (x, (low, high)) if np.array_equal(values, np.clip(every, low, high)) else None


def obstacle(op: AotOperator, between: SSAValue) -> str | None:
    """Why a clamp of `between` stays; None if it can go."""
    producer = between.owner
    if not isinstance(producer, AotOperator):
        return "it clamps an input of the model"
    if not isinstance(producer, Clamped):
        return f"{producer.CODE} before it does not end in a clamp"
    if not is_private(between):
        return f"the output of {producer.CODE} before it {readers(between)}"
    if encoding(between) != encoding(op.results[0]):
        return f"input has {encoding(between)}, output has {encoding(op.results[0])}"
    return None
