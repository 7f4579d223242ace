"""Prove that no kernel that reads or writes its buffer is handed none, or too little."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import VerifyException

from helia_aot.ir import aot
from helia_aot.ir.kernel import CtxBufUsage, Role
from helia_aot.ir.ops import RECORDS
from helia_aot.ir.program import MAX_REGION_BYTES
from helia_aot.ir.provenance import where


@dataclass(frozen=True)
class VerifyCtxBufPass(ModulePass):
    """Prove that every kernel that uses its buffer has one."""

    name = "verify-ctx-buf"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for module in op.body.block.ops:
            if isinstance(module, aot.ModuleOp):
                helpers = {
                    h.helper.data.key: h.helper.data
                    for h in module.block.ops
                    if isinstance(h, aot.HelperOp)
                }
                for call in module.walk():
                    if isinstance(call, aot.KernelOp):
                        helper = call.helper.data if call.helper else helpers[_key(call)]
                        check(call, helper.key, helper.struct_kind)


def check(call: aot.KernelOp, key: str, kind: str) -> None:
    """Raise when the declared usage of the buffer and its size contradict each other."""
    usage, size = CtxBufUsage(call.ctx_buf.data), call.scratch.value.data
    takes = any(f.role is Role.SCRATCH for f in RECORDS[kind].tensors)
    found = None
    if not 0 <= size < MAX_REGION_BYTES:
        found = f"a buffer of {size} bytes is not possible"
    elif usage is CtxBufUsage.CONDITIONAL:
        found = "must say whether it uses its buffer"
    elif usage is CtxBufUsage.REQUIRED and size == 0:
        found = "uses its buffer, but its rule gives 0 bytes"
    elif usage is CtxBufUsage.NO_CTX and size:
        found = f"takes no buffer, but is given {size} bytes"
    elif size and not takes:
        found = f"is given {size} bytes, but its descriptor {kind} has no buffer"
    if found:
        raise VerifyException(f"{where(call)}: kernel {key} {found}")


def _key(call: aot.KernelOp) -> str:
    return "" if call.callee is None else call.callee.root_reference.data
