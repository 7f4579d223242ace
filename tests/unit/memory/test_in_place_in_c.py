"""Modules whose outputs lie in dying inputs give what those with all tensors apart give."""

from pathlib import Path

import numpy as np
import pytest

from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.tree import write_tree
from helia_aot.driver import ConvertArgs, compile_model
from helia_aot.ir import aot
from helia_aot.ir.places import placements
from helia_aot.ir.program import RegionRole
from helia_aot.ir.types import nbytes, tensor_type
from helia_aot.memory.proof import mistakes
from helia_aot.platforms import platform
from helia_aot.verify.build import build
from helia_aot.verify.cases import Case
from helia_aot.verify.module import Module
from helia_aot.verify.runner import run
from helia_aot.verify.toolchain import SANITIZERS
from tests.model_builder import ModelBuilder
from tests.tools import require_platform

SHAPE = (1, 13, 7)


def model() -> bytes:
    """A tensor that is widened, and then goes through operators on single elements."""
    m = ModelBuilder()
    x = m.input((1, 1, 7), scale=0.5, zero_point=3)

    def after(code: str, *operands: int, scale: float = 0.7) -> int:
        y = m.tensor(SHAPE, scale=scale, zero_point=-2)
        m.operator(code, list(operands), [y])
        return y

    table = m.constant(np.arange(91, dtype=np.int8).reshape(SHAPE) - 45, scale=0.25)
    wide = after("ADD", x, table)
    twice = after("ADD", wide, wide, scale=1.1)
    product = after("MUL", twice, table, scale=1.3)
    larger = after("MAXIMUM", product, twice, scale=1.3)
    m.output(after("RELU", larger, scale=1.3))
    return m.build()


def compiled(overlap: str, **module: object) -> aot.ModuleOp:
    args = ConvertArgs(
        model=model(), module={"prefix": "m", **module}, memory={"overlap": overlap}, level=1
    )
    return compile_model(args.data or b"", "test", args.config)


def scratch(program: aot.ModuleOp) -> int:
    assert program.memory is not None
    return sum(r.data.size for r in program.memory if r.data.role == RegionRole.SCRATCH)


def outputs(program: aot.ModuleOp, work: Path) -> tuple[bytes, ...]:
    data = np.random.default_rng(4).integers(-128, 128, 7, np.int8).tobytes()
    write_tree(work / "module", emit(program))
    module = Module(work / "module", "m", (len(data),))
    image = build(module, platform("host"), work / "build", flags=SANITIZERS)
    first, again = run(image, [Case((data,)), Case((data,))]).cases
    assert first.outputs == again.outputs
    return first.outputs


@pytest.mark.parametrize("checks", [False, True])
def test_in_place_is_exact_and_smaller(checks: bool, tmp_path: Path) -> None:
    require_platform("host", "gcc")
    apart, in_place = (compiled(overlap, checks=checks) for overlap in ("none", "in-place"))
    assert scratch(in_place) < scratch(apart)
    want, got = outputs(apart, tmp_path / "apart"), outputs(in_place, tmp_path / "in_place")
    assert want == got
    assert len(set(want[0])) > 5, "the outputs say something"


def test_a_plan_that_was_edited_is_no_plan() -> None:
    """Any tensor that is moved to where another is in use, and any that is given too little."""
    program = compiled("none")
    assert not list(mistakes(program))
    calls = [op for op in program.block.ops if isinstance(op, aot.KernelOp)]
    for call in calls[1:]:
        assert call.placements is not None
        kept, (place, *_) = call.placements, [p.data for p in call.placements]
        source = dict(placements(program))[call.inputs[0]]
        for moved in (
            place._replace(offset=source.offset + 16),
            place._replace(size=nbytes(tensor_type(call.outputs[0])) - 1),
            place._replace(offset=1 << 20),
        ):
            call.placements = type(kept)([aot.PlacementAttr(moved)])
            assert list(mistakes(program)), f"{call.kind.data} at {moved}"
        call.placements = kept
    assert not list(mistakes(program))
