"""Which instruction sets have kernels of their own, and which core has which.

An instruction set is a package with `CORES`, `KINDS` (the file of every kind of descriptor), a
module `calls` that answers as `Accelerated` asks, and a `costs.json`. Packages are found by name,
so that no kernel is loaded for a target that has no use for it. Knows no kernel and no operator.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import cast

from helia_aot.ir.target import Target
from helia_aot.kernels.accelerated import Accelerated

PLAIN = "plain"
"""The instruction set of cores that run portable C alone."""

PLAIN_CORES: tuple[str, ...] = ("generic", "cortex-m0", "cortex-m0plus", "cortex-m3")

SETS: dict[str, str] = {"dsp": "helia_aot.kernels.dsp", "mve": "helia_aot.kernels.mve"}
"""Every other one, with its package."""


def cores() -> Mapping[str, str]:
    """Every core that has a name here, with the instruction set its kernels are chosen for."""
    found: dict[str, str] = dict.fromkeys(PLAIN_CORES, PLAIN)
    for isa, package in SETS.items():
        found |= dict.fromkeys(import_module(package).CORES, isa)
    return found


def isa_of(target: Target) -> str:
    """The instruction set of a target's core; ValueError where the core is unknown."""
    known = cores()
    if target.cpu not in known:
        raise ValueError(f"unknown core {target.cpu!r}: known are {', '.join(known)}")
    return known[target.cpu]


def accelerated(target: Target) -> Accelerated | None:
    """The kernels of the target's own instructions: another provider has its own layouts."""
    isa = isa_of(target)
    if target.provider != "bundled" or isa == PLAIN:
        return None
    return cast(Accelerated, import_module(f"{SETS[isa]}.calls"))
