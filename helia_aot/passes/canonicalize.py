"""Greedy folds and canonicalization patterns, dead code removed, provenance kept."""

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.interfaces import HasCanonicalizationPatternsInterface, HasFolderInterface
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.transforms.dead_code_elimination import region_dce

from helia_aot.passes.rewrite import rewrite


class CanonicalizePass(ModulePass):
    """Fold what is its operand, apply the operators' own patterns, remove what nobody uses."""

    name = "canonicalize"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        rewrite(op, FoldToOperand(), OwnPatterns())
        region_dce(op.body)


class FoldToOperand(RewritePattern):
    """An operation whose fold is one of its operands goes away."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, HasFolderInterface) or not op.operands:
            return
        folded = op.fold()
        if folded is not None and all(isinstance(v, SSAValue) for v in folded):
            rewriter.replace(op, [], [v for v in folded if isinstance(v, SSAValue)])


class OwnPatterns(RewritePattern):
    """The canonicalization patterns that operators bring."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if isinstance(op, HasCanonicalizationPatternsInterface):
            for pattern in op.get_canonicalization_patterns():
                pattern.match_and_rewrite(op, rewriter)
                if rewriter.has_done_action:
                    return
