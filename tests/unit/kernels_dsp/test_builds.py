"""Every kernel compiles without a warning, for the host and for Cortex-M4, at every level."""

import itertools
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.unit.kernels_dsp.harness import FULL, IMAGE, RECORDS, STRICT, header
from tests.unit.runtime import INCLUDES, bodies

ARM = ["-mcpu=cortex-m4", "-mthumb"]
COMPILERS = {
    "gcc": ["gcc"],
    "clang": ["clang-19"],
    "arm-gcc": ["arm-none-eabi-gcc", *ARM],
    "arm-clang": ["clang-19", "--target=arm-none-eabi", *ARM],
}
LEVELS = ("-O0", "-O2", "-Os", "-O3") if FULL else ("-O0", "-O2")


@pytest.mark.parametrize(("compiler", "level"), list(itertools.product(COMPILERS, LEVELS)))
def test_compiles_without_a_warning(compiler: str, level: str, tmp_path: Path) -> None:
    command = COMPILERS[compiler]
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    (tmp_path / "helia_kernels.h").write_text(header(RECORDS))
    options = [
        *STRICT,
        level,
        "-fno-omit-frame-pointer",
        f"-I{tmp_path}",
        *INCLUDES,
        f"-I{IMAGE}",
    ]
    sysroot = ["-isystem", _newlib()] if compiler == "arm-clang" else []
    for source in bodies("dsp"):
        output = ["-c", str(source), "-o", str(tmp_path / "out.o")]
        done = subprocess.run(
            [*command, *options, *sysroot, *output], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{source.name}: {done.stderr}"
        assert done.stderr == "", f"{source.name}: {done.stderr}"


def _newlib() -> str:
    """Where the C library's headers are, for a compiler that does not know."""
    found = subprocess.run(
        ["arm-none-eabi-gcc", "-print-sysroot"], capture_output=True, text=True, check=True
    )
    sysroot = Path(found.stdout.strip() or "/usr/lib/arm-none-eabi")
    beside = sysroot / "include"
    return str(beside if beside.is_dir() else "/usr/lib/arm-none-eabi/include")
