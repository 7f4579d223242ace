"""What every kernel costs, measured and fitted: writes the table that kernels are chosen by.

    python -m benchmarks.costs [--cmsis-nn] [--write]

Every kernel that can run a layer runs it, on layers of all sizes, under QEMU: of the portable ones
on the Cortex-M4, those for the DSP extension there too, those for MVE on the Cortex-M55, each with
the compiler that is better there. Non-negative rates are fitted to the relative error.

With --cmsis-nn it is the functions of Arm's CMSIS-NN, from the folder in CMSIS_NN_ROOT: those that
a convolution or a depthwise comes to on M3, M4 and M55, compiled by GCC.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helia_aot import config
from helia_aot.backend_c.program import read_program
from helia_aot.driver import compile_model
from helia_aot.ir import aot
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.target import Target
from helia_aot.kernels import costs
from helia_aot.kernels.cmsis_nn.core import Core
from helia_aot.kernels.costs import Cost, Work
from helia_aot.kernels.instruction_sets import PLAIN
from helia_aot.kernels.kernel import KernelCall
from helia_aot.platforms.loader import platform
from helia_aot.verify.profile import profile
from helia_aot.verify.subject import read_subject
from helia_aot.verify.toolchain import Compiler
from tests.model_builder import ModelBuilder
from tests.unit.ops.layers import windows

Doubles = NDArray[np.float64]
Sample = tuple[Work, int]
Pair = tuple[int, int]
Image = tuple[int, int, int]
Rates = Mapping[str, dict[str, float]]

BOARDS: dict[str, tuple[str, Compiler]] = {
    "dsp": ("mps2-an386", "gcc"),
    "mve": ("mps3-an547", "clang"),
}
ENOUGH = 5
"""Layers that a fit needs."""
TOGETHER = (1, 4, 8)
"""How many outputs of a position a kernel may work on together."""
RATES = Cost._fields[:-1]


class Layers:
    """One model of layers side by side, with scales and zero points as trained models have."""

    def __init__(self) -> None:
        self.model = ModelBuilder()
        self.rng = np.random.default_rng(11)

    def input(self, shape: tuple[int, ...]) -> int:
        return self.model.input(shape, scale=0.05, zero_point=-128)

    def output(self, shape: tuple[int, ...], scale: float, zero_point: int = -128) -> int:
        index = self.model.tensor(shape, scale=scale, zero_point=zero_point)
        self.model.output(index)
        return index

    def weighted(
        self, code: str, sizes: tuple[int, ...], weights: tuple[int, ...], out: tuple[int, ...],
        **options: Any,
    ) -> None:  # fmt: skip
        channels = out[-1]
        scales = self.rng.uniform(0.002, 0.004, channels)
        axis = 3 if code == "DEPTHWISE_CONV_2D" else 0
        values = self.rng.integers(-127, 128, weights).astype(np.int8)
        bias = self.rng.integers(-999, 999, channels).astype(np.int32)
        depth = int(np.prod(weights)) // channels
        operands = [
            self.input(sizes),
            self.model.constant(values, scale=scales, dimension=axis),
            self.model.constant(bias, scale=0.05 * scales),
        ]
        y = self.output(out, 0.02 * float(np.sqrt(depth)))
        options = {"fused_activation_function": "RELU", **options}
        self.model.operator(code, operands, [y], **options)

    def convolution(
        self, image: Image, kernel: Pair, channels: int, stride: int = 1,
        multiplier: int = 0, dilation: int = 1,
    ) -> None:  # fmt: skip
        """A depthwise where there is a multiplier."""
        sizes = (1, *image)
        weights = (channels, *kernel, image[2])
        options: dict[str, Any] = {"padding": "SAME", "stride_h": stride, "stride_w": stride}
        options |= {"dilation_h_factor": dilation, "dilation_w_factor": dilation}
        code = "CONV_2D"
        if multiplier:
            code, channels = "DEPTHWISE_CONV_2D", multiplier * image[2]
            weights = (1, *kernel, channels)
            options["depth_multiplier"] = multiplier
        out = (1, *windows(sizes, kernel, (stride, stride), "SAME"), channels)
        self.weighted(code, sizes, weights, out, **options)

    def pool(self, code: str, image: Image, window: Pair) -> None:
        size = windows((1, *image), window, window, "VALID")
        x, y = self.input((1, *image)), self.output((1, *size, image[2]), 0.05)
        options: dict[str, Any] = {"padding": "VALID", "stride_h": window[0], "stride_w": window[1]}
        options |= {"filter_height": window[0], "filter_width": window[1]}
        self.model.operator(code, [x], [y], **options)


CONVOLUTIONS: tuple[tuple[Image, Pair, int, int], ...] = (
    ((8, 8, 8), (1, 1), 8, 1),
    ((12, 5, 64), (1, 1), 64, 1),
    ((3, 3, 128), (1, 1), 64, 1),
    ((4, 4, 256), (1, 1), 16, 1),
    ((1, 2, 4), (1, 1), 2, 1),
    ((10, 6, 16), (1, 1), 5, 1),
    ((7, 7, 2), (1, 1), 1, 1),
    ((1, 1, 2), (1, 1), 4, 1),
    ((1, 1, 16), (1, 1), 16, 1),
    ((8, 8, 16), (3, 3), 16, 1),
    ((6, 6, 32), (3, 3), 12, 1),
    ((5, 5, 3), (3, 3), 1, 1),
    ((16, 16, 3), (3, 3), 8, 2),
    ((3, 3, 8), (2, 2), 3, 1),
    ((20, 9, 1), (10, 4), 16, 1),
    ((9, 9, 4), (5, 5), 8, 1),
    ((1, 30, 8), (1, 5), 16, 1),
)
"""Image, window, channels, stride."""

DEPTHWISE: tuple[tuple[Image, Pair, int, int, int], ...] = (
    ((12, 5, 64), (3, 3), 1, 1, 1),
    ((16, 16, 8), (3, 3), 1, 1, 1),
    ((6, 6, 128), (3, 3), 1, 1, 1),
    ((3, 3, 64), (3, 3), 1, 1, 1),
    ((3, 3, 4), (3, 3), 1, 1, 1),
    ((5, 5, 2), (3, 3), 1, 1, 1),
    ((12, 12, 16), (3, 3), 1, 2, 1),
    ((24, 24, 8), (3, 3), 1, 2, 1),
    ((6, 6, 32), (5, 5), 1, 1, 1),
    ((8, 8, 24), (5, 5), 1, 2, 1),
    ((4, 4, 8), (7, 7), 1, 1, 1),
    ((1, 40, 32), (1, 9), 1, 1, 1),
    ((5, 7, 16), (1, 3), 1, 1, 1),
    ((7, 5, 20), (5, 1), 1, 1, 1),
    ((9, 9, 12), (3, 3), 1, 1, 2),
    ((4, 9, 48), (3, 3), 1, 1, 2),
    ((8, 8, 4), (3, 3), 2, 1, 1),
    ((6, 6, 8), (3, 3), 4, 1, 1),
    ((10, 10, 3), (3, 3), 8, 1, 1),
    ((12, 10, 1), (5, 4), 8, 1, 1),
    ((1, 1, 2), (1, 1), 2, 1, 1),
    ((1, 1, 4), (1, 1), 3, 1, 1),
    ((1, 1, 16), (1, 1), 1, 1, 1),
)
"""Image, window, multiplier, stride, dilation."""


def convolutions(layers: Layers) -> None:
    for image, kernel, channels, stride in CONVOLUTIONS:
        layers.convolution(image, kernel, channels, stride)


def depthwise(layers: Layers) -> None:
    for image, kernel, multiplier, stride, dilation in DEPTHWISE:
        layers.convolution(image, kernel, 0, stride, multiplier, dilation)


def fully_connected(layers: Layers) -> None:
    for rows, depth, units in (
        *((1, 640, 128), (1, 128, 128), (1, 128, 8), (1, 16, 16), (1, 1, 16), (1, 16, 1)),
        *((1, 250, 4), (4, 64, 32), (1, 64, 12), (2, 5, 3)),
    ):
        layers.weighted("FULLY_CONNECTED", (rows, depth), (units, depth), (rows, units))


def pools(code: str) -> "Family":
    def build(layers: Layers) -> None:
        for image, window in (
            *(((12, 12, 16), (2, 2)), ((6, 6, 64), (6, 6)), ((8, 8, 4), (2, 2))),
            *(((9, 9, 3), (3, 3)), ((25, 5, 64), (25, 5)), ((4, 4, 40), (2, 2))),
            *(((3, 3, 256), (3, 3)), ((2, 2, 1), (2, 2))),
        ):
            layers.pool(code, image, window)

    return build


def additions(layers: Layers) -> None:
    for size in (1, 7, 16, 64, 333, 4096):
        a, b = layers.input((1, size)), layers.model.input((1, size), scale=0.1, zero_point=-128)
        y = layers.output((1, size), 0.125)
        layers.model.operator("ADD", [a, b], [y])


Family = Callable[[Layers], None]

FAMILIES: tuple[Family, ...] = (
    convolutions,
    depthwise,
    fully_connected,
    pools("AVERAGE_POOL_2D"),
    pools("MAX_POOL_2D"),
    additions,
)


def model_of(family: Family) -> bytes:
    layers = Layers()
    family(layers)
    return layers.model.build()


@contextmanager
def choosing(choose: Callable[[AotOperator, list[KernelCall]], KernelCall]) -> Generator[None]:
    """Operators run through the kernel that is chosen here."""
    own = AotOperator.kernel
    AotOperator.kernel = lambda self, target: choose(self, list(self.kernels(target)))
    try:
        yield
    finally:
        AotOperator.kernel = own


def kinds_of(data: bytes, isa: str) -> list[str]:
    """The kinds of all kernels that could run a layer of a model."""
    kinds: dict[str, None] = {}

    def note(op: AotOperator, calls: list[KernelCall]) -> KernelCall:
        kinds.update(dict.fromkeys(c.helper.struct_kind for c in calls))
        return calls[0]

    with choosing(note):
        compiled(data, isa)
    return list(kinds)


def compiled(data: bytes, isa: str) -> aot.ModuleOp:
    settings = config.validate({"target": {"platform": BOARDS[isa][0]}, "level": 0})
    return compile_model(data, "layers", settings)


def measured(isa: str) -> dict[str, list[Sample]]:
    """By the kind of its descriptor, what every kernel took for which work."""
    samples: dict[str, list[Sample]] = defaultdict(list)
    for family in FAMILIES:
        data = model_of(family)
        for kind in kinds_of(data, isa):
            samples[kind] += [sample for used, sample in run(data, isa, kind) if used == kind]
    return samples


def run(data: bytes, isa: str, kind: str | None = None) -> list[tuple[str, Sample]]:
    """Every layer by the kernel that it ran through: one of a kind where it has one, or that which
    the compiler chooses."""
    work: list[Work] = []

    def prefer(op: AotOperator, calls: list[KernelCall]) -> KernelCall:
        work.append(op.work())
        if kind is None:
            return costs.cheapest(calls, op.work(), module_target(isa))
        return next((c for c in calls if c.helper.struct_kind == kind), calls[0])

    with choosing(prefer):
        module = compiled(data, isa)
    result = profile(read_subject(data, "layers"), module, *BOARDS[isa])
    helpers = [op.helper for op in read_program(module).operators]
    rows = zip(helpers, work, result.operators, strict=True)
    return [(h.struct_kind, (w, o.instructions)) for h, w, o in rows if h is not None]


def module_target(isa: str) -> Target:
    return Target(platform(BOARDS[isa][0]).cpu)


def fitted(samples: list[Sample]) -> Cost:
    """The rates of the least relative error."""
    found = [
        (error, together, rates)
        for together in TOGETHER
        for error, rates in fits(samples, together)
    ]
    _, together, rates = min(found, key=lambda f: f[0] * (1 + 0.05 * np.count_nonzero(f[2])))
    return Cost(*(round(float(r), 3) for r in rates), together=together)


def fits(samples: list[Sample], together: int) -> Iterator[tuple[float, Doubles]]:
    """Least squares over every subset of the rates that comes out without a negative one."""
    counts = np.array([Cost.counts(work, together) for work, _ in samples], np.float64)
    counts /= np.array([instructions for _, instructions in samples], np.float64)[:, None]
    for size in range(1, min(len(RATES), len(samples) // 2) + 1):
        for subset in combinations(range(len(RATES)), size):
            rates = np.zeros(len(RATES))
            solved = np.linalg.lstsq(counts[:, subset], np.ones(len(counts)), rcond=None)[0]
            rates[list(subset)] = solved
            if np.all(rates >= 0):
                yield float(np.linalg.norm(counts @ rates - 1)), rates


def report(isa: str, kind: str, cost: Cost, samples: list[Sample]) -> None:
    ratios = [cost.of(work) / instructions for work, instructions in samples]
    fit = f"{len(samples):3} layers, {min(ratios):.2f} to {max(ratios):.2f}"
    print(f"{isa:4} {kind:30} {fit}: {', '.join(f'{n} {v}' for n, v in rates_of(cost).items())}")


def rates_of(cost: Cost) -> dict[str, float]:
    """What is not as by default."""
    own, plain = cost._asdict(), Cost()._asdict()
    return {name: value for name, value in own.items() if value != plain[name]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the table")
    parser.add_argument("--cmsis-nn", action="store_true", help="of Arm's CMSIS-NN")
    args = parser.parse_args()
    if args.cmsis_nn:
        from benchmarks import cmsis_nn_costs  # it asks this module for layers

        foreign = {core.value: rates(core, cmsis_nn_costs.measured(core)) for core in Core}
        if args.write:
            write(costs.FOREIGN, foreign)
        return
    table: dict[str, Rates] = {isa: rates(isa, measured(isa)) for isa in BOARDS}
    table[PLAIN] = {k: v for k, v in table["dsp"].items() if "_dsp" not in k}
    if args.write:
        for name, kinds in table.items():
            write(costs.path(name), kinds)


def rates(isa: str, measured: Mapping[str, list[Sample]]) -> Rates:
    """By kernel, what is fitted to enough samples."""
    found: dict[str, dict[str, float]] = {}
    for kind, samples in sorted(measured.items()):
        if len(samples) >= ENOUGH:
            cost = fitted(samples)
            report(isa, kind, cost, samples)
            found[kind] = rates_of(cost)
    return found


def write(path: Path, table: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(table, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
