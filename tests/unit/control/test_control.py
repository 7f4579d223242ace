"""Control flow and state: exact against the oracle, in both schedules, with checks and without."""

from collections.abc import Callable

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from helia_aot import config
from helia_aot.backend_c.program import read_program
from helia_aot.driver import compile_model, passes, run_passes
from helia_aot.frontend.litert.graph import import_model
from helia_aot.ir.evaluate import evaluate
from helia_aot.ir.ops.families.state import State
from helia_aot.verify.subject import read_subject
from helia_aot.verify.verify import VerifyOptions, verify
from tests.host import HostModule
from tests.tools import require_platform
from tests.unit.control import models
from tests.unit.test_split_pipeline import STEPS, compiled_model

Model = Callable[[], bytes]

MODELS: dict[str, Model] = {
    "an IF": models.if_model,
    "a WHILE whose values change places": models.while_model,
    "an IF in a WHILE, and an input that nothing uses": models.nested_model,
    "an IF without outputs": models.assigned_in_a_branch,
    "state": models.accumulated,
    "state from CALL_ONCE": lambda: models.accumulated([1, -2, 3, 4]),
}

every = pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)


def check(data: bytes, platform: str = "host", **module: object) -> None:
    settings = config.validate({"module": module, "target": {"platform": platform}})
    compiled = compile_model(data, "m.tflite", settings)
    options = VerifyOptions(platform=platform, cases=12)
    found = verify(read_subject(data, "m.tflite"), compiled, options)
    assert found.exact, found


@every
@pytest.mark.parametrize("schedule", ["table", "calls"])
@pytest.mark.parametrize("checks", [False, True])
def test_exact_on_the_host(model: Model, schedule: str, checks: bool) -> None:
    check(model(), schedule=schedule, checks=checks, callbacks=checks)


@every
@pytest.mark.parametrize("platform", ["mps2-an386", "mps3-an547"])
def test_exact_on_cores(model: Model, platform: str) -> None:
    require_platform(platform, "gcc")
    check(model(), platform)


@every
def test_the_graph_can_be_run_before_and_after_its_passes(model: Model) -> None:
    data, random = model(), np.random.default_rng(1)
    runs: list[tuple[ModuleOp, State]] = []
    for count in (0, STEPS):
        module = import_model(data, "m.tflite")
        steps = [s for s in passes(config.validate({})) if s.name != "lower-to-aot"]
        graph = [s for s in steps[:count] if s.name not in PROGRAM]
        run_passes(module, graph, lambda stage: None)
        runs.append((module, State()))
    host = HostModule(data)
    for _ in range(8):
        inputs = [
            random.integers(0, 2, t.shape).astype(np.bool_)
            if t.dtype == "bool"
            else random.integers(-128, 128, t.shape).astype(np.int8)
            for t in host.program.inputs
        ]
        expected = host.run(*inputs)
        for module, state in runs:
            for got, want in zip(evaluate(module, inputs, state), expected, strict=True):
                np.testing.assert_array_equal(got, want)


PROGRAM = ("pack-weights", "share-kernels", "verify-ctx-buf", "plan-memory")


@every
@pytest.mark.parametrize("cut", range(STEPS + 1))
def test_cut_anywhere(model: Model, cut: int) -> None:
    whole = compiled_model(model(), "m.tflite", "generic", None)
    assert compiled_model(model(), "m.tflite", "generic", cut) == whole


@every
def test_inner_tensors_are_compared_where_their_operator_is_done(model: Model) -> None:
    data = model()
    compiled = compile_model(data, "m.tflite", config.validate({}))
    options = VerifyOptions(cases=4, intermediates=True)
    found = verify(read_subject(data, "m.tflite"), compiled, options)
    assert found.exact, found


def test_an_operator_with_blocks_stands_before_those_in_them() -> None:
    program = read_program(compile_model(models.nested_model(), "m", config.validate({})))
    assert [o.kind for o in program.operators] == ["WHILE", "IF", "ADD", "MUL"]
    assert [o.layer_index for o in program.operators] == [0, 1, 2, 3]


def test_branches_share_bytes_and_write_where_the_result_is() -> None:
    program = read_program(compile_model(models.if_model(), "m", config.validate({})))
    by_kind = {o.kind: o.outputs[0].placement for o in program.operators}
    assert by_kind["ADD"] == by_kind["MUL"] == by_kind["IF"]


def test_a_subgraph_that_is_given_what_it_does_not_take_is_refused() -> None:
    from helia_aot.errors import UnsupportedModelError
    from tests.model_builder import ModelBuilder

    m = ModelBuilder()
    c, x = m.input((1,), "BOOL"), m.input((1, 4), **models.QUANT)
    g = m.subgraph("both")
    g.output(g.input((1, 5), **models.QUANT))
    y = m.tensor((1, 5), **models.QUANT)
    m.operator("IF", [c, x], [y], then_subgraph_index=1, else_subgraph_index=1)
    m.output(y)
    with pytest.raises(UnsupportedModelError, match=r"#0 IF .*: subgraph 1: is given .*1x4.*1x5"):
        import_model(m.build(), "m.tflite")
