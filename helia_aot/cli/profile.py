"""`helia-aot profile`: what one inference costs, in instructions and in bytes."""

from typing import TYPE_CHECKING, Annotated

import typer

from helia_aot.cli.common import (
    EXTRA,
    CompilerName,
    CompilerOption,
    ConfigOption,
    JsonOption,
    LevelOption,
    ModelArgument,
    QuietOption,
    VerboseOption,
    configuration,
    done,
    prepared,
    progress,
    reported,
    table,
    write_json,
)
from helia_aot.cli.configured import ConfiguredCommand

if TYPE_CHECKING:
    from helia_aot.verify.result import OperatorProfile, ProfileResult


def profile(
    context: typer.Context,
    model: ModelArgument,
    platform: Annotated[str, typer.Option("--platform", help="An emulated board.")],
    compiler: CompilerOption = CompilerName.GCC,
    config: ConfigOption = None,
    level: LevelOption = None,
    json: JsonOption = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Count instructions per inference and per operator, and bytes of code, constants and RAM."""
    with reported():
        settings = configuration(model, context.args, config, level)
        from helia_aot.verify.profile import profile as measure

        show = progress(quiet, verbose)
        subject, module = prepared(settings, platform, show)
        result = measure(subject, module, platform, compiler.value, progress=show)
        done(quiet, verbose)
        write_json(json, result.to_json())
        if not quiet:
            report(result)


def report(result: "ProfileResult") -> None:
    rows = [
        (o.producer.layer_index, o.producer.type, o.instructions, o.macs, _ratio(o))
        for o in result.operators
    ]
    table(("#", "operator", "instructions", "MACs", "per MAC"), rows)
    print(f"\n{result.instructions} instructions per inference ({result.platform})")
    for name in ("code", "constant", "scratch", "persistent", "stack"):
        print(f"{getattr(result, f'{name}_bytes'):>9} bytes of {name}")


def _ratio(operator: "OperatorProfile") -> str:
    return f"{operator.instructions / operator.macs:.3f}" if operator.macs else ""


def register(app: typer.Typer) -> None:
    app.command(cls=ConfiguredCommand, context_settings=EXTRA)(profile)
