"""Prove that no kernel that reads or writes its buffer is handed none, or too little, and that what
a kernel reads behind a tensor is there.

What a kernel needs is computed again, from the numbers of its descriptor and the core that the
module is made for; what it has is looked up in the program. Knows rules, and no kernel.
"""

from collections.abc import Iterator

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import VerifyException

from helia_aot.ir import aot
from helia_aot.ir.constants import constant
from helia_aot.ir.helper import CtxBufUsage, KernelHelper
from helia_aot.ir.program import MAX_REGION_BYTES
from helia_aot.ir.provenance import where
from helia_aot.ir.target import Target
from helia_aot.kernels.ctx_buffers import needed, rule_of
from helia_aot.passes.read_behind import read_behind


class VerifyCtxBufPass(ModulePass):
    """Prove that every kernel that uses its buffer has one that is large enough."""

    name = "verify-ctx-buf"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for module in op.walk():
            if isinstance(module, aot.ModuleOp):
                target = module.config.data.target
                for call in module.walk():
                    if isinstance(call, aot.KernelOp):
                        check(call, target)
                        check_behind(call, module)


def check(call: aot.KernelOp, target: Target) -> None:
    """Raise when the buffer of a call, its declared usage and its rule contradict each other."""
    helper = _helper(call)
    need, have = _need(call, helper, target), _have(call, helper)
    for found in _problems(CtxBufUsage(call.ctx_buf.data), need, have):
        raise VerifyException(
            f"{where(call)}: kernel {helper.key} {found}: need {need} bytes, have {have}"
        )


def check_behind(call: aot.KernelOp, module: aot.ModuleOp) -> None:
    """Raise when a region ends before the bytes that a kernel reads behind a constant."""
    if module.memory is None:
        return
    regions = [r.data for r in module.memory]
    for value, need in read_behind(call, module.config.data.target):
        constant = value.owner
        if not isinstance(constant, aot.ConstantOp) or constant.placements is None:
            continue
        place = constant.placements.data[0].data
        have = regions[place.region].size - place.offset - place.size
        if have < need:
            key = _helper(call).key
            raise VerifyException(
                f"{where(call)}: kernel {key} reads behind its weights: need {need} bytes there,"
                f" have {have}"
            )


def _helper(call: aot.KernelOp) -> KernelHelper:
    for helper in call.shared_kernel_helpers():
        return helper
    raise VerifyException(f"{where(call)}: no shared helper is called {call.callee}")


def _need(call: aot.KernelOp, helper: KernelHelper, target: Target) -> int:
    """What the rule of the kernel's descriptor gives."""
    try:
        return needed(helper.struct_kind, dict(call.numbers.data), target)
    except KeyError as e:
        raise VerifyException(
            f"{where(call)}: kernel {helper.key}: its descriptor has no number {e.args[0]}"
        ) from e


def _have(call: aot.KernelOp, helper: KernelHelper) -> int:
    """Bytes of the buffer: of scratch as planned, or of the constant that the kernel reads; no
    scratch can stand for that."""
    rule, scratch = rule_of(helper.struct_kind), call.scratch.value.data
    if rule is not None and rule.filled:
        array = constant(call.constant_operands().get(rule.field))
        return 0 if array is None else array.nbytes
    if scratch and call.placements is not None:
        return min(scratch, call.placements.data[-1].data.size)
    return scratch


def _problems(usage: CtxBufUsage, need: int, have: int) -> Iterator[str]:
    uses = usage is CtxBufUsage.REQUIRED
    if not 0 <= need < MAX_REGION_BYTES:
        yield "has a rule of an impossible size"
    if not 0 <= have < MAX_REGION_BYTES:
        yield "is given a buffer of an impossible size"
    if usage is CtxBufUsage.CONDITIONAL:
        yield "must say whether it uses its buffer"
    if uses and not need:
        yield "uses its buffer, but its rule gives nothing"
    if not uses and need:
        yield f"is declared {usage}, but uses its buffer"
    if not uses and have:
        yield f"is declared {usage}, but is given a buffer"
    if need > have:
        yield "has too small a buffer"
