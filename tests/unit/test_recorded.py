"""No figure grows by more than 2 % unless `benchmarks/recorded.json` changes with it.

Instructions repeat exactly from machine to machine, so that the margin is for compilers alone. Each
platform is measured with the compiler that is better there.
"""

import pytest

from benchmarks.instructions import MODELS, RECORDED, figures, load, measure, model_path
from helia_aot.verify.toolchain import Compiler
from tests.tools import require_platform

MARGIN = 1.02
BETTER: list[tuple[str, Compiler]] = [("mps2-an386", "gcc"), ("mps3-an547", "clang")]


@pytest.mark.parametrize(("platform", "compiler"), BETTER)
@pytest.mark.parametrize("name", MODELS)
def test_figures_do_not_grow(name: str, platform: str, compiler: Compiler) -> None:
    require_platform(platform, compiler)
    if not model_path(name).exists():
        pytest.skip(f"needs ../shared/models/{name}.tflite, which is not beside this checkout")
    recorded = load(RECORDED)[name][platform][compiler]
    found = figures(measure(name, platform, compiler))
    grown = {k: (recorded[k], v) for k, v in found.items() if v > recorded[k] * MARGIN}
    assert not grown
