"""Pattern rewriting with the habits of this compiler: one walk, provenance kept."""

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp, NameLoc, NoneAttr, StringAttr
from xdsl.ir import Block, Operation, SSAValue
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriterListener,
    PatternRewriteWalker,
    RewritePattern,
)

from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.provenance import NAMES, SOURCE, carry_provenance, describe


def rewrite(module: ModuleOp, *patterns: RewritePattern) -> bool:
    """Apply `patterns` until nothing changes; a new operation inherits from the one it replaces."""
    return PatternRewriteWalker(
        GreedyRewritePatternApplier(list(patterns), dce_enabled=False),
        listener=PatternRewriterListener(operation_replacement_handler=[_keep]),
    ).rewrite_module(module)


def merge_provenance(sources: Sequence[AotOperator], target: AotOperator) -> None:
    """Let a fused operator stand for all of `sources`; its results are those of the last one."""
    last = sources[-1]
    carry_provenance(sources, target)
    if SOURCE in target.attributes or NAMES in target.attributes:
        target.location = NameLoc(StringAttr(describe(target, target.CODE)), NoneAttr())
    for old, new in zip(last.results, target.results, strict=True):
        new.name_hint = old.name_hint


def is_returned(value: SSAValue) -> bool:
    """Whether a value is an output of the model, or of a block in it."""
    return any(not isinstance(use.operation, AotOperator) for use in value.uses)


def is_private(value: SSAValue) -> bool:
    """Whether a value is read once, and that by an operator beside the one that makes it: what it
    is then matters to nobody."""
    use = value.get_unique_use()
    if use is None or not isinstance(use.operation, AotOperator):
        return False
    made_in = value.owner if isinstance(value.owner, Block) else value.owner.parent_block()
    return use.operation.parent_block() is made_in


def readers(value: SSAValue) -> str:
    """Why a value is not private, for a remark."""
    uses = list(value.uses)
    if is_returned(value):
        return "is an output of the model"
    if len(uses) == 1:
        return "is read in another block"
    return f"is read {len(uses)} times"


def _keep(op: Operation, new_results: Sequence[SSAValue | None]) -> None:
    for value in new_results:
        if value is not None and isinstance(value.owner, Operation):
            new = value.owner
            if SOURCE not in new.attributes and NAMES not in new.attributes:
                carry_provenance([op], new)
