"""What a user reads about provider `cmsis-nn`: help, README, report and the module's CMake."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from helia_aot.cli.main import application
from tests.paths import ROOT
from tests.tools import require_tool
from tests.unit.contract.harness import convert
from tests.unit.ops.layers import Layers

PROVIDER = {"provider": "cmsis-nn"}


def mixed(directory: Path) -> Path:
    """A module of operators that CMSIS-NN runs, by its own choice of words, and of others."""
    layers = Layers()
    m = layers.model
    for other in ((1, 3, 3, 5), (1, 1, 1, 5)):
        for code in ("ADD", "MUL"):
            a, b = m.input((1, 3, 3, 5), scale=0.1), m.input(other, scale=0.1)
            m.operator(code, [a, b], [layers.output((1, 3, 3, 5), 0.2, 0)])
    x, y = m.input((2, 9), scale=0.1), m.tensor((2, 9), scale=1 / 256, zero_point=-128)
    m.operator("SOFTMAX", [x], [y], beta=1.0)
    m.output(y)
    layers.convolution((1, 4, 4, 4), (3, 3), 4)
    return convert(directory, layers.build(), module=PROVIDER).output_dir


def test_the_readme_says_per_operator_whose_kernel_runs(tmp_path: Path) -> None:
    text = (mixed(tmp_path / "m") / "README.md").read_text()
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")]
    whys = [(r[1], r[4]) for r in rows if r[0].lstrip("| ").isdigit()]
    assert whys == [
        ("ADD", "CMSIS-NN's arm_elementwise_add_s8"),
        ("MUL", "CMSIS-NN's arm_elementwise_mul_s8"),
        ("ADD", "bundled: operands are broadcast"),
        ("MUL", "bundled: operands are broadcast"),
        ("SOFTMAX", "CMSIS-NN's arm_softmax_s8"),
        ("CONV_2D", "CMSIS-NN's arm_convolve_wrapper_s8"),
    ]
    assert "4 of its\n6 operators run on Arm's CMSIS-NN, 7.0.0 or later" in text
    assert "its kernels are" not in text


@pytest.mark.parametrize("command", ["verify", "profile", "convert"])
def test_help_names_the_variable(command: str) -> None:
    done = CliRunner().invoke(application(), [command, "--help"], env={"COLUMNS": "200"})
    assert "CMSIS_NN_ROOT" in done.output


def test_the_readme_of_the_project_names_it_too() -> None:
    text = (ROOT / "README.md").read_text()
    assert "CMSIS_NN_ROOT=" in text
    assert "7.0.0 or later" in text


def stand_in(folder: Path) -> Path:
    """A project that has the target of CMSIS-NN's."""
    folder.mkdir()
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.13)\nproject(CMSISNN C)\n"
        "add_library(cmsis-nn INTERFACE)\n"
    )
    return folder


def configured(
    module: Path, build: Path, *options: str, root: Path | None = None
) -> subprocess.CompletedProcess[str]:
    require_tool("gcc")
    cmake = shutil.which("cmake")
    if cmake is None:
        pytest.skip("cmake is not installed")
    environment = {k: v for k, v in os.environ.items() if k != "CMSIS_NN_ROOT"}
    if root is not None:
        environment["CMSIS_NN_ROOT"] = str(root)
    command = [cmake, "-S", str(module), "-B", str(build), *options]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_the_modules_cmake_takes_the_folder_from_either_place(tmp_path: Path) -> None:
    module, root = mixed(tmp_path / "m"), stand_in(tmp_path / "cmsis")
    by_option = configured(module, tmp_path / "a", f"-DCMSIS_NN_ROOT={root}")
    assert by_option.returncode == 0, by_option.stderr
    by_environment = configured(module, tmp_path / "b", root=root)
    assert by_environment.returncode == 0, by_environment.stderr


def test_the_modules_cmake_says_what_it_needs(tmp_path: Path) -> None:
    done = configured(mixed(tmp_path / "m"), tmp_path / "b")
    assert done.returncode != 0
    said = " ".join(done.stderr.split())
    assert "m needs Arm's CMSIS-NN, 7.0.0 or later" in said
    assert "-DCMSIS_NN_ROOT=... or in the environment" in said


def test_a_target_that_is_there_is_taken(tmp_path: Path) -> None:
    module = mixed(tmp_path / "m")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.13)\nproject(app C)\n"
        "add_library(cmsis-nn INTERFACE)\nadd_subdirectory(m)\n"
    )
    done = configured(module.parent, tmp_path / "b")
    assert done.returncode == 0, done.stderr
