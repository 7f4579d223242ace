"""How a program names a shared kernel, and what a kernel does with the buffer of its context.

Knows no kernel: what one is, its descriptor and its calls, is the business of `helia_aot.kernels`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class KernelHelper:
    """One distinct kernel signature; equal by value, so that nodes can share it."""

    key: str
    """Identity of the signature: operator, layout and variant (`conv_2d_s8`)."""
    struct_kind: str
    """Which descriptor record it reads (`Record.kind`)."""
    helper_name: str
    """Bare name of the shared function; the module's prefix is put before it."""
    ctype: str
    """C type of the elements it works on (`int8_t`)."""
    cmsis: str
    """The CMSIS-NN entry point it forwards to with provider `cmsis-nn`; empty if there is none."""


class CtxBufUsage(StrEnum):
    """How the kernels of an operator use the buffer of the context that they are given."""

    NO_CTX = "no_ctx"
    """No kernel is passed a context: none is called at all, or none takes one."""
    IGNORED = "ignored"
    """A context is passed, but no dispatchable kernel dereferences its buffer."""
    REQUIRED = "required"
    """At least one dispatchable kernel dereferences it in every supported configuration."""
    CONDITIONAL = "conditional"
    """It depends on data type, target or options: see `AotOperator.ctx_buf_required`."""


def distinct_helpers(helpers: Iterable[KernelHelper]) -> list[KernelHelper]:
    """One helper per distinct key, sorted by key; ValueError when one key has two meanings."""
    by_key: dict[str, KernelHelper] = {}
    for helper in helpers:
        if by_key.setdefault(helper.key, helper) != helper:
            raise ValueError(
                f"kernel {helper.key} is declared as {by_key[helper.key]} and {helper}"
            )
    return [by_key[key] for key in sorted(by_key)]
