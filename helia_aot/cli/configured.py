"""Commands that take the configuration: each key is a flag, and their help lists all keys."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand


class ConfiguredCommand(TyperCommand):
    """Flags of the configuration may stand before the arguments as well as behind them."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        flags, others = _split(args)
        super().parse_args(ctx, others)
        ctx.args = [*ctx.args, *flags]  # none of the others is the value of a flag
        return ctx.args

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        from helia_aot.config import fields

        rows = [(f"--{name}", " ".join(words)) for name, *words in fields()]
        with formatter.section("Configuration (keys of --config, each a flag as well)"):
            formatter.write_dl(rows)


def _split(args: list[str]) -> tuple[list[str], list[str]]:
    """The flags of the configuration as `--key=value`, and everything else."""
    from helia_aot.config import KEY_FLAG, OPTION

    flags: list[str] = []
    others: list[str] = []
    pending = list(args)
    while pending:
        word = pending.pop(0)
        if word == "--":
            return flags, [*others, word, *pending]
        if not KEY_FLAG.match(word):
            others.append(word)
        elif "=" in word or not pending or OPTION.match(pending[0]):
            flags.append(word)
        else:
            flags.append(f"{word}={pending.pop(0)}")
    return flags, others
