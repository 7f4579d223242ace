"""Loops over rows compute what their calls do as whole layers, bit by bit, on every core.

A program has many chains side by side, so that one image runs them all.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.tree import write_tree
from helia_aot.ir import aot
from helia_aot.ir.types import shape
from helia_aot.platforms import platform
from helia_aot.verify.build import build
from helia_aot.verify.cases import Case
from helia_aot.verify.module import Module
from helia_aot.verify.runner import run
from helia_aot.verify.toolchain import SANITIZERS
from tests.tools import require_platform
from tests.unit.rows.chains import Chain, Layer, finished, in_rows, lowered, model, with_pools

FULL = os.environ.get("HELIA_FULL") == "1"
PLATFORMS = ["host", "mps2-an386", "mps3-an547"]
DSP = "average_pool_2d_s8_dsp"

SAME3, VALID3 = Layer((3, 3), channels=5), Layer((3, 3), padding="VALID", channels=4)
HALF3 = Layer((3, 3), (2, 2), channels=6)
POOL2 = Layer((2, 2), (2, 2), "VALID")
WIDE = Layer((3, 3), channels=20)

FIXED = [
    Chain((12, 9, 3), (SAME3, POOL2)),
    Chain((13, 9, 3), (SAME3, POOL2)),
    Chain((13, 9, 3), (SAME3, Layer((3, 3), (2, 2))), more=1),
    Chain((11, 6, 2), (SAME3, VALID3)),
    Chain((11, 6, 2), (HALF3, SAME3), more=2),
    Chain((15, 6, 2), (VALID3, HALF3)),
    Chain((15, 5, 2), (SAME3, Layer((5, 2), (3, 1), channels=3)), at_once=2),
    Chain((15, 5, 2), (SAME3, Layer((3, 3), (4, 2), "VALID", 3)), more=100),
    Chain((14, 5, 2), (SAME3, Layer((3, 2), channels=3, dilations=(2, 1)))),
    Chain((14, 5, 4), (SAME3, Layer((3, 3), channels=10, groups=5), SAME3)),
    Chain((14, 8, 2), (HALF3, SAME3, POOL2), more=1, early=1),
    Chain((9, 7, 3), (WIDE, Layer((3, 3)))),
    Chain((10, 7, 3), (WIDE, POOL2), at_once=2),
    Chain((16, 7, 3), (WIDE, Layer((5, 4), (2, 1))), more=2),
    Chain((6, 4, 2), (SAME3, Layer((6, 4), padding="VALID"))),
]
"""Strides, paddings, dilation and groups; rings of the least height, of more, and of all rows;
heights that the strides do not divide; a window over everything."""


def random_chains(count: int, seed: int = 1) -> list[Chain]:
    rng = np.random.default_rng(seed)
    return [_chain(rng) for _ in range(count)]


def _chain(rng: np.random.Generator) -> Chain:
    image = tuple(int(rng.integers(low, high)) for low, high in ((7, 20), (5, 9), (1, 4)))
    height, width, channels = image
    layers: list[Layer] = []
    while len(layers) < 2 + int(rng.integers(2)):
        layer = _layer(rng, channels)
        if layer.window(height, width).problem() is None:
            height, width = layer.window(height, width).output
            channels = layer.channels or channels
            layers.append(layer)
    return Chain(
        (image[0], image[1], image[2]),
        tuple(layers),
        at_once=int(rng.integers(1, 4)),
        more=int(rng.choice([0, 0, 1, 3])),
        early=int(rng.choice([0, 0, 2])),
    )


def _layer(rng: np.random.Generator, channels: int) -> Layer:
    h, w, sh, sw = (int(n) for n in rng.integers(1, (6, 4, 4, 3)))
    padding = str(rng.choice(["SAME", "VALID"]))
    if rng.random() < 0.35:
        return Layer((h, w), (sh, sw), padding)
    dilations = (int(rng.integers(1, 3)), 1) if sh == sw == 1 else (1, 1)
    return Layer((h, w), (sh, sw), padding, int(rng.choice([3, 4, 17])), dilations)


def programs(chains: Sequence[Chain], pool: str = "", **config: Any) -> list[aot.ModuleOp]:
    """By whole layers, and by rows."""
    found: list[aot.ModuleOp] = []
    for rows in (False, True):
        program = lowered(model(chains), **config)
        if pool:
            with_pools(program, pool)
        if rows:
            in_rows(program, chains)
        found.append(finished(program))
    return found


def outputs(program: aot.ModuleOp, where: str, work: Path) -> tuple[bytes, ...]:
    inputs = [np.prod(shape(v)) for v in program.block.args]
    rng = np.random.default_rng(5)
    data = tuple(rng.integers(-128, 128, int(n), np.int8).tobytes() for n in inputs)
    write_tree(work / "module", emit(program))
    module = Module(work / "module", "m", tuple(map(len, data)))
    flags = SANITIZERS if where == "host" else ()
    image = build(module, platform(where), work / "build", flags=flags)
    (first, again) = run(image, [Case(data), Case(data)]).cases
    assert first.outputs == again.outputs
    return first.outputs


def check(chains: Sequence[Chain], where: str, work: Path, pool: str = "", **config: Any) -> None:
    require_platform(where, "gcc")
    whole, rows = programs(chains, pool, **config)
    want = outputs(whole, where, work / "whole")
    got = outputs(rows, where, work / "rows")
    wrong = [c for c, a, b in zip(chains, want, got, strict=True) if a != b]
    assert not wrong


@pytest.mark.parametrize("pool", ["", DSP])
@pytest.mark.parametrize("where", PLATFORMS)
def test_rows_are_layers(where: str, pool: str, tmp_path: Path) -> None:
    check(FIXED, where, tmp_path, pool)


def test_with_checks_and_a_function_per_operator(tmp_path: Path) -> None:
    chains = [FIXED[1], FIXED[9]]
    check(chains, "host", tmp_path, checks=True, schedule="calls", callbacks=True)


@pytest.mark.parametrize("seed", range(20 if FULL else 1))
@pytest.mark.parametrize("where", PLATFORMS)
def test_random_chains(where: str, seed: int, tmp_path: Path) -> None:
    check(random_chains(20, seed), where, tmp_path, DSP)
