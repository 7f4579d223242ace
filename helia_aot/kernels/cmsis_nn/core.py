"""The kinds of core that CMSIS-NN tells apart, each with kernels of its own."""

from enum import StrEnum

from helia_aot.ir.target import Target
from helia_aot.kernels.instruction_sets import isa_of


class Core(StrEnum):
    """In the order of their numbers in the generated C."""

    PLAIN = "plain"
    DSP = "dsp"
    MVE = "mve"


def core_of(target: Target) -> Core:
    """What CMSIS-NN sees in a target: an instruction set that it has no kernels for is plain."""
    isa = isa_of(target)
    return Core(isa) if isa in tuple(Core) else Core.PLAIN
