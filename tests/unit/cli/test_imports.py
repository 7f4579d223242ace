"""Starting is cheap: a command loads what it needs and nothing else."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.model_builder import ModelBuilder
from tests.unit.contract.samples import weighted
from tests.unit.ops.layers import Layers

HEAVY = ("numpy", "xdsl", "networkx", "mako", "flatbuffers")
OPERATORS = "helia_aot.ir.ops."
KERNELS = "helia_aot.kernels."
SHARED = {"certify", "epilogue", "layer", "sums"}
"""What kernels of more than one instruction set need."""
CMSIS_NN = ("cmsis_nn.buffers", "cmsis_nn.calls", "cmsis_nn.core")
"""The rules of the other provider, which tell that a kernel has none, are always there."""


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


def pools(layers: Layers) -> None:
    for code in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
        layers.pool(code, (1, 8, 8, 16), (2, 2))


def every_kind(layers: Layers) -> None:
    """Layers for all accelerated kernels."""
    weighted(layers)
    pools(layers)
    m = layers.model
    a, b = (m.input((1, 8), "INT8", scale=s, zero_point=0) for s in (0.5, 0.25))
    m.operator("ADD", [a, b], [layers.output((1, 8), 1.0, 0)])


def kernel_modules(tmp_path: Path, build: Callable[[Layers], None], *arguments: str) -> set[str]:
    """What a conversion loads of the kernels' packages, and of the proofs."""
    layers = Layers()
    build(layers)
    model = tmp_path / "model.tflite"
    model.write_bytes(layers.build())
    found = loaded("convert", str(model), "-o", str(tmp_path / "module"), *arguments)
    own = {name.removeprefix(KERNELS) for name in found if name.startswith(KERNELS)}
    return {name for name in own if "." in name or name in SHARED} - set(CMSIS_NN)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--target.platform", "generic"],
        ["--target.cpu", "cortex-m55", "--module.provider", "cmsis-nn"],
    ],
    ids=" ".join,
)
def test_portable_kernels_load_no_packing(tmp_path: Path, arguments: list[str]) -> None:
    asked = {"cmsis_nn.functions"} if "cmsis-nn" in arguments else set[str]()
    assert kernel_modules(tmp_path, every_kind, *arguments) == asked


@pytest.mark.parametrize(("cpu", "own"), [("cortex-m4", "dsp."), ("cortex-m55", "mve.")])
def test_a_target_loads_the_packings_of_its_instructions(
    tmp_path: Path, cpu: str, own: str
) -> None:
    found = kernel_modules(tmp_path, every_kind, "--target.cpu", cpu)
    assert {name for name in found if not name.startswith(own)} == SHARED
    assert {f"{own}{name}" for name in ("elementwise", "conv", "depthwise", "pool")} <= found


def test_a_target_loads_the_packings_of_its_model(tmp_path: Path) -> None:
    found = kernel_modules(tmp_path, pools, "--target.cpu", "cortex-m55")
    assert found == {"mve.calls", "mve.pool"}
