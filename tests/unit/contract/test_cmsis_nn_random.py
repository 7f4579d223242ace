"""Random layers and graphs with provider `cmsis-nn`, nothing behind arena and constants.

`HELIA_FULL=1` runs 500 of every kind and every integer at every edge, else a seeded sample runs.
Without the sources of CMSIS-NN it is only proven that what is handed over fits the integers that
they keep it in.
"""

import os
from pathlib import Path

import numpy as np
import pytest

from helia_aot import config
from helia_aot.driver import compile_model
from helia_aot.ir import aot
from helia_aot.ir.target import Target
from helia_aot.kernels.cmsis_nn.buffers import as_convolution, becomes_convolution
from helia_aot.kernels.cmsis_nn.core import core_of
from helia_aot.kernels.kinds import integers
from tests.paths import cmsis_nn
from tests.tools import require_platform
from tests.unit.contract.edge_layers import edges
from tests.unit.contract.guarded import outputs_of
from tests.unit.contract.random_nets import KINDS, Layer, graph, model_of
from tests.unit.ops.backends import assert_same, evaluated, random_inputs

FULL = os.environ.get("HELIA_FULL") == "1"
BOARDS = ("mps2-an386", "mps3-an547")
TOGETHER = 10
"""Layers of a model: they share a build, and the last one's weights stand last."""
MODELS = 500 // TOGETHER if FULL else 1
ALL_EDGES = dict(edges())
SAMPLE = 8

boards = pytest.mark.parametrize("board", BOARDS)


def chosen() -> list[str]:
    names = sorted(ALL_EDGES)
    rng = np.random.default_rng(7)
    return names if FULL else sorted(rng.choice(names, SAMPLE, replace=False).tolist())


def compiled(data: bytes, board: str) -> aot.ModuleOp:
    values = {"module": {"provider": "cmsis-nn", "prefix": "m"}, "target": {"platform": board}}
    return compile_model(data, "model", config.validate(values))


def check(layers: list[Layer], seed: int, board: str, work: Path) -> None:
    cmsis_nn()
    require_platform(board, "gcc")
    data = model_of(layers, seed)
    inputs = random_inputs(data, seed)
    got = outputs_of(compiled(data, board), inputs, board, work, guards=True)
    assert_same(evaluated(data, inputs), got, f"seed {seed} on {board}")


@boards
@pytest.mark.parametrize("seed", range(MODELS))
@pytest.mark.parametrize("kind", KINDS)
def test_layers(kind: str, seed: int, board: str, tmp_path: Path) -> None:
    check([KINDS[kind]] * TOGETHER, seed, board, tmp_path)


@boards
@pytest.mark.parametrize("seed", range(MODELS))
def test_graphs(seed: int, board: str, tmp_path: Path) -> None:
    check([graph] * TOGETHER, seed, board, tmp_path)


@boards
@pytest.mark.parametrize("name", chosen())
def test_integers_at_their_edges(name: str, board: str, tmp_path: Path) -> None:
    check([ALL_EDGES[name]], 0, board, tmp_path)


SIZES = tuple(f"{of}_{axis}" for of in ("input", "kernel", "output") for axis in "hw")
NARROWED = {
    "arm_convolve_wrapper_s8": (*SIZES, "pad_h", "pad_w", "input_c", "group_c", "output_c"),
    "arm_depthwise_conv_wrapper_s8": (*SIZES, "pad_h", "pad_w", "batches", "input_c", "output_c"),
}
"""What CMSIS-NN keeps in 16 bits without a sign, as far as the descriptor has more: what GCC says
to -Wconversion about the sources of every function that is called. Strides and dilations have 16
bits in the descriptor, columns and positions are worked out below."""


@boards
@pytest.mark.parametrize("name", sorted(ALL_EDGES) if FULL else sorted(ALL_EDGES)[::4])
def test_what_is_handed_over_fits_the_integers_that_keep_it(name: str, board: str) -> None:
    program = compiled(model_of([ALL_EDGES[name]], 0), board)
    target = program.config.data.target
    for call in program.walk():
        if isinstance(call, aot.KernelOp):
            for helper in call.shared_kernel_helpers():
                assert_fits(helper.cmsis, integers(dict(call.numbers.data)), target)


def assert_fits(function: str, n: dict[str, int], target: Target) -> None:
    core = core_of(target)
    if "depthwise" in function and becomes_convolution(n, core):
        function, n = "arm_convolve_wrapper_s8", as_convolution(n)
    for field in NARROWED.get(function, ()):
        assert n[field] <= 0xFFFF, field
    if function in NARROWED:
        assert n["kernel_h"] * n["kernel_w"] * n["input_c"] <= 0xFFFF
        for axis in "hw":
            last = (n[f"output_{axis}"] - 1) * n[f"stride_{axis}"] - n[f"pad_{axis}"]
            assert -0x8000 <= last <= 0x7FFF, axis
