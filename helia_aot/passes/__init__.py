"""The passes and the pipeline. Adding a pass: write the file, list it here, add a lit test."""

from xdsl.passes import ModulePass

from helia_aot.passes.canonicalize import CanonicalizePass
from helia_aot.passes.fold_constants import FoldConstantsPass
from helia_aot.passes.lower_to_aot import LowerToAotPass
from helia_aot.passes.pack_weights import PackWeightsPass
from helia_aot.passes.plan_memory import PlanMemoryPass
from helia_aot.passes.share_kernels import ShareKernelsPass
from helia_aot.passes.verify_ctx_buf import VerifyCtxBufPass

PASSES: tuple[type[ModulePass], ...] = (
    CanonicalizePass,
    FoldConstantsPass,
    LowerToAotPass,
    PackWeightsPass,
    PlanMemoryPass,
    ShareKernelsPass,
    VerifyCtxBufPass,
)

GRAPH: tuple[type[ModulePass], ...] = (CanonicalizePass, FoldConstantsPass)
"""Passes on the graph; level 0 runs none of them."""

PROGRAM: tuple[type[ModulePass], ...] = (
    PackWeightsPass,
    ShareKernelsPass,
    VerifyCtxBufPass,
    PlanMemoryPass,
)
"""Passes on the program, after `lower-to-aot`."""


def pipeline(
    lowering: LowerToAotPass, planning: PlanMemoryPass, level: int = 2
) -> list[ModulePass]:
    """The passes of a conversion, in order; `str` of each is how `helia-opt -p` takes it.

    Level 0 is only what correct code needs, 1 adds cheap local rewrites, 2 all exact rewrites.
    """
    graph = [CanonicalizePass()] if level == 1 else [p() for p in GRAPH] if level == 2 else []
    program = [planning if p is PlanMemoryPass else p() for p in PROGRAM]
    return [*graph, lowering, *program]


PIPELINE = ",".join(str(p) for p in pipeline(LowerToAotPass(), PlanMemoryPass()))
"""The default pipeline as one line of text."""
