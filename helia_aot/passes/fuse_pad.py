"""An explicit PAD goes into the operator that slides windows over it.

A convolution takes zeros, which are the zero point of its input, on any side. A pool takes any
value, but only through the kernel that counts it. An operator keeps its PAD where it would lose a
kernel for the target's instruction set by taking it: copying a tensor costs less.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i64
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.transforms.dead_code_elimination import region_dce

from helia_aot.ir.constants import quant
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.convolution import Convolution
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.ops.families.pad import PadOperator
from helia_aot.ir.ops.families.pooling import Pool
from helia_aot.ir.target import Provider, Target
from helia_aot.ir.types import encoding, integers
from helia_aot.passes.remarks import remark
from helia_aot.passes.rewrite import is_private, merge_provenance, readers, rewrite

Reader = Convolution | Pool


@dataclass(frozen=True)
class FusePadPass(ModulePass):
    """Let convolutions and pools lay around their input what a PAD before them does."""

    name = "fuse-pad"

    cpu: str = "generic"
    provider: Provider = "bundled"
    """The core, and whose kernels for it an operator must not lose."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = Target(self.cpu, self.provider)
        if rewrite(op, _Fuse(target)):
            region_dce(op.body)
        for left in op.walk():
            if isinstance(left, PadOperator):
                remark(left, self.name, str(fused(left, target)))


class _Fuse(RewritePattern):
    def __init__(self, target: Target):
        self.target = target

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PadOperator, rewriter: PatternRewriter) -> None:
        made = fused(op, self.target)
        if isinstance(made, str):
            return
        (use,) = op.output.uses
        assert isinstance(use.operation, Reader)
        merge_provenance([op, use.operation], made)
        rewriter.replace(use.operation, made)
        rewriter.erase(op)


def fused(pad: PadOperator, target: Target) -> Reader | str:
    """The operator that does what `pad` and its reader do, or why there is none."""
    if not is_private(pad.output):
        return f"its output {readers(pad.output)}"
    (use,) = pad.output.uses
    reader = use.operation
    if not isinstance(reader, Reader) or use.index != 0:
        return f"{getattr(reader, 'CODE', reader.name)} behind it takes no padding"
    if (problem := _problem(pad, reader)) is not None:
        return problem
    made = _padded(reader, pad)
    if (flaw := _flaw(reader, made, target)) is not None:
        made.drop_all_references()
        return flaw
    return made


def _problem(pad: PadOperator, reader: Reader) -> str | None:
    """Why `pad` cannot be said as padding of `reader`."""
    if encoding(pad.input) != encoding(pad.output):
        return f"input has {encoding(pad.input)}, output has {encoding(pad.output)}"
    if found := pad.unlowerable():
        return found
    sides = [(before, after) for _, before, after in pad.axes]
    if len(sides) != 4 or sides[0] != (0, 0) or sides[3] != (0, 0):
        return "it does not pad height and width alone"
    if sides == [(0, 0)] * 4:
        return None
    if isinstance(reader, Convolution):
        zero = quant(reader.input).zero_point
        return None if pad.value() == zero else f"it pads with {pad.value()}, zero is {zero}"
    if reader.fill is not None and reader.fill != pad.value():
        return f"it pads with {pad.value()}, {reader.CODE} behind it with {reader.fill}"
    if reader.fill is None and reader.window.scheme_pads:
        return f"{reader.CODE} behind it does not count its own padding"
    return None


def _padded(reader: Reader, pad: PadOperator) -> Reader:
    """A copy of `reader` that reads the input of `pad` and pads it by itself."""
    (_, top, bottom), (_, left, right) = pad.axes[1:3]
    sides = [a + b for a, b in zip(reader.window.pads, (top, bottom, left, right), strict=True)]
    made = reader.clone()
    made.operands[0] = pad.input
    if not any((top, bottom, left, right)):
        return made
    made.properties["pads"] = integers(sides)
    if isinstance(made, Pool):
        made.pad_value = IntegerAttr(pad.value(), i64)
    return made


def _flaw(reader: Reader, made: Reader, target: Target) -> str | None:
    """Why `made` is worse than `reader` behind a PAD."""
    for text in made.violations():
        return text
    if target.provider == "cmsis-nn" and not _is_even(made):
        return "CMSIS-NN slides along a row only if padding is even, or one more behind"
    before, after = reader.kernel(target).helper, made.kernel(target).helper
    lost = before != _general(reader, target) and after == _general(made, target)
    return f"{reader.CODE} behind it would lose the kernel {before.key}" if lost else None


def _is_even(op: Reader) -> bool:
    """Whether the padding of an operator along a row is one that a scheme could have made."""
    w = op.window
    if w.input[0] != 1 or w.taps[0] != 1:
        return True
    total = (w.output[1] - 1) * w.strides[1] + w.extent[1] - w.input[1]
    return w.before[1] == max(0, total) // 2


def _general(op: AotOperator, target: Target) -> KernelHelper:
    """The kernel for every geometry: the last one that is offered."""
    *_, last = op.kernels(target)
    return last.helper
