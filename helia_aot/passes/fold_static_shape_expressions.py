"""Arithmetic on static shapes disappears into the operands that it computes. Knows no operator.

Every shape is static: where a model says -1, the size that it states beside it counts. So the
dimensions of a tensor are constants, and what is computed of constants is one, too.
"""

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.transforms.dead_code_elimination import region_dce

from helia_aot.ir.constants import constant
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.ops.families.shape_arithmetic import is_whole
from helia_aot.ir.provenance import tensor_name
from helia_aot.ir.types import encoding
from helia_aot.passes.fold_constants import replace_by_value
from helia_aot.passes.remarks import remark
from helia_aot.passes.rewrite import rewrite


class FoldStaticShapeExpressionsPass(ModulePass):
    """Evaluate the operators on int32 and int64 whose operands are known, as all shapes are."""

    name = "fold-static-shape-expressions"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if rewrite(op, FoldShape()):
            region_dce(op.body)
        for left in op.walk():
            if isinstance(left, AotOperator) and _is_expression(left):
                names = ", ".join(map(_name, _unknown(left)))
                remark(left, self.name, f"computed at run time: {names}")


class FoldShape(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AotOperator, rewriter: PatternRewriter) -> None:
        if _is_expression(op) and not _unknown(op):
            replace_by_value(op, rewriter)


def _is_expression(op: AotOperator) -> bool:
    """Whether all results are integers that stand for themselves."""
    return op.is_function and all(is_whole(r) and encoding(r) is None for r in op.results)


def _unknown(op: AotOperator) -> list[SSAValue]:
    """The operands that keep the operator from being evaluated."""
    return [] if op.OF_TYPES else [v for v in op.operands if constant(v) is None]


def _name(value: SSAValue) -> str:
    return tensor_name(value) or value.name_hint or "an operand"
