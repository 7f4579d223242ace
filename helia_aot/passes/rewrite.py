"""Pattern rewriting with the habits of this compiler: one walk, provenance kept."""

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriterListener,
    PatternRewriteWalker,
    RewritePattern,
)

from helia_aot.ir.provenance import NAMES, SOURCE, carry_provenance


def rewrite(module: ModuleOp, *patterns: RewritePattern) -> bool:
    """Apply `patterns` until nothing changes; a new operation inherits from the one it replaces."""
    return PatternRewriteWalker(
        GreedyRewritePatternApplier(list(patterns), dce_enabled=False),
        listener=PatternRewriterListener(operation_replacement_handler=[_keep]),
    ).rewrite_module(module)


def _keep(op: Operation, new_results: Sequence[SSAValue | None]) -> None:
    for value in new_results:
        if value is not None and isinstance(value.owner, Operation):
            new = value.owner
            if SOURCE not in new.attributes and NAMES not in new.attributes:
                carry_provenance([op], new)
