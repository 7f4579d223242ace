"""Another instruction set is a folder of kernels and its bodies: nothing else knows of it.

The toy stands in `tests/unit/toy_isa/`, and is registered in one line.
"""

from pathlib import Path

import pytest

from helia_aot import config
from helia_aot.backend_c import runtime_sources
from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.target import single_module
from helia_aot.driver import passes, run_passes
from helia_aot.errors import ConfigError
from helia_aot.frontend.litert.graph import import_model
from helia_aot.ir import aot
from helia_aot.kernels import instruction_sets
from helia_aot.verify.subject import read_subject
from helia_aot.verify.verify import VerifyOptions, verify
from tests.paths import DIGITS
from tests.tools import require_platform
from tests.unit.test_split_pipeline import reread, silent

BODIES = Path(__file__).with_name("toy_isa") / "runtime"
TOY = config.validate({"target": {"cpu": "toy-core"}})


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line of the list of instruction sets, and a folder of `runtime/`."""
    monkeypatch.setitem(instruction_sets.SETS, "toy", "tests.unit.toy_isa")
    own = {path.stem: [path] for path in BODIES.iterdir()}
    known = runtime_sources.files() | own

    def files(provider: str = "bundled") -> dict[str, list[Path]]:
        return known

    monkeypatch.setattr(runtime_sources, "files", files)
    monkeypatch.setattr(runtime_sources, "find", runtime_sources.find.__wrapped__)


def compiled(by_text: bool = False) -> aot.ModuleOp:
    """The digits model for the toy's core, at once or through a print after every pass."""
    module = import_model(DIGITS.read_bytes(), DIGITS.name)
    for step in passes(TOY):
        run_passes(module, [step], silent)
        if by_text:
            module = reread(module)
    return single_module(module)


def test_it_is_unknown_until_registered() -> None:
    with pytest.raises(ConfigError, match="unknown core 'toy-core'"):
        passes(TOY)


@pytest.mark.usefixtures("toy")
def test_its_kernels_are_chosen_packed_and_emitted() -> None:
    module = compiled()
    calls = [op for op in module.block.ops if isinstance(op, aot.KernelOp)]
    assert [c.kind.data for c in calls if "toy" in str(c.callee)] == ["FULLY_CONNECTED"]
    files = emit(module)
    assert "src/digits_fully_connected_s8_toy.c" in files
    assert "fully_connected_s8_toy_t" in str(files["includes-api/digits_kernels.h"])
    assert files == emit(compiled(by_text=True))


@pytest.mark.usefixtures("toy")
def test_its_module_is_exact() -> None:
    require_platform("host", "gcc")
    subject = read_subject(DIGITS.read_bytes(), DIGITS.name)
    result = verify(subject, compiled(), VerifyOptions(cases=3, intermediates=True))
    assert result.ok
    assert result.exact
