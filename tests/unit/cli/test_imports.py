"""`helia-aot --help` is instant: it loads nothing heavy."""

import subprocess
import sys

import pytest

HEAVY = ("numpy", "xdsl", "networkx", "mako", "flatbuffers")


@pytest.mark.parametrize("command", [[], ["convert"], ["verify"], ["profile"], ["passes"]])
def test_help_imports_nothing_heavy(command: list[str]) -> None:
    script = (
        "import sys\n"
        f"sys.argv = ['helia-aot', *{command!r}, '--help']\n"
        "from helia_aot.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit as e:\n    assert not e.code, e.code\n"
        "print('LOADED', *sorted(sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.partition("LOADED")[2].split()
    assert "typer" in loaded
    assert not set(HEAVY) & set(loaded)
