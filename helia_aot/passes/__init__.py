"""The passes and the pipeline. Adding a pass: write the file, list it here, add a lit test."""

from dataclasses import fields, replace

from xdsl.passes import ModulePass

from helia_aot.passes.canonicalize import CanonicalizePass
from helia_aot.passes.depthwise_to_conv import DepthwiseToConvPass
from helia_aot.passes.fold_constants import FoldConstantsPass
from helia_aot.passes.fold_static_shape_expressions import FoldStaticShapeExpressionsPass
from helia_aot.passes.fuse_activation import FuseActivationPass
from helia_aot.passes.fuse_lut import FuseLutPass
from helia_aot.passes.fuse_pad import FusePadPass
from helia_aot.passes.lower_to_aot import LowerToAotPass
from helia_aot.passes.pack_weights import PackWeightsPass
from helia_aot.passes.plan_memory import PlanMemoryPass
from helia_aot.passes.share_kernels import ShareKernelsPass
from helia_aot.passes.verify_ctx_buf import VerifyCtxBufPass

PASSES: tuple[type[ModulePass], ...] = (
    CanonicalizePass,
    DepthwiseToConvPass,
    FoldConstantsPass,
    FoldStaticShapeExpressionsPass,
    FuseActivationPass,
    FuseLutPass,
    FusePadPass,
    LowerToAotPass,
    PackWeightsPass,
    PlanMemoryPass,
    ShareKernelsPass,
    VerifyCtxBufPass,
)

GRAPH: tuple[type[ModulePass], ...] = (
    FoldStaticShapeExpressionsPass,
    CanonicalizePass,
    FoldConstantsPass,
    FusePadPass,
    FuseActivationPass,
    FuseLutPass,
    DepthwiseToConvPass,
)
"""Passes on the graph; level 2 runs all of them.

Shapes are known first, then what is constant, before anything is matched. A clamp goes into the
operator before it rather than into a table, because there it costs nothing. A depthwise convolution
is judged last, as it will be lowered: with its padding and its clamp.
"""

NEEDED: tuple[type[ModulePass], ...] = (FoldStaticShapeExpressionsPass,)
"""Those of them that level 0 runs: arithmetic on shapes has no kernels."""

LOCAL: tuple[type[ModulePass], ...] = (
    FoldStaticShapeExpressionsPass,
    CanonicalizePass,
    FusePadPass,
    FuseActivationPass,
)
"""Those of them that level 1 runs: an operator goes away, and no constant is made but a shape."""

TARGET = frozenset({"cpu", "provider", "optimize"})
"""Options by which a pass on the graph knows what kernels are chosen for."""

PROGRAM: tuple[type[ModulePass], ...] = (
    PackWeightsPass,
    ShareKernelsPass,
    VerifyCtxBufPass,
    PlanMemoryPass,
)
"""Passes on the program, after `lower-to-aot`."""


def pipeline(
    lowering: LowerToAotPass,
    planning: PlanMemoryPass,
    level: int = 2,
    asked: frozenset[str] = frozenset(),
) -> list[ModulePass]:
    """The passes of a conversion, in order; `str` of each is how `helia-opt -p` takes it.

    Level 0 is only what correct code needs, 1 adds cheap local rewrites, 2 all exact rewrites;
    passes on the graph that are asked for by name run at every level.
    """
    own = {0: NEEDED, 1: LOCAL, 2: GRAPH}[level]
    graph = [_for_target(p(), lowering) for p in GRAPH if p in own or p.name in asked]
    program = [planning if p is PlanMemoryPass else p() for p in PROGRAM]
    return [*graph, lowering, *program]


def _for_target(step: ModulePass, lowering: LowerToAotPass) -> ModulePass:
    """A pass with the options that it has in common with the choice of kernels."""
    common = {f.name for f in fields(step)} & TARGET  # pyright: ignore[reportArgumentType]
    return replace(step, **{name: getattr(lowering, name) for name in common})


PIPELINE = ",".join(str(p) for p in pipeline(LowerToAotPass(), PlanMemoryPass()))
"""The default pipeline as one line of text."""
