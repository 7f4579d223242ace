"""How a command ends as a process: its exit code is kept, and so is all that it has printed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import DIGITS

HELIA, OPT = "helia_aot", "helia_aot.cli.helia_opt"


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line of sh, in which `helia` and `opt` are the tools."""
    python = f"'{sys.executable}' -m"
    line = line.replace("helia ", f"{python} {HELIA} ").replace("opt ", f"{python} {OPT} ")
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("helia operators >/dev/null", 0),
        ("helia operators >&-", 0),
        ("helia platforms >&-", 0),
        (f"helia inspect '{DIGITS}' >&- 2>&-", 0),
        ("helia bogus", 2),
        ("helia convert no.tflite", 2),
        ("opt no.mlir", 2),
        (f"opt '{DIGITS}' -p bogus", 2),
    ],
)
def test_exit_codes(line: str, code: int) -> None:
    assert shell(line).returncode == code


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which is not there")
def test_what_cannot_be_printed_is_a_failure() -> None:
    assert shell("helia operators >/dev/full").returncode == 2
    assert shell(f"opt '{DIGITS}' >/dev/full").returncode == 2


def test_errors_are_not_printed_where_results_are() -> None:
    """Also where the caller closed the stream that they are for."""
    done = shell("helia convert no.tflite 2>&-")
    assert (done.returncode, done.stdout) == (2, "")


def test_all_that_was_printed_arrives() -> None:
    whole = shell(f"opt '{DIGITS}'").stdout
    assert whole.rstrip().endswith("}")
    assert shell(f"opt '{DIGITS}' | cat").stdout == whole


def test_a_report_can_be_piped() -> None:
    done = shell(f"helia inspect '{DIGITS}' --quiet --json /dev/stdout | cat")
    assert json.loads(done.stdout)["operators"], done.stderr
    assert shell(f"opt '{DIGITS}' -o /dev/stdout | cat").stdout == shell(f"opt '{DIGITS}'").stdout


def test_a_dash_is_stdin() -> None:
    piped = shell(f"opt '{DIGITS}' | opt -")
    assert piped.stdout == shell(f"opt '{DIGITS}' | opt ").stdout != ""
