"""One shared kernel per distinct signature: calls name its key."""

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, SymbolRefAttr
from xdsl.passes import ModulePass

from helia_aot.ir import aot
from helia_aot.ir.helper import distinct_helpers


class ShareKernelsPass(ModulePass):
    """Make one `aot.helper` per distinct kernel signature; the calls name its key."""

    name = "share-kernels"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for module in [o for o in op.walk() if isinstance(o, aot.ModuleOp)]:
            share(module)


def share(module: aot.ModuleOp) -> None:
    calls = [o for o in module.walk() if isinstance(o, aot.KernelOp)]
    own = [c.helper.data for c in calls if c.helper is not None]
    shared = [o for o in module.block.ops if isinstance(o, aot.HelperOp)]
    helpers = distinct_helpers([*(s.helper.data for s in shared), *own])
    for old in shared:
        old.detach()
        old.erase()
    first = module.block.first_op
    assert first is not None, "a block ends in aot.return"
    module.block.insert_ops_before([aot.HelperOp(h) for h in helpers], first)
    for call in calls:
        if call.helper is not None:
            call.callee = SymbolRefAttr(call.helper.data.key)
            call.helper = None
