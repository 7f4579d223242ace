"""Remarks: why a pass left an operator as it is, for whoever asks. Knows no pass.

A pass says `remark(op, PASS, "input has 8 channels, should have 1")`; nobody listens unless the
caller collects. A pattern that is tried again and again may repeat itself: a remark counts once.
What a later rewrite would make untrue is better said in a last walk over what is left.
"""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from xdsl.ir import Operation

from helia_aot.ir.provenance import where


class Remark(NamedTuple):
    """One remark of one pass on one operator."""

    pass_name: str
    where: str
    """The operator in the model's own words, taken when the remark was made."""
    text: str

    def __str__(self) -> str:
        return f"remark: {self.where}: {self.text} ({self.pass_name})"


_listener: ContextVar[dict[Remark, None] | None] = ContextVar("remarks", default=None)


def remark(op: Operation, pass_name: str, text: str) -> None:
    """Say why `pass_name` left `op` as it is."""
    if (remarks := _listener.get()) is not None:
        remarks.setdefault(Remark(pass_name, where(op), text))


@contextmanager
def collected() -> Generator[dict[Remark, None], None, None]:
    """Collects what is remarked inside, in order, each remark once: `list(remarks)`."""
    remarks: dict[Remark, None] = {}
    token = _listener.set(remarks)
    try:
        yield remarks
    finally:
        _listener.reset(token)
