"""What kernels cost in instructions, from a table of measurements. Knows counts, and no operator.

`python -m benchmarks.costs` runs every kernel on a spread of layers on the emulated cores, fits a
`Cost` to each and writes the `costs.json` of every instruction set; that of CMSIS-NN has its
functions by the kind of core. The fits are close enough to
tell which of two kernels is the cheaper one by a margin, which is all that they are asked; a kernel
that is not in the table is not judged.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from helia_aot.ir.target import Target
from helia_aot.kernels.cmsis_nn.core import core_of
from helia_aot.kernels.instruction_sets import PLAIN, SETS, isa_of
from helia_aot.kernels.kernel import KernelCall
from helia_aot.kernels.kinds import integers

_GAIN = {"speed": 1.0, "balanced": 0.7, "size": 0.0}
"""How small a part of the instructions another kernel must take, so that its code pays."""


class Work(NamedTuple):
    """What there is to do for one call."""

    outputs: int
    """Elements of the result."""
    positions: int
    """Of which so many lie apart: a position has all channels or units. One at least."""
    taps: int = 1
    """Elements of the input that an output depends on."""


class Cost(NamedTuple):
    """Instructions of a kernel: a sum over its loops."""

    call: float = 0
    position: float = 0
    output: float = 0
    tap: float = 0
    """Per tap of a position, however many outputs it has: patches are gathered once."""
    mac: float = 0
    """Per tap of an output."""
    together: int = 1
    """Outputs of a position that are worked on together; what is left over costs like all."""

    def of(self, work: Work) -> float:
        terms = self.counts(work, self.together)
        rates = (self.call, self.position, self.output, self.tap, self.mac)
        return sum(rate * count for rate, count in zip(rates, terms, strict=True))

    @staticmethod
    def counts(work: Work, together: int) -> tuple[int, int, int, int, int]:
        """How often each rate is paid, in the order of the fields."""
        channels = work.outputs // work.positions
        outputs = work.positions * -(-channels // together) * together
        return 1, work.positions, outputs, work.positions * work.taps, outputs * work.taps


def path(isa: str) -> Path:
    """Where the costs on cores with an instruction set stand: with its kernels."""
    package = "helia_aot.kernels" if isa == PLAIN else SETS[isa]
    return Path(str(import_module(package).__file__)).with_name("costs.json")


@cache
def table(isa: str) -> dict[str, Cost]:
    """By the kind of the kernel's descriptor."""
    loaded = json.loads(path(isa).read_text(encoding="utf-8"))
    return {kind: Cost(**rates) for kind, rates in loaded.items()}


FOREIGN = Path(__file__).with_name("cmsis_nn") / "costs.json"


@cache
def foreign_table(core: str) -> dict[str, Cost]:
    """Of CMSIS-NN on a kind of core, by the name of its function."""
    loaded = json.loads(FOREIGN.read_text(encoding="utf-8"))
    return {name: Cost(**rates) for name, rates in loaded.get(core, {}).items()}


def estimate(call: KernelCall, work: Work, target: Target) -> float | None:
    """Instructions of a call, where its kernel is in the table."""
    if target.provider == "bundled" or not call.helper.cmsis:
        cost = table(isa_of(target)).get(call.helper.struct_kind)
    else:
        # Imported here: the bundled kernels have no use for it.
        from helia_aot.kernels.cmsis_nn.functions import function_of

        core = core_of(target)
        name = function_of(call.helper.cmsis, integers(call.numbers), core)
        cost = foreign_table(core).get(name)
    return None if cost is None else cost.of(work)


def cheapest(calls: Sequence[KernelCall], work: Work, target: Target) -> KernelCall:
    """The first call, unless a later one takes so much less that its code pays; another provider
    than the bundled one was asked for, and runs what it can."""
    if target.provider != "bundled":
        return calls[0]
    best, least = calls[0], estimate(calls[0], work, target)
    if least is None:
        return best
    for call in calls[1:]:
        found = estimate(call, work, target)
        if found is not None and found < _GAIN[target.optimize] * least:
            text = f"about {found:.0f} instructions, {best.helper.key} {least:.0f}"
            best, least = call._replace(why=f"{call.why}: {text}"), found
    return best
