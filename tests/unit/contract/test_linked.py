"""Several modules in one program: none disturbs another."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from helia_aot.platforms import platform
from helia_aot.verify.build import build
from helia_aot.verify.cases import Case
from helia_aot.verify.module import Module
from helia_aot.verify.runner import run
from helia_aot.verify.toolchain import WARNINGS
from tests.paths import DIGITS, shared
from tests.tools import require_platform
from tests.unit.contract.harness import STAGED, convert

OTHERS = """
#include "%s_model.h"
#include "%s_model.h"

void others_run(void);

/* Called from nowhere, kept by the linker: the other modules are really there. */
__attribute__((used, section(".text.keep"))) void others_run(void)
{
    static %s_model_context_t a;
    static %s_model_context_t b;

    (void)%s_model_init(&a);
    (void)%s_model_run(&a);
    (void)%s_model_init(&b);
    (void)%s_model_run(&b);
}
"""


@pytest.mark.parametrize("on", ["host", "mps3-an547"])
def test_three_modules_in_one_image(tmp_path: Path, on: str) -> None:
    require_platform(on, "gcc")
    models = {
        "kws": shared("models", "mlperf_kws_dscnn_int8.tflite"),
        "vww": shared("models", "mlperf_vww_int8.tflite"),
        "digits": DIGITS,
    }
    target = "generic" if on == "host" else on
    together = tmp_path / "together"
    for prefix, model in models.items():
        memory = {"tensors": STAGED} if prefix == "kws" else {}
        result = convert(tmp_path / prefix, model, prefix, memory=memory, platform=target)
        shutil.copytree(result.output_dir / "src", together / "src", dirs_exist_ok=True)
        api = result.output_dir / "includes-api"
        shutil.copytree(api, together / "includes-api", dirs_exist_ok=True)
    for prefix in ("kws", "vww"):
        others = [p for p in models if p != prefix]
        a, b = others
        (together / "src" / "others.c").write_text(OTHERS % (a, b, a, b, a, a, b, b))
        keep = "-Wl,-u,others_run"
        check(together, prefix, models[prefix], on, tmp_path / f"build-{prefix}", keep)


def check(directory: Path, prefix: str, model: Path, on: str, work: Path, keep: str) -> None:
    golden = np.load(model.with_suffix(".npz"))
    cases = [Case((golden[f"in{i}_0"].tobytes(),)) for i in range(2)]
    nbytes = tuple(len(d) for d in cases[0].inputs)
    module = Module(directory, prefix, nbytes)
    image = build(module, platform(on), work, flags=(keep,), warnings=WARNINGS)
    got = [c.outputs[0] for c in run(image, cases).cases]
    assert got == [golden[f"tflm{i}_0"].tobytes() for i in range(2)]
