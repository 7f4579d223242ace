"""Starting is cheap: a command loads what it needs and nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.model_builder import ModelBuilder

HEAVY = ("numpy", "xdsl", "networkx", "mako", "flatbuffers")
OPERATORS = "helia_aot.ir.ops."


def loaded(*arguments: str) -> set[str]:
    """The modules in a process that has run a command."""
    script = (
        "import sys\n"
        f"sys.argv = ['helia-aot', *{arguments!r}]\n"
        "from helia_aot.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit as e:\n    assert not e.code, e.code\n"
        "print('LOADED', *sorted(sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.partition("LOADED")[2].split())


@pytest.mark.parametrize("command", [[], ["convert"], ["verify"], ["profile"], ["passes"]])
def test_help_imports_nothing_heavy(command: list[str]) -> None:
    found = loaded(*command, "--help")
    assert "typer" in found
    assert not set(HEAVY) & found


def test_a_conversion_loads_the_operators_of_its_model(tmp_path: Path) -> None:
    m = ModelBuilder()
    x = m.input((1, 8), "INT8", scale=0.5, zero_point=0)
    y = m.tensor((1, 8), "INT8", scale=1 / 256, zero_point=-128)
    m.operator("SOFTMAX", [x], [y], beta=1.0)
    m.output(y)
    model = tmp_path / "softmax.tflite"
    model.write_bytes(m.build())
    found = loaded("convert", str(model), "-o", str(tmp_path / "module"))
    operators = {name.removeprefix(OPERATORS) for name in found if name.startswith(OPERATORS)}
    assert "softmax" in operators
    assert not operators & {"add", "mean", "pad", "strided_slice"}
    assert not {"pygments", "networkx", "helia_aot.views"} & found
