"""What `make` shows of the parts of a test run and of an installation, told by stand-ins."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.tools import require_tool

TOOLS = ("python", "ruff", "pyright", "lit")


def make(venv: Path, target: str, exit_codes: dict[str, int]) -> tuple[int, str]:
    """Exit code and output of a make whose tools say what they are and do nothing."""
    require_tool("make")
    (venv / "bin").mkdir(parents=True)
    for name in TOOLS:
        tool = venv / "bin" / name
        tool.write_text(f"#!/bin/sh\necho stand-in {name}\nexit {exit_codes.get(name, 0)}\n")
        tool.chmod(0o755)
    command = ["make", "-C", str(ROOT), f"VENV={venv}", "PACKAGES=dpkg", target]
    own = {k: v for k, v in os.environ.items() if not k.startswith("MAKE") and k != "MFLAGS"}
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=own
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("target", ["test", "test-full"])
def test_a_test_run_ends_with_what_each_part_took(tmp_path: Path, target: str) -> None:
    code, said = make(tmp_path / "venv", target, {})
    assert code == 0, said
    told = re.findall(r"^ *\d+ s  (\w+)$", said, re.M)
    assert told == ["packages", "developed", "lint", "lit", "pytest"]


@pytest.mark.parametrize("part", ["ruff", "lit"])
def test_a_part_that_fails_ends_it(tmp_path: Path, part: str) -> None:
    code, said = make(tmp_path / "venv", "test", {part: 1})
    assert code != 0
    assert f"stand-in {part}" in said
    assert " s  pytest" not in said


@pytest.mark.parametrize("installed", ["installed", "developed"])
def test_an_installer_is_heard_where_it_fails(tmp_path: Path, installed: str) -> None:
    code, said = make(tmp_path / "good", f"{tmp_path}/good/{installed}", {})
    assert code == 0, said
    assert "stand-in python" not in said
    code, said = make(tmp_path / "bad", f"{tmp_path}/bad/{installed}", {"python": 1})
    assert code != 0
    assert "stand-in python" in said
