"""Evaluate at compile time what depends on constants alone."""

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.transforms.dead_code_elimination import region_dce

from helia_aot.ir.constants import ConstOp, constant
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.provenance import NAMES, strings
from helia_aot.ir.provenance import tensor_names as names_of
from helia_aot.ir.types import dense, tensor_type
from helia_aot.passes.rewrite import rewrite


class FoldConstantsPass(ModulePass):
    """Replace operators on constants by their value, computed by the exact `evaluate`."""

    name = "fold-constants"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if rewrite(op, Fold()):
            region_dce(op.body)


class Fold(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AotOperator, rewriter: PatternRewriter) -> None:
        if op.is_function and op.operands and all(constant(v) is not None for v in op.operands):
            replace_by_value(op, rewriter)


def replace_by_value(op: AotOperator, rewriter: PatternRewriter) -> None:
    """Put constants in the place of an operator whose operands are known. One that breaks a rule
    now that they are stays, to be refused."""
    if any(op.violations()):
        return
    results = op.evaluate(*(constant(v) for v in op.operands))
    made = [
        ConstOp(dense(array, tensor_type(result)))
        for array, result in zip(results, op.results, strict=True)
    ]
    for const, name in zip(made, names_of(op), strict=True):
        const.attributes[NAMES] = strings([name])
    rewriter.replace(op, made, [c.output for c in made])
