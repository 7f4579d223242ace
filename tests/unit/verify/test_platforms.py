"""Every platform's data file is complete, and nothing reads one before it is asked for."""

import subprocess
import sys

import pytest

from helia_aot.errors import ConfigError
from helia_aot.kernels.instruction_sets import cores
from helia_aot.platforms import PLATFORMS, platform
from helia_aot.verify.linker import linker_script


def test_names():
    wanted = {"generic", "host", "mps2-an385", "mps2-an386", "mps2-an500", "mps3-an547"}
    assert wanted <= set(PLATFORMS)


@pytest.mark.parametrize("name", PLATFORMS)
def test_data_file_is_complete(name: str):
    p = platform(name)
    assert p.name == name
    assert p.description
    assert p.cpu in cores()
    if p.board:
        script = linker_script(p, p.board)
        assert all(f"\n    {m.name} (rwx) : ORIGIN = {m.base:#010x}" in script for m in p.memories)


def test_memory_by_name():
    assert platform("mps3-an547").memory("dtcm").base == 0x20000000
    with pytest.raises(KeyError):
        platform("mps3-an547").memory("flash")


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(ConfigError, match="unknown platform 'an999': known are generic, host"):
        platform("an999")


def test_import_reads_no_data_file():
    code = "import sys, helia_aot.platforms; sys.exit('pydantic' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
