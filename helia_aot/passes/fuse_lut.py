"""A chain of operators on single elements becomes one table of 256 bytes.

A link is any operator whose output is a function of one operand's elements, exact to the bit: a
LOGISTIC, a QUANTIZE, an ADD of one constant number. Between the first byte that goes in and the
last one that comes out, values may be of any type: DEQUANTIZE and QUANTIZE in a row are two links.
The table is computed by the links' own `evaluate`. Two links at least are a chain: one look-up
costs less than any two kernels, and a chain that gives back what it gets costs nothing at all.
"""

from collections.abc import Sequence

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.transforms.dead_code_elimination import region_dce

from helia_aot.ir.ops.families.elementwise import is_bytes, table, variable
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.ops.lut import LutOp
from helia_aot.ir.types import Array, tensor_type
from helia_aot.passes.remarks import remark
from helia_aot.passes.rewrite import is_private, is_returned, merge_provenance, readers, rewrite


class FuseLutPass(ModulePass):
    """Replace operators in a row that work on single bytes by a table of 256 bytes."""

    name = "fuse-lut"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if rewrite(op, _Fuse()):
            region_dce(op.body)
        for left in op.walk():
            if isinstance(left, AotOperator) and (text := obstacle(left)):
                remark(left, self.name, text)


class _Fuse(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AotOperator, rewriter: PatternRewriter) -> None:
        chain = chain_to(op)
        if len(chain) < 2:
            return
        (x, entries), y = (variable(chain[0]), table(chain)), op.results[0]
        assert x is not None
        if x.type == y.type and _is_identity(entries) and not is_returned(y):
            rewriter.replace(op, [], [x])
        else:
            fused = LutOp(x, entries, tensor_type(y))
            merge_provenance(chain, fused)
            rewriter.replace(op, fused)
        for link in reversed(chain[:-1]):
            rewriter.erase(link)


def _is_identity(entries: Array) -> bool:
    return np.array_equal(entries.view(np.uint8), np.arange(256))


def chain_to(op: AotOperator) -> Sequence[AotOperator]:
    """The longest chain from bytes to bytes that ends in `op`; empty where there is none, and
    where a longer one goes on behind it."""
    if variable(op) is None or not is_bytes(op.results[0]) or _goes_on(op):
        return ()
    links = [op]
    while (before := _link_before(links[0])) is not None:
        links.insert(0, before)
    first = next((i for i, link in enumerate(links) if _reads_bytes(link)), len(links))
    return links[first:]


def _link_before(op: AotOperator) -> AotOperator | None:
    x = variable(op)
    if x is None or not is_private(x):
        return None
    producer = x.owner
    if not isinstance(producer, AotOperator) or variable(producer) is None:
        return None
    return producer


def _goes_on(op: AotOperator) -> bool:
    """Whether another operator to whose bytes a chain leads takes this one as a link."""
    while (op_behind := _link_behind(op)) is not None:
        if is_bytes(op_behind.results[0]):
            return True
        op = op_behind
    return False


def _link_behind(op: AotOperator) -> AotOperator | None:
    use = op.results[0].get_unique_use()
    user = use.operation if use is not None and is_private(op.results[0]) else None
    if not isinstance(user, AotOperator) or variable(user) is not op.results[0]:
        return None
    return user


def _reads_bytes(op: AotOperator) -> bool:
    x = variable(op)
    return x is not None and is_bytes(x)


def obstacle(op: AotOperator) -> str | None:
    """Why an operator behind another link is not fused with it; None if it is behind none."""
    x = variable(op)
    producer = x.owner if x is not None else None
    if x is None or not isinstance(producer, AotOperator) or variable(producer) is None:
        return None
    if not is_private(x):
        return f"the output of {producer.CODE} before it {readers(x)}"
    return "the chain does not lead from bytes to bytes"
