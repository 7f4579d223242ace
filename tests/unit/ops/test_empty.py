"""Tensors without elements, for every core: nothing to compute, and nothing that fails."""

from pathlib import Path
from typing import Any

import pytest

from helia_aot import AotConverter, ConvertArgs
from helia_aot.verify.toolchain import WARNINGS, call, find_tool
from tests.model_builder import ModelBuilder
from tests.tools import require_tool

Shape = tuple[int, ...]

PLATFORMS = ("generic", "mps2-an386", "mps3-an547")
BINARY = ("ADD", "MUL", "MINIMUM", "MAXIMUM")
UNARY = ("RELU", "RELU6", "LOGISTIC", "QUANTIZE")
SAME: dict[str, Any] = {"scale": 0.5, "zero_point": 0}


def converts(tmp_path: Path, code: str, inputs: list[Shape], output: Shape, platform: str) -> None:
    m = ModelBuilder()
    logistic: dict[str, Any] = {"scale": 1 / 256, "zero_point": -128}
    operands = [m.input(shape, **SAME) for shape in inputs]
    y = m.tensor(output, **(logistic if code == "LOGISTIC" else SAME))
    m.operator(code, operands, [y])
    m.output(y)
    module = {"path": tmp_path / "m", "prefix": "m"}
    args = ConvertArgs(model=m.build(), module=module, target={"platform": platform})
    assert AotConverter(args).convert().files


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("code", BINARY)
@pytest.mark.parametrize(
    "shapes", [((1, 0), (1, 0)), ((0, 4), (1, 4)), ((2, 0), (1,))], ids=["flat", "rows", "single"]
)
def test_binary(tmp_path: Path, code: str, shapes: tuple[Shape, Shape], platform: str) -> None:
    output = (2, 0) if shapes[1] == (1,) else shapes[0]
    converts(tmp_path, code, list(shapes), output, platform)


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("code", UNARY)
def test_unary(tmp_path: Path, code: str, platform: str) -> None:
    converts(tmp_path, code, [(3, 0)], (3, 0), platform)


@pytest.mark.parametrize("schedule", ["table", "calls"])
def test_a_model_without_tensors_is_c(tmp_path: Path, schedule: str) -> None:
    """Arrays of no elements are not C."""
    require_tool("gcc")
    module = {"path": tmp_path, "prefix": "m", "schedule": schedule}
    AotConverter(ConvertArgs(model=ModelBuilder().build(), module=module)).convert()
    includes = (f"-I{tmp_path / 'includes-api'}", f"-I{tmp_path / 'src'}")
    sources = map(str, (tmp_path / "src").glob("*.c"))
    call((find_tool("gcc"), *WARNINGS, *includes, "-c", *sources), cwd=tmp_path)
