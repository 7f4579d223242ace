"""`helia-aot convert`: a model becomes a C module on disk."""

import os
from pathlib import Path
from typing import Annotated

import typer

from helia_aot.cli.common import (
    EXTRA,
    ConfigOption,
    LevelOption,
    ModelArgument,
    QuietOption,
    VerboseOption,
    configuration,
    done,
    progress,
    reported,
)
from helia_aot.cli.configured import ConfiguredCommand


def convert(
    context: typer.Context,
    model: ModelArgument,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="The module's own folder; a module that is there is replaced.",
            show_default="./<prefix>",
        ),
    ] = None,
    config: ConfigOption = None,
    level: LevelOption = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Convert MODEL into a C module. Every configuration key is a flag: --module.prefix kws."""
    # NumPy's threads would wait all the time for a product of matrices that is worth them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with reported():
        extra = {} if output is None else {"module": {"path": str(output)}}
        settings = configuration(model, context.args, config, level, extra)
        from helia_aot.driver import convert_model

        result = convert_model(settings, progress=progress(quiet, verbose))
        done(quiet, verbose)
        if not quiet:
            print(f"{result.output_dir}: {len(result.files)} files")


def register(app: typer.Typer) -> None:
    app.command(cls=ConfiguredCommand, context_settings=EXTRA)(convert)
