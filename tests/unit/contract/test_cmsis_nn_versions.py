"""Which sources of Arm's CMSIS-NN are taken: of others nothing is made, and a sentence says so.

Stand-ins for the headers are written here; none of CMSIS-NN is needed.
"""

import subprocess
from pathlib import Path

import pytest

from helia_aot import AotConverter, ConvertArgs
from helia_aot.errors import VerificationError
from helia_aot.verify import cmsis_nn
from helia_aot.verify.toolchain import find_tool
from tests import paths
from tests.paths import DIGITS
from tests.tools import require_tool

SINCE_7_0_0 = """
#define CONVERT_DW_CONV_WITH_ONE_INPUT_CH_AND_OUTPUT_CH_ABOVE_THRESHOLD (1)
#define REVERSE_TCOL_EFFICIENT_THRESHOLD (16)
"""
TYPES = """
typedef int arm_cmsis_nn_status;
typedef struct { int n, h, w, c; } cmsis_nn_dims;
typedef struct { int w, h; } cmsis_nn_tile;
typedef struct { int min, max; } cmsis_nn_activation;
typedef struct { int *multiplier, *shift; } cmsis_nn_per_channel_quant_params;
typedef struct { void *buf; int size; } cmsis_nn_context;
#include <stdint.h>
#include <stddef.h>
"""


def headers(folder: Path, support: str) -> Path:
    include = folder / "Include"
    include.mkdir()
    (include / "arm_nnfunctions.h").write_text(f"#ifndef A\n#define A\n{TYPES}\n#endif\n")
    (include / "arm_nnsupportfunctions.h").write_text(support)
    return folder


def compiled_with(folder: Path) -> subprocess.CompletedProcess[str]:
    """What a compiler says to the header that every body of the provider includes."""
    require_tool("gcc")
    module = folder / "m"
    args = ConvertArgs(
        model=DIGITS, module={"path": str(module), "prefix": "m", "provider": "cmsis-nn"}
    )
    AotConverter(args).convert()
    includes = [module / "src", module / "includes-api", folder / "Include"]
    (folder / "main.c").write_text('#include "m_cmsis_nn.h"\n')
    command = [find_tool("gcc"), "-std=c99", "-fsyntax-only", *(f"-I{i}" for i in includes)]
    return subprocess.run([*command, folder / "main.c"], capture_output=True, text=True)


def test_a_version_that_is_not_supported_does_not_compile(tmp_path: Path) -> None:
    done = compiled_with(headers(tmp_path, ""))
    assert done.returncode != 0
    assert "this CMSIS-NN is not supported, its results would differ: take 7.0.0" in done.stderr


def test_one_that_is_supported_does(tmp_path: Path) -> None:
    done = compiled_with(headers(tmp_path, SINCE_7_0_0))
    assert "not supported" not in done.stderr
    assert done.returncode == 0, done.stderr


def test_verify_says_so_before_it_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cmsis_nn.ROOT, str(headers(tmp_path, "")))
    with pytest.raises(VerificationError, match=r"not supported: take 7\.0\.0 or later"):
        cmsis_nn.root()


def test_the_sources_that_are_there_are_supported() -> None:
    assert paths.cmsis_nn().absolute() == cmsis_nn.root()
