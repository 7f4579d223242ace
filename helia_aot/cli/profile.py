"""`helia-aot profile`: what one inference costs, in instructions and in bytes."""

from typing import TYPE_CHECKING, Annotated

import typer

from helia_aot.cli.common import CompilerName, CompilerOption, prepared, table
from helia_aot.cli.request import Request, add

if TYPE_CHECKING:
    from helia_aot.verify.result import OperatorProfile, ProfileResult


def profile(
    request: Request,
    platform: Annotated[str, typer.Option("--platform", help="An emulated board.")],
    compiler: CompilerOption = CompilerName.GCC,
) -> None:
    """Count instructions per inference and per operator, and bytes of code, constants and RAM."""
    settings, show = request.settings(), request.progress()
    from helia_aot.verify.profile import profile as measure

    subject, module = prepared(settings, platform, show)
    result = measure(subject, module, platform, compiler.value, progress=show)
    request.finish(result.to_json())
    if not request.quiet:
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
    add(app, profile)
