"""What the configuration says of memory stands in the passes' text and then in the IR's."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from xdsl.passes import ModulePass, PassPipeline

from helia_aot import config
from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.target import single_module
from helia_aot.driver import passes, run_passes
from helia_aot.frontend.litert.graph import import_model
from helia_aot.passes import PASSES
from helia_aot.views import result_views
from tests.paths import DIGITS
from tests.unit.contract.harness import STAGED
from tests.unit.test_split_pipeline import reread, silent

EVERYTHING: dict[str, Any] = {
    "module": {"prefix": "m", "schedule": "calls", "callbacks": True, "checks": True},
    "memory": {
        "allocate_arenas": False,
        "auto_hydrate_constants": False,
        "dump_residency_json": True,
        "io": "application",
        "constraints": [{"name": "dtcm", "max_size": 65536}],
        "tensors": [
            *STAGED,
            {"type": "scratch", "attributes": {"memory": "itcm"}},
            {"id": "serving_default_keras_tensor_30:0", "attributes": {"io": "arena"}},
        ],
    },
}


def emitted(path: Path, steps: Sequence[ModulePass], cut: int) -> tuple[dict[str, Any], Any]:
    module = import_model(path.read_bytes(), path.name)
    run_passes(module, steps[:cut], silent)
    module = reread(module)
    run_passes(module, steps[cut:], silent)
    done = single_module(module)
    return emit(done), result_views(done)


@pytest.mark.parametrize("back", [0, 1, 2])
def test_the_text_carries_everything(back: int) -> None:
    steps = passes(config.validate(EVERYTHING))
    assert emitted(DIGITS, steps, len(steps) - back) == emitted(DIGITS, steps, 0)


def test_the_pipeline_reads_back_from_its_text() -> None:
    steps = passes(config.validate(EVERYTHING))
    known = {p.name: (lambda p=p: p) for p in PASSES}
    parsed = PassPipeline.parse_spec(known, ",".join(str(s) for s in steps)).passes
    assert list(parsed) == steps
    (planning,) = (s for s in steps if s.name == "plan-memory")
    assert str(planning) == (
        'plan-memory{rules="input=@application","output=@application","constant=>dtcm",'
        '"scratch=itcm","*/serving_default_keras_tensor_30:0=@arena" limits="dtcm=65536"}'
    )
