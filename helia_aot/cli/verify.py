"""`helia-aot verify`: prove that the C computes what the model means."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from helia_aot.cli.common import REFUSED, CompilerName, CompilerOption, prepared, table
from helia_aot.cli.request import Request, add

if TYPE_CHECKING:
    from helia_aot.verify.result import VerifyResult


class Oracle(StrEnum):
    TFLM = "tflm"
    LITERT = "litert"
    BOTH = "both"


def verify(
    request: Request,
    platform: Annotated[
        str, typer.Option("--platform", help="Where it runs: host or an emulated board.")
    ] = "host",
    cases: Annotated[int, typer.Option("--cases", min=1, help="Random cases.")] = 3,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the random cases.")] = 0,
    golden: Annotated[
        Path | None, typer.Option("--golden", help="Inputs and outputs (.npz) to compare with.")
    ] = None,
    oracle: Annotated[
        Oracle | None, typer.Option("--oracle", help="Who decides.", show_default="tflm")
    ] = None,
    intermediates: Annotated[
        bool, typer.Option("--intermediates", help="Compare every tensor that survives.")
    ] = False,
    dump: Annotated[
        Path | None, typer.Option("--dump", help="Write what the module computed (.npz).")
    ] = None,
    compiler: CompilerOption = CompilerName.GCC,
) -> None:
    """Convert MODEL, compile and run it, compare with an oracle; exit 0 only if it is exact."""
    settings, show = request.settings(), request.progress()
    from helia_aot.verify.verify import VerifyOptions
    from helia_aot.verify.verify import verify as run

    subject, module = prepared(settings, platform, show)
    options = VerifyOptions(
        platform=platform,
        cases=cases,
        seed=seed,
        golden=golden,
        oracle=None if oracle is None else oracle.value,
        intermediates=intermediates,
        dump=dump,
        compiler=compiler.value,
    )
    result = run(subject, module, options, show)
    request.finish(result.to_json())
    if not request.quiet:
        report(result)
    if not result.ok:
        raise typer.Exit(REFUSED)


def report(result: "VerifyResult") -> None:
    """Every comparison, then the verdict in one line."""
    rows = [(c.name, c.values, c.mismatches, c.max_abs_diff, c.bound) for c in result.comparisons]
    table(("tensor", "values", "mismatches", "max |diff|", "bound"), rows)
    for left in result.uncompared or ():
        print(f"not compared: {left.name} ({left.reason})")
    where = f"{result.cases} cases on {result.platform} against {result.oracle}"
    if result.ok:
        print(f"exact: {where}" if result.exact else f"within bounds: {where}")
        return
    print(f"differs: {where}")
    if (first := result.first_difference) is not None:
        who = first.producer
        name = f"operator {who.layer_index} {who.type}" if who else "no operator"
        print(f"first difference: {name}, tensor {first.tensor}, {first.mismatches} values")


def register(app: typer.Typer) -> None:
    add(app, verify)
