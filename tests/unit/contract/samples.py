"""Operators of every kind on every target, to be asked what they owe the compiler."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.func import Func
from xdsl.parser import Parser

from helia_aot.ir.ops import BY_CODE, CREATED, dequantize, quantize
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.target import Optimize, Provider, Target
from helia_aot.ir.tfl import Tfl
from helia_aot.kernels.instruction_sets import cores
from helia_aot.kernels.kernel import KernelCall
from tests.paths import ROOT
from tests.unit.ops.backends import main_of
from tests.unit.ops.layers import Layers

TARGETS = [
    Target(cpu, provider, optimize)
    for cpu, provider, optimize in product(cores(), get_args(Provider), get_args(Optimize))
]

CHOICES = [t for t in TARGETS if t.cpu in ("generic", "cortex-m4", "cortex-m55")]
"""One core of every kind: kernels are chosen by kind."""

operators = pytest.mark.parametrize(
    "op", [*BY_CODE.values(), *CREATED.values()], ids=lambda op: op.CODE
)
"""Every operator, those without a kernel and those that only passes make among them."""


def lit(path: Path) -> Iterator[AotOperator]:
    for part in path.read_text().split("// -----"):
        context = Context()
        for dialect in (Builtin, Func, Tfl):
            context.load_dialect(dialect)
        module = Parser(context, part).parse_module()
        yield from (o for o in module.walk() if isinstance(o, AotOperator))


def weighted(layers: Layers) -> None:
    """What every kind of their kernels runs: windows, points, whole inputs, one channel, rows."""
    layers.convolution((1, 8, 8, 8), (3, 3), 8)
    layers.convolution((1, 8, 8, 8), (1, 1), 8)
    layers.convolution((1, 8, 8, 8), (8, 8), 8, padding="VALID")
    layers.convolution((1, 8, 8, 8), (3, 3), 8, depthwise=True)
    layers.convolution((1, 8, 8, 8), (5, 5), 8, depthwise=True)
    layers.convolution((2, 8, 8, 2), (3, 3), 8, depthwise=True)
    layers.convolution((1, 8, 8, 1), (3, 3), 8, depthwise=True)
    for per_channel in (False, True):
        for rows in (1, 5):
            layers.weighted(
                "FULLY_CONNECTED", (rows, 8), (4, 8), (rows, 4), per_channel=per_channel
            )


def conversions(layers: Layers) -> None:
    """From every type to every other, real numbers among them."""
    pairs = [("QUANTIZE", a, b) for a, targets in quantize.PAIRS.items() for b in targets]
    pairs += [("DEQUANTIZE", source, "float32") for source in dequantize.SOURCES]
    for code, *types in pairs:
        scales = [None if t == "float32" else 0.5 for t in types]
        x = layers.model.input((1, 8), types[0].upper(), scale=scales[0])
        y = layers.model.tensor((1, 8), types[1].upper(), scale=scales[1])
        layers.model.operator(code, [x], [y])
        layers.model.output(y)


@cache
def samples() -> tuple[AotOperator, ...]:
    """Operators of every kind and type: those of the lit files, and some more."""
    files = sorted((ROOT / "tests" / "lit" / "ops").glob("*.mlir"))
    found = [o for path in files if not path.stem.endswith("_invalid") for o in lit(path)]
    layers = Layers()
    weighted(layers)
    conversions(layers)
    for code in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
        layers.pool(code, (1, 8, 8, 16), (2, 2))
    return (*found, *(o for o in main_of(layers.build()).walk() if isinstance(o, AotOperator)))


def sampled(
    op: type[AotOperator], targets: Sequence[Target] = TARGETS
) -> Iterator[tuple[AotOperator, Target]]:
    """The samples of one operator, each on every target."""
    return product((s for s in samples() if type(s) is op), targets)


@cache
def calls(op: AotOperator, target: Target) -> tuple[KernelCall, ...]:
    """Every kernel that can run it there; none where it folds away or never has one."""
    return () if op.NO_KERNEL or op.unlowerable() else tuple(op.kernels(target))
