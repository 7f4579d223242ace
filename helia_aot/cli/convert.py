"""`helia-aot convert`: a model becomes a C module on disk."""

import os
from pathlib import Path
from typing import Annotated

import typer

from helia_aot.cli.request import Request, add


def convert(
    request: Request,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="The module's own folder; a module that is there is replaced.",
            show_default="./<prefix>",
        ),
    ] = None,
) -> None:
    """Convert MODEL into a C module. Every configuration key is a flag: --module.prefix kws."""
    # NumPy's threads would wait all the time for a product of matrices that is worth them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    settings = request.settings({} if output is None else {"module": {"path": str(output)}})
    from helia_aot.driver import convert_model

    result = convert_model(settings, progress=request.progress())
    request.finish()
    if not request.quiet:
        print(f"{result.output_dir}: {len(result.files)} files")


def register(app: typer.Typer) -> None:
    add(app, convert, json=False)
