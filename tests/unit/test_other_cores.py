"""Modules build for cores that no emulated board has, and that they were not made for.

GCC 12 names neither Cortex-M52 nor M85: it builds for their architecture. `HELIA_FULL=1` builds for
more cores.
"""

import os
from pathlib import Path

import pytest

from helia_aot import AotConverter, ConvertArgs
from helia_aot.verify.toolchain import WARNINGS, Compiler, call, find_tool, newlib_headers
from tests.paths import DIGITS
from tests.tools import require_platform

SAMPLE: list[tuple[Compiler, str]] = [
    ("gcc", "-mcpu=cortex-m0"),
    ("gcc", "-march=armv8.1-m.main+mve.fp+fp.dp -mfloat-abi=hard"),
    ("clang", "-mcpu=cortex-m33 -mfloat-abi=hard"),
    ("clang", "-mcpu=cortex-m85 -mfloat-abi=hard"),
]
MORE: list[tuple[Compiler, str]] = [
    ("gcc", "-mcpu=cortex-m7 -mfloat-abi=hard -mfpu=fpv5-d16"),
    ("gcc", "-mcpu=cortex-m33+nodsp -mfloat-abi=soft"),
    ("gcc", "-march=armv8.1-m.main+mve -mfloat-abi=soft"),
    ("clang", "-mcpu=cortex-m0plus -mfloat-abi=soft"),
    ("clang", "-mcpu=cortex-m52 -mfloat-abi=hard"),
]
CORES = [*SAMPLE, *(MORE if os.environ.get("HELIA_FULL") == "1" else [])]


@pytest.fixture(scope="module", params=["mps2-an386", "mps3-an547"])
def module(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The digits, with kernels packed for that board."""
    path = tmp_path_factory.mktemp(request.param) / "m"
    module = {"prefix": "m", "path": str(path)}
    target = {"platform": request.param}
    AotConverter(ConvertArgs(model=DIGITS, module=module, target=target)).convert()
    return path


@pytest.mark.parametrize(("compiler", "core"), CORES, ids=" ".join)
def test_it_builds(module: Path, compiler: Compiler, core: str, tmp_path: Path) -> None:
    require_platform("mps3-an547", compiler)
    gcc = find_tool("arm-none-eabi-gcc")
    command = [gcc]
    if compiler == "clang":
        headers = ("-isystem", str(newlib_headers(gcc)))
        command = [find_tool("clang"), "--target=arm-none-eabi", "-nostdlibinc", *headers]
    sources = [str(p) for p in sorted((module / "src").glob("*.[cS]"))]
    includes = [f"-I{module / d}" for d in ("includes-api", "src")]
    flags = [*WARNINGS, "-O1", "-mthumb", *core.split(), *includes]
    done = call((*command, *flags, "-c", *sources), cwd=tmp_path)
    assert done.stderr == ""
