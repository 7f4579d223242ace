"""`helia-aot inspect`: what is in a model, and what of it can be compiled."""

from typing import Any

import typer

from helia_aot.cli.common import REFUSED, table
from helia_aot.cli.request import Request, add


def inspect(
    request: Request,
) -> None:
    """List operators, tensors, MACs and parameters of MODEL, and what is unsupported and why."""
    settings = request.settings()
    from helia_aot.report.inspect import inspect_model

    found = inspect_model(settings, request.progress())
    request.finish(found)
    if not request.quiet:
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
    add(app, inspect)
