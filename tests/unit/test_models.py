"""Whole models, every intermediate tensor, on the host and on emulated Cortex-M4 and M55.

The goldens beside the shared models decide; the digits model of the project is judged by TFLM, so
that the tests prove something without them too.
"""

from pathlib import Path

import pytest

from helia_aot import config
from helia_aot.driver import compile_model
from helia_aot.verify.subject import read_subject
from helia_aot.verify.verify import VerifyOptions, verify
from tests.paths import DIGITS, shared
from tests.tools import require_platform

MODELS = [
    "tflm_hello_world_int8",
    "mlperf_kws_dscnn_int8",
    "mlperf_vww_int8",
    "mlperf_ic_resnet_int8",
    "mlperf_ad01_int8",
    "tflm_micro_speech_quantized",
    "mlperf_ad_toycar_int8_floatio",
    "mlperf_sww_int8",
    "silabs_kws_on_off_v3",
    "derived_mlperf_ic_resnet_fp32_a16w8",
    "mlperf_ic_resnet_fp32",
]
PLATFORMS = ["host", "mps2-an386", "mps3-an547"]


def check(path: Path, made_for: str, options: VerifyOptions) -> None:
    data = path.read_bytes()
    settings = config.validate({"target": {"platform": made_for}})
    module = compile_model(data, path.name, settings)
    result = verify(read_subject(data, path.name), module, options)
    assert result.first_difference is None
    assert result.ok
    assert result.exact


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("name", MODELS)
def test_model_equals_its_golden(name: str, platform: str) -> None:
    require_platform(platform, "gcc")
    path = shared("models", f"{name}.tflite")
    golden = shared("models", f"{name}.npz")
    check(path, platform, VerifyOptions(platform=platform, golden=golden, intermediates=True))


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("runs_on", [*PLATFORMS, "mps2-an385", "mps2-an500"])
@pytest.mark.parametrize("made_for", PLATFORMS)
def test_a_module_is_right_on_every_core(made_for: str, runs_on: str, compiler: str) -> None:
    require_platform(runs_on, compiler)
    options = VerifyOptions(platform=runs_on, cases=2, intermediates=True, compiler=compiler)  # pyright: ignore[reportArgumentType] # one of the two
    check(DIGITS, made_for, options)


@pytest.mark.parametrize("made_for", PLATFORMS)
@pytest.mark.parametrize("level", ["-O0", "-O3"])
def test_digits_under_sanitizers(made_for: str, level: str) -> None:
    require_platform("host", "gcc")
    flags = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")
    options = VerifyOptions(cases=3, optimization=level, flags=flags)
    check(DIGITS, made_for, options)
