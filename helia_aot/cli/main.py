"""`helia-aot`: convert, check and measure models. Commands live in files of their own."""

import os
import sys
from importlib import import_module

import typer

COMMANDS = {
    "convert": "convert",
    "verify": "verify",
    "profile": "profile",
    "inspect": "inspect",
    "operators": "lists",
    "platforms": "lists",
    "passes": "lists",
}
"""The module of each command."""


def application(*names: str) -> typer.Typer:
    """The command line with the commands of these names; without names, with all."""
    app = typer.Typer(
        name="helia-aot",
        help="Compile quantized LiteRT models ahead of time into exact, self-contained C.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_common)
    for module in dict.fromkeys(COMMANDS[name] for name in names or COMMANDS):
        import_module(f"helia_aot.cli.{module}").register(app)
    return app


def _common() -> None:
    # Nothing; but it makes a command be called by its name where there is only one.
    pass


def main() -> None:
    # None of pydantic's plugins has a say here, and looking for them reads all installed packages.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # To make a command takes longer than to plan most models: make the one that is asked for.
    application(*(word for word in sys.argv[1:2] if word in COMMANDS))()
