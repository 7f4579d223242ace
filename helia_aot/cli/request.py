"""What a user asks of a model: the options that the commands on a model share are said here once.

A command is a function of a `Request` and of options of its own. `add` makes a command of it that
has both: the model first, then its own options, then the shared ones.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from helia_aot.cli import common
from helia_aot.cli.configured import ConfiguredCommand

if TYPE_CHECKING:
    from helia_aot.config import Config

_EXTRA = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Every configuration key is a dotted flag."""

_FIRST = ("context", "model")
"""What stands before a command's own options."""


class Request(NamedTuple):
    """The shared options; their help is their documentation."""

    context: typer.Context
    model: Annotated[Path, typer.Argument(help="The .tflite model.", show_default=False)]
    config: Annotated[
        Path | None, typer.Option("--config", help="YAML file of sections.", show_default=False)
    ] = None
    level: Annotated[
        int | None,
        typer.Option(
            "--level",
            min=0,
            max=2,
            show_default="2",
            help="0: only what correct code needs; 1: cheap local rewrites; 2: all exact rewrites.",
        ),
    ] = None
    json: Annotated[
        Path | None, typer.Option("--json", help="Write the result as JSON.", show_default=False)
    ] = None
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print every stage.")] = False

    def settings(self, extra: Mapping[str, Any] | None = None) -> "Config":
        """The configuration: file, then flags, then the command's own; later wins."""
        return common.configuration(self.model, self.context.args, self.config, self.level, extra)

    def progress(self) -> Callable[[str], None]:
        """Tells the stages as the user wants to hear of them."""
        return common.progress(self.quiet, self.verbose)

    def finish(self, result: object = None) -> None:
        """Progress is over; the result goes where the user wants it."""
        common.done(self.quiet, self.verbose)
        common.write_json(self.json, result)


def add(app: typer.Typer, function: Callable[..., None], *, json: bool = True) -> None:
    """Add a command of the function's name; with `json`, it has a result to write."""
    app.command(cls=ConfiguredCommand, context_settings=_EXTRA)(_command(function, json))


def _command(function: Callable[..., None], json: bool) -> Callable[..., None]:
    """What typer is shown: a function of all options, whose errors are exit codes."""
    shared = dict(signature(Request).parameters)
    if not json:
        del shared["json"]

    @wraps(function)
    def command(**values: Any) -> None:
        request = Request(**{name: values.pop(name) for name in shared})
        with common.reported():
            function(request, **values)

    own = list(signature(function).parameters.values())[1:]
    first = [shared[name] for name in _FIRST]
    parameters = [*first, *own, *(p for name, p in shared.items() if name not in _FIRST)]
    _sign(command, parameters)
    return command


def _sign(function: Callable[..., None], parameters: list[Parameter]) -> None:
    """Give a function the signature that typer makes its options of."""
    # Functions have no such attribute to pyright; `inspect.signature` asks for it first.
    function.__signature__ = Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess]
    function.__annotations__ = {p.name: p.annotation for p in parameters}
