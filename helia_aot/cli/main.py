"""`helia-aot`: convert, check and measure models. Commands live in files of their own."""

import os

import typer

from helia_aot.cli import convert, inspect, lists, profile, verify

app = typer.Typer(
    name="helia-aot",
    help="Compile quantized LiteRT models ahead of time into exact, self-contained C.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
convert.register(app)
verify.register(app)
profile.register(app)
inspect.register(app)
lists.register(app)


def main() -> None:
    # None of pydantic's plugins has a say here, and looking for them reads all installed packages.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    app()


if __name__ == "__main__":
    from helia_aot.cli.process import helia_aot

    helia_aot()
