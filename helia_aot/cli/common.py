"""What the commands share: configuration, errors as exit codes, progress.

Imports nothing heavy: `helia-aot --help` must be instant.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from helia_aot.errors import ConfigError, HeliaError

if TYPE_CHECKING:
    from helia_aot.config import Config
    from helia_aot.ir.aot import ModuleOp
    from helia_aot.verify.subject import Subject


class CompilerName(StrEnum):
    GCC = "gcc"
    CLANG = "clang"


CompilerOption = Annotated[CompilerName, typer.Option("--compiler", help="Who compiles the C.")]

REFUSED, USAGE = 1, 2
"""Exit codes: the model was refused or differs; the command, the configuration or a place that it
names is wrong."""


def configuration(
    model: Path | None,
    flags: Sequence[str],
    file: Path | None = None,
    level: int | None = None,
    extra: Mapping[str, Any] | None = None,
) -> Config:
    """File, then dotted flags, then the command's own options; later wins."""
    from helia_aot import config

    values = config.load(file) if file is not None else {}
    values = config.merge(values, config.dotted(flags))
    if model is not None:
        values = config.merge(values, {"model": {"path": str(model)}})
    if level is not None:
        values["level"] = level
    return config.validate(config.merge(values, extra or {}))


def prepared(
    settings: Config, platform: str, show: Callable[[str], None]
) -> tuple[Subject, ModuleOp]:
    """The model that a configuration names, as it is run, and its program for a platform."""
    from helia_aot.driver import compile_model, read_model
    from helia_aot.verify.subject import read_subject

    settings = for_platform(settings, platform)
    data, name = read_model(settings)
    module = compile_model(data, name, settings, progress=show)
    graph = settings.model
    return read_subject(data, name, subgraph=graph.subgraph, signature=graph.signature), module


def for_platform(settings: Config, platform: str) -> Config:
    """Made for the platform it will run on, unless the configuration says otherwise."""
    if settings.target.model_fields_set:
        return settings
    target = settings.target.model_copy(update={"platform": platform})
    return settings.model_copy(update={"target": target})


@contextmanager
def reported() -> Generator[None, None, None]:
    """Errors of this package as text on stderr and an exit code."""
    try:
        yield
    except ConfigError as e:
        _fail(e, USAGE)
    except HeliaError as e:
        _fail(e, REFUSED)
    except BrokenPipeError:
        _forget_stdout()
        raise typer.Exit(USAGE) from None
    except OSError as e:
        _fail(os_words(e), USAGE)


def os_words(error: OSError) -> str:
    """Which file, and what is wrong with it."""
    name = f"{error.filename}: " if error.filename is not None else ""
    return f"{name}{error.strerror or error}"


def _forget_stdout() -> None:
    """Who read it has gone, which is no fault: nothing is said, nor flushed at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(error: Exception | str, code: int) -> None:
    for line in str(error).splitlines():
        print(f"helia-aot: {line}", file=sys.stderr)
    raise typer.Exit(code)


def progress(quiet: bool, verbose: bool) -> Callable[[str], None]:
    """Tells the stages on stderr: every one when verbose, the current one on a terminal."""
    terminal = sys.stderr.isatty()

    def show(stage: str) -> None:
        if verbose:
            print(f"helia-aot: {stage}", file=sys.stderr)
        elif terminal and not quiet:
            print(f"\r\x1b[K{stage} ", end="", file=sys.stderr, flush=True)

    return show


def done(quiet: bool, verbose: bool) -> None:
    """Clear the line that `progress` wrote."""
    if sys.stderr.isatty() and not quiet and not verbose:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def write_json(path: Path | None, value: Any) -> None:
    if path is not None:
        write_text(path, json.dumps(value, indent=2) + "\n")


def write_text(path: Path, text: str) -> None:
    """All of a file or none of it; what is no file, a device or a pipe, is written to."""
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    path = Path(os.path.realpath(path))
    partial = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as e:
        raise OSError(e.errno, e.strerror, str(path)) from e
    finally:
        with suppress(OSError):
            partial.unlink()


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table on stdout, as wide as the terminal; plain and unwrapped where there is none."""
    from rich.console import Console
    from rich.table import Table

    console = Console(width=None if sys.stdout.isatty() else 200)
    grid = Table(box=None, pad_edge=False, header_style="bold")
    for i, column in enumerate(columns):
        numeric = all(isinstance(r[i], int | None) for r in rows)
        grid.add_column(column, justify="right" if numeric and rows else "left", overflow="fold")
    for row in rows:
        grid.add_row(*("" if v is None else str(v) for v in row))
    console.print(grid)
