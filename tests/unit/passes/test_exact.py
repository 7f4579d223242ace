"""Rewrites of the graph leave every output as it was: by `evaluate`, in C, and against TFLM."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from helia_aot import config as configuration
from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.target import single_module
from helia_aot.driver import passes as compilation
from helia_aot.driver import run_passes
from helia_aot.frontend.litert.graph import import_model
from helia_aot.ir.evaluate import evaluate
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.provenance import source_indices
from helia_aot.passes import GRAPH, PASSES
from tests.host import HostModule
from tests.unit.ops.backends import assert_same, random_inputs, tflm
from tests.unit.passes.graphs import PATTERNS, random_graph
from tests.unit.test_split_pipeline import reread, silent

CPUS = ("generic", "cortex-m4", "cortex-m55")
SEEDS = 60

passes = pytest.mark.parametrize("name", PATTERNS)


def rewritten(data: bytes, name: str, options: Mapping[str, Any]) -> ModuleOp:
    """The graph behind one pass."""
    module = import_model(data, "test")
    (kind,) = (p for p in PASSES if p.name == name)
    kind(**options).apply(Context(), module)
    module.verify()
    return module


def operators(module: ModuleOp) -> Sequence[AotOperator]:
    return [op for op in module.walk() if isinstance(op, AotOperator)]


@passes
def test_the_meaning_stays(name: str) -> None:
    fired = 0
    for seed in range(SEEDS):
        data = random_graph(name, seed)
        inputs = random_inputs(data, seed)
        options = {} if name in ("fuse-activation", "fuse-lut") else {"cpu": CPUS[seed % 3]}
        before, after = import_model(data, "test"), rewritten(data, name, options)
        assert_same(evaluate(before, inputs), evaluate(after, inputs), f"seed {seed}")
        fired += str(before) != str(after)
        assert_provenance(before, after, f"seed {seed}")
    assert fired > SEEDS / 6, "the patterns fit seldom"


def assert_provenance(before: ModuleOp, after: ModuleOp, what: str) -> None:
    """Nothing is counted twice, and what is left stands for what it was made from."""
    found = [i for op in operators(after) for i in source_indices(op)]
    assert len(found) == len(set(found)), what
    assert set(found) <= {i for op in operators(before) for i in source_indices(op)}, what
    assert all(source_indices(op) == tuple(sorted(source_indices(op))) for op in operators(after))


@passes
@pytest.mark.parametrize("cpu", CPUS)
def test_the_c_says_the_same(name: str, cpu: str) -> None:
    """The whole pipeline, with portable bodies of the kernels that a core is given."""
    for seed in range(1000, 1005):
        data = random_graph(name, seed)
        inputs = random_inputs(data, seed)
        want = evaluate(import_model(data, "test"), inputs)
        got = HostModule(data, target={"cpu": cpu}).run(*inputs)
        assert_same(want, got, f"seed {seed}")


@passes
def test_the_oracle_says_the_same(name: str) -> None:
    for seed in range(2000, 2010):
        data = random_graph(name, seed)
        inputs = random_inputs(data, seed)
        options = {} if name in ("fuse-activation", "fuse-lut") else {"cpu": "cortex-m4"}
        got = evaluate(rewritten(data, name, options), inputs)
        assert_same([np.asarray(a) for a in tflm(data, inputs)], got, f"seed {seed}")


@passes
def test_what_passes_make_can_be_written_and_read(name: str) -> None:
    """Clamps, explicit padding and tables stand in the text: the C of what is read is the same."""
    for seed in range(3000, 3004):
        texts: list[Any] = []
        for through_text in (False, True):
            steps = compilation(configuration.validate({"target": {"cpu": "cortex-m4"}}))
            module = import_model(random_graph(name, seed), "test")
            run_passes(module, steps[: len(GRAPH)], silent)
            module = reread(module) if through_text else module
            run_passes(module, steps[len(GRAPH) :], silent)
            texts.append(emit(single_module(module)))
        assert texts[0] == texts[1], f"seed {seed}"
