"""The sizes of buffers, against CMSIS-NN's own functions, compiled for the host.

On a host these exist for every core: without a suffix for a plain one, `_dsp` and `_mve`.
"""

import ctypes
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from helia_aot.kernels.cmsis_nn import buffers
from helia_aot.kernels.cmsis_nn.core import Core
from tests.paths import cmsis_nn
from tests.tools import require_tool
from tests.unit.contract import test_cmsis_nn_rules as rules

SHAPES = 3000
SUFFIX = {Core.PLAIN: "", Core.DSP: "_dsp", Core.MVE: "_mve"}
FILES = (
    "ConvolutionFunctions/arm_convolve_get_buffer_sizes_s8.c",
    "ConvolutionFunctions/arm_depthwise_conv_get_buffer_sizes_s8.c",
    "FullyConnectedFunctions/arm_fully_connected_get_buffer_sizes_s8.c",
    "PoolingFunctions/arm_avgpool_get_buffer_sizes_s8.c",
)

isas = pytest.mark.parametrize("isa", tuple(Core))


Words = ctypes.Array[ctypes.c_int32]
"""Structures of CMSIS-NN, whose members are all 32 bits wide."""


def words(*numbers: int) -> Words:
    return (ctypes.c_int32 * 12)(*numbers)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    root = cmsis_nn()
    require_tool("gcc")
    out = tmp_path_factory.mktemp("cmsis_nn") / "sizes.so"
    sources = [str(root / "Source" / f) for f in FILES]
    include = f"-I{root / 'Include'}"
    command = ["gcc", "-O1", "-w", "-shared", "-fPIC", include, *sources, "-o", str(out)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(Path(out)))


def asks_as_its_kernels_do() -> bool:
    """In 7.0.0 the functions of sizes take any window of one tap for a single group, which the
    kernels do not: the rules are those of the kernels."""
    header = cmsis_nn() / "Include" / "arm_nnsupportfunctions.h"
    return "arm_nn_is_convolve_1x1" in header.read_text()


def pick(rng: np.random.Generator, *choices: int) -> int:
    return int(rng.choice(choices))


def random_window(rng: np.random.Generator) -> dict[str, int]:
    """A window over an input, in all the ways the wrappers ask about; often a row, or 1x1, 3x3."""
    n: dict[str, int] = {"batches": pick(rng, 1, 1, 2)}
    for axis in "hw":
        n[f"input_{axis}"] = pick(rng, 1, 2, 5, 8, 16, 31)
        n[f"kernel_{axis}"] = pick(rng, 1, 1, 2, 3, 3, 5, 8)
        n[f"stride_{axis}"] = pick(rng, 1, 1, 2, 3)
        n[f"dilation_{axis}"] = pick(rng, 1, 1, 1, 2)
        n[f"pad_{axis}"] = pick(rng, 0, 0, 1, 2, 3)
        n[f"output_{axis}"] = pick(rng, 1, 3, 8, 16, 31)
    return n


def random_convolution(rng: np.random.Generator) -> dict[str, int]:
    group, groups = pick(rng, 1, 2, 3, 4, 8, 16, 33), pick(rng, 1, 1, 1, 2, 4)
    channels = {"input_c": group * groups, "group_c": group, "output_c": groups * pick(rng, 1, 5)}
    return random_window(rng) | channels


def random_depthwise(rng: np.random.Generator) -> dict[str, int]:
    channels, multiplier = pick(rng, 1, 1, 2, 3, 8, 64, 130), pick(rng, 1, 1, 2, 4, 8)
    sizes = {"input_c": channels, "output_c": channels * multiplier, "depth_multiplier": multiplier}
    return random_window(rng) | sizes


def random(
    make: Callable[[np.random.Generator], dict[str, int]], rng: np.random.Generator
) -> Iterator[dict[str, int]]:
    return (make(rng) for _ in range(SHAPES))


CONVOLUTIONS = (rules.WINDOWS, rules.POINTS, rules.ROWS)
DEPTHWISES = (rules.DEPTHWISE_WINDOWS, rules.SINGLE_CHANNEL)


def by_hand(base: dict[str, int], tables: Sequence[rules.Table]) -> Iterator[dict[str, int]]:
    """The shapes whose sizes `test_cmsis_nn_rules.py` works out."""
    return (base | changes for table in tables for changes, _ in table.values())


def dims(n: dict[str, int], what: str, channels: str) -> Words:
    return words(n["batches"], n[f"{what}_h"], n[f"{what}_w"], n[channels])


def window(n: dict[str, int], first: Sequence[int] = ()) -> Words:
    """Parameters of a convolution: what stands first, then pairs of width and height."""
    pairs = [n[f"{name}_{axis}"] for name in ("stride", "pad", "dilation") for axis in "wh"]
    return words(0, 0, *first, *pairs)


def call(library: ctypes.CDLL, name: str, isa: Core, *arguments: Words | int) -> int:
    function = getattr(library, f"{name}{SUFFIX[isa]}")
    return function(*(a if isinstance(a, int) else ctypes.byref(a) for a in arguments))


@isas
def test_convolution(library: ctypes.CDLL, isa: Core) -> None:
    rng, asks = np.random.default_rng(1), asks_as_its_kernels_do()
    branches: set[str] = set()
    for n in [*by_hand(rules.CONVOLUTION, CONVOLUTIONS), *random(random_convolution, rng)]:
        if n["group_c"] != n["input_c"] and not asks:
            continue
        kernel = words(n["output_c"], n["kernel_h"], n["kernel_w"], n["group_c"])
        ends = dims(n, "input", "input_c"), kernel, dims(n, "output", "output_c")
        name = "arm_convolve_wrapper_s8_get_buffer_size"
        got = buffers.arm_convolve_wrapper_s8(n, isa)
        assert got == call(library, name, isa, window(n), *ends), n
        branches.add("1x1" if buffers.is_pointwise(n) else "1xN" if buffers.is_row(n) else "")
    assert branches == {"", "1x1", "1xN"}


@isas
def test_depthwise(library: ctypes.CDLL, isa: Core) -> None:
    rng = np.random.default_rng(2)
    sizes: set[int] = set()
    for n in [*by_hand(rules.DEPTHWISE, DEPTHWISES), *random(random_depthwise, rng)]:
        kernel = words(1, n["kernel_h"], n["kernel_w"], n["output_c"])
        ends = dims(n, "input", "input_c"), kernel, dims(n, "output", "output_c")
        name = "arm_depthwise_conv_wrapper_s8_get_buffer_size"
        got = buffers.arm_depthwise_conv_wrapper_s8(n, isa)
        assert got == call(library, name, isa, window(n, [n["depth_multiplier"]]), *ends), n
        sizes.add(got)
    assert sizes == {0} if isa is Core.PLAIN else len(sizes) > 10


@isas
def test_fully_connected(library: ctypes.CDLL, isa: Core) -> None:
    for units in (1, 4, 10, 129):
        got = buffers.arm_fully_connected_s8({"units": units}, isa)
        name = "arm_fully_connected_s8_get_buffer_size"
        assert got == call(library, name, isa, words(64, 1, 1, units))


@isas
def test_average_pool(library: ctypes.CDLL, isa: Core) -> None:
    for channels in (1, 4, 10, 129):
        got = buffers.arm_avgpool_s8({"channels": channels}, isa)
        assert got == call(library, "arm_avgpool_s8_get_buffer_size", isa, 7, channels)
