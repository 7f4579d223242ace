"""`helia-aot operators`, `platforms`, `passes`: what there is."""

from typing import Annotated

import typer

from helia_aot.cli.common import reported, table


def operators() -> None:
    """List the supported operators with what each demands."""
    with reported():
        from helia_aot.ir.ops import BY_CODE

        for op in BY_CODE.values():
            print(op.CODE)
            for row in op.VARIANTS:
                types = ", ".join(f"{name} {type}" for name, type in row.types.items())
                bound = row.arithmetic.BOUND or "exact"
                print(f"  * {types}: {bound} against {row.arithmetic.ORACLE}")
            for text, _ in op.rules():
                print(f"    {text}")


def platforms() -> None:
    """List the platforms that modules can be made for and run on."""
    with reported():
        from helia_aot.platforms.loader import PLATFORMS, platform

        rows = [platform(name) for name in PLATFORMS]
        table(
            ("platform", "cpu", "runs on", "description"),
            [(p.name, p.cpu, p.runs_on, p.description) for p in rows],
        )


def passes(
    pipeline: Annotated[
        bool,
        typer.Option("--pipeline", help="Print the default pipeline as helia-opt -p takes it."),
    ] = False,
    level: Annotated[int, typer.Option("--level", min=0, max=2)] = 2,
) -> None:
    """List every pass with what it does."""
    with reported():
        if pipeline:
            from helia_aot import config
            from helia_aot.driver import passes as steps

            print(",".join(str(p) for p in steps(config.validate({"level": level}))))
            return
        from helia_aot.passes import PASSES

        rows = [(p.name, (p.__doc__ or "").partition("\n")[0]) for p in PASSES]
        table(("pass", "what it does"), rows)


def register(app: typer.Typer) -> None:
    app.command()(operators)
    app.command()(platforms)
    app.command()(passes)
