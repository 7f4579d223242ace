"""`helia-aot inspect`: what is in a model, and what of it can be compiled."""

from typing import Any

import typer

from helia_aot.cli.common import (
    EXTRA,
    REFUSED,
    ConfigOption,
    JsonOption,
    LevelOption,
    ModelArgument,
    QuietOption,
    VerboseOption,
    configuration,
    done,
    progress,
    reported,
    table,
    write_json,
)
from helia_aot.cli.configured import ConfiguredCommand


def inspect(
    context: typer.Context,
    model: ModelArgument,
    config: ConfigOption = None,
    level: LevelOption = None,
    json: JsonOption = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """List operators, tensors, MACs and parameters of MODEL, and what is unsupported and why."""
    with reported():
        settings = configuration(model, context.args, config, level)
        from helia_aot.report.inspect import inspect_model

        found = inspect_model(settings, progress(quiet, verbose))
        done(quiet, verbose)
        write_json(json, found)
        if not quiet:
            show(found)
    if found["refused"]:
        raise typer.Exit(REFUSED)


def show(found: dict[str, Any]) -> None:
    columns = ("#", "operator", "macs", "parameters", "supported")
    table(
        columns,
        [
            (o["index"], o["type"], o["macs"], o["parameters"], o["reason"] or "yes")
            for o in found["operators"]
        ],
    )
    print()
    table(
        ("tensor", "type", "shape", "name"),
        [
            (t["index"], t["dtype"], "x".join(map(str, t["shape"])), t["name"])
            for t in found["tensors"]
        ],
    )
    print(f"\n{found['macs']} MACs, {found['parameters']} parameters")
    told = {o["reason"] for o in found["operators"]}
    for reason in found["refused"]:
        if reason not in told:
            print(f"refused: {reason}")


def register(app: typer.Typer) -> None:
    app.command(cls=ConfiguredCommand, context_settings=EXTRA)(inspect)
