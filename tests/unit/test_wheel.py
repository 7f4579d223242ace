"""What is installed from a wheel is the whole compiler."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.paths import DIGITS, ROOT


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the wheel, as they lie in an environment."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_it_has_the_runtime_the_platforms_and_the_types(installed: Path) -> None:
    package = installed / "helia_aot"
    assert names(package / "runtime") == names(ROOT / "runtime")
    assert (package / "py.typed").exists()
    assert list((package / "platforms").glob("*.toml"))
    assert not list(installed.rglob("__pycache__"))


def names(folder: Path) -> set[str]:
    return {str(p.relative_to(folder)) for p in folder.rglob("*")}


def test_its_templates_are_compiled(installed: Path) -> None:
    lookup = "from helia_aot.backend_c.template_lookup import _is_compiled"
    command = [sys.executable, "-c", f"{lookup}; raise SystemExit(not _is_compiled())"]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    subprocess.run(command, check=True, env=environment, cwd=installed)


def test_it_converts_as_the_checkout_does(installed: Path, tmp_path: Path) -> None:
    made = [module(installed, tmp_path / "wheel"), module(ROOT, tmp_path / "checkout")]
    assert made[0] == made[1]
    assert any(name.endswith("_model.c") for name in made[0])


def module(path: Path, folder: Path) -> dict[str, bytes]:
    """What the package at `path` makes of the digits."""
    command = [sys.executable, "-m", "helia_aot", "convert", str(DIGITS), "-o"]
    environment = {**os.environ, "PYTHONPATH": str(path)}
    subprocess.run(
        [*command, str(folder), "--quiet"], check=True, env=environment, cwd=folder.parent
    )
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
