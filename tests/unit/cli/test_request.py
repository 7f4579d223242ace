"""A command on a model says its own options; the shared ones come with it."""

from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from helia_aot.cli.request import Request, add
from helia_aot.errors import HeliaError


def toy(request: Request, often: Annotated[int, typer.Option("--often")] = 1) -> None:
    """A command of a test."""
    if request.level == 0:
        raise HeliaError("no model at this level")
    request.finish({"model": str(request.settings().model.path), "often": often})
    print("quiet" if request.quiet else "told")


def run(*arguments: object, json: bool = True) -> Any:
    app = typer.Typer(rich_markup_mode=None)
    app.callback()(lambda: None)
    add(app, toy, json=json)
    return CliRunner().invoke(app, ["toy", *map(str, arguments)])


def test_it_has_its_own_and_the_shared_options(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    result = run("m.tflite", "--often", 3, "-q", "--json", out, "--module.prefix", "net")
    assert (result.exit_code, result.stdout) == (0, "quiet\n"), result.output
    assert '"often": 3' in out.read_text()
    assert "m.tflite" in out.read_text()


def test_errors_are_exit_codes() -> None:
    result = run("m.tflite", "--level", 0)
    assert (result.exit_code, result.stderr) == (1, "helia-aot: no model at this level\n")


@pytest.mark.parametrize("json", [True, False])
def test_help_lists_own_options_before_the_shared_ones(json: bool) -> None:
    text = run("--help", json=json).stdout
    options = ["--often", "--config", "--level", *["--json"] * json, "--quiet", "--verbose"]
    places = [text.index(f"{option} ") for option in options]
    assert places == sorted(places)
    assert ("--json" in text) == json
