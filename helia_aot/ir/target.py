"""The machine a module is made for, as far as kernel selection asks."""

from enum import StrEnum
from typing import Literal, NamedTuple

Provider = Literal["bundled", "cmsis-nn"]
Optimize = Literal["speed", "balanced", "size"]


class Isa(StrEnum):
    """The instruction set whose bodies pay on a core."""

    PLAIN = "plain"
    DSP = "dsp"
    MVE = "mve"


CPUS: dict[str, Isa] = {
    "generic": Isa.PLAIN,
    "cortex-m0": Isa.PLAIN,
    "cortex-m0plus": Isa.PLAIN,
    "cortex-m3": Isa.PLAIN,
    "cortex-m4": Isa.DSP,
    "cortex-m7": Isa.DSP,
    "cortex-m33": Isa.DSP,
    "cortex-m52": Isa.MVE,
    "cortex-m55": Isa.MVE,
    "cortex-m85": Isa.MVE,
}
"""Every core that has a name here, with the instruction set its kernels are chosen for."""


class Target(NamedTuple):
    """What kernels are selected for. A module is exact on every core; here it is fast."""

    cpu: str = "generic"
    provider: Provider = "bundled"
    optimize: Optimize = "balanced"

    @property
    def isa(self) -> Isa:
        if self.cpu not in CPUS:
            raise ValueError(f"unknown core {self.cpu!r}: known are {', '.join(CPUS)}")
        return CPUS[self.cpu]
