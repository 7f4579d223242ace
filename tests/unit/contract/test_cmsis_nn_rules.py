"""The sizes of buffers for CMSIS-NN, worked out by hand for every branch of its wrappers.

What `test_cmsis_nn_sizes.py` asks of its sources, asked without them.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from helia_aot.ir.target import Target
from helia_aot.kernels import ctx_buffers
from helia_aot.kernels.cmsis_nn import buffers
from helia_aot.kernels.cmsis_nn import calls as cmsis_nn
from helia_aot.kernels.cmsis_nn.core import Core
from helia_aot.kernels.kernel import KernelCall

Sizes = tuple[int, int, int]
"""For a plain core, for DSP, for MVE."""
Table = dict[str, tuple[dict[str, int], Sizes]]
"""Numbers that differ from the usual ones, and what they lead to."""

CONVOLUTION: dict[str, int] = {
    **{f"{name}_{axis}": 1 for name in ("stride", "dilation") for axis in "hw"},
    **{f"{name}_{axis}": 3 for name in ("kernel", "output") for axis in "hw"},
    **{"input_h": 5, "input_w": 5, "pad_h": 0, "pad_w": 0},
    **{"batches": 1, "input_c": 4, "group_c": 4, "output_c": 2},
}
"""3x3 taps of 4 channels: 36 numbers a column."""

DEPTHWISE = CONVOLUTION | {"input_c": 8, "output_c": 8, "depth_multiplier": 1}

TAP = {"kernel_h": 1, "kernel_w": 1}
ROW = {"input_h": 1, "kernel_h": 1, "output_h": 1, "input_w": 16, "output_w": 16, "pad_w": 1}
"""3 taps of 4 channels over 16 positions."""

SINGLE = {"input_c": 1, "output_c": 8, "depth_multiplier": 8}

# Columns of 2-byte numbers, two of them, by fours; on MVE four columns of bytes, by sixteens.
WINDOWS: Table = {
    "36 numbers": ({}, (144, 144, 192)),
    "27 numbers": ({"input_c": 3, "group_c": 3}, (112, 112, 128)),
    "two groups: a column is of both": ({"group_c": 2}, (144, 144, 192)),
    "padded": ({"pad_h": 1, "pad_w": 1}, (144, 144, 192)),
}
POINTS: Table = {
    "one tap": (TAP, (0, 0, 0)),
    "one tap, stride 2": (TAP | {"stride_h": 2, "stride_w": 2}, (0, 0, 0)),
    "one tap, dilated down": (TAP | {"dilation_h": 2}, (16, 16, 64)),
    "one tap, dilated across": (TAP | {"dilation_w": 2}, (16, 16, 64)),
    "one tap, padded above": (TAP | {"pad_h": 1}, (16, 16, 64)),
    "one tap, padded left": (TAP | {"pad_w": 1}, (16, 16, 64)),
    "one tap, two groups": (TAP | {"group_c": 2}, (16, 16, 64)),
}
# On MVE the window and the padding ahead of it, where both ends fit the row.
ROWS: Table = {
    "a row": (ROW, (48, 48, 12 + 4)),
    "no padding": (ROW | {"output_w": 14, "pad_w": 0}, (48, 48, 12)),
    "one more behind": (ROW | {"kernel_w": 4}, (64, 64, 16 + 4)),
    "words by the stride": (
        ROW | {"input_c": 2, "group_c": 2, "stride_w": 2, "output_w": 8, "pad_w": 0},
        (32, 32, 6),
    ),
    "no words": (ROW | {"input_c": 3, "group_c": 3}, (48, 48, 64)),
    "two groups": (ROW | {"input_c": 8, "group_c": 4}, (96, 96, 128)),
    "dilated": (ROW | {"dilation_w": 2}, (48, 48, 64)),
    "two rows": (ROW | {"input_h": 2, "output_h": 2}, (48, 48, 64)),
    "three rows of taps": (ROW | {"kernel_h": 3}, (144, 144, 192)),
    "ends that touch": (ROW | {"input_w": 2, "output_w": 2}, (48, 48, 16)),
    "ends that overlap": (ROW | {"input_w": 1, "output_w": 1}, (48, 48, 64)),
    "ends by the stride": (
        ROW | {"kernel_w": 8, "input_w": 6, "output_w": 3, "stride_w": 2, "pad_w": 3},
        (128, 128, 128),
    ),
    "the ends are not alike": (
        ROW | {"kernel_w": 4, "input_w": 2, "output_w": 2},
        (64, 64, 64),
    ),
    "columns left over": (
        ROW | {"kernel_w": 1, "stride_w": 3, "input_w": 4, "output_w": 1, "pad_w": 1},
        (16, 16, 4 + 4),
    ),
}
# On DSP the window in 2-byte numbers, on MVE in words for 124 channels.
DEPTHWISE_WINDOWS: Table = {
    "3x3": ({}, (0, 0, 4464)),
    "3x3, padded": ({"pad_h": 1, "pad_w": 1}, (0, 0, 4464)),
    "3x3, padded twice above": ({"pad_h": 2}, (0, 144, 4464)),
    "3x3, padded twice left": ({"pad_w": 2}, (0, 144, 4464)),
    "2x3": ({"kernel_h": 2}, (0, 96, 2976)),
    "3x2": ({"kernel_w": 2}, (0, 96, 2976)),
    "5x2": ({"kernel_h": 5, "kernel_w": 2}, (0, 160, 4960)),
    "two images": ({"batches": 2, "kernel_h": 2}, (0, 0, 0)),
    "multiplied": ({"output_c": 16, "depth_multiplier": 2, "kernel_h": 2}, (0, 0, 0)),
    "dilated down": ({"dilation_h": 2, "kernel_h": 2}, (0, 0, 0)),
    "dilated across": ({"dilation_w": 2, "kernel_h": 2}, (0, 0, 0)),
}
# On MVE a convolution of one channel, whose weights are turned around in the buffer.
SINGLE_CHANNEL: Table = {
    "3x3": (SINGLE, (0, 0, 64 + 72)),
    "one tap": (SINGLE | TAP, (0, 0, 8)),
    "a row": (SINGLE | ROW | {"stride_w": 4, "output_w": 4}, (0, 0, 3 + 1 + 24)),
    "two images": (SINGLE | {"batches": 2}, (0, 0, 64 + 72)),
    "one channel of output": ({"input_c": 1, "output_c": 1}, (0, 0, 4464)),
}


def cases(*tables: Table) -> list[Any]:
    return [pytest.param(*c, id=name) for table in tables for name, c in table.items()]


def by_core(rule: Callable[[dict[str, int], Core], int], numbers: dict[str, int]) -> Sizes:
    plain, dsp, mve = (rule(numbers, isa) for isa in (Core.PLAIN, Core.DSP, Core.MVE))
    return plain, dsp, mve


@pytest.mark.parametrize(("changes", "sizes"), cases(WINDOWS, POINTS, ROWS))
def test_convolution(changes: dict[str, int], sizes: Sizes) -> None:
    assert by_core(buffers.arm_convolve_wrapper_s8, CONVOLUTION | changes) == sizes


@pytest.mark.parametrize(("changes", "sizes"), cases(DEPTHWISE_WINDOWS, SINGLE_CHANNEL))
def test_depthwise(changes: dict[str, int], sizes: Sizes) -> None:
    assert by_core(buffers.arm_depthwise_conv_wrapper_s8, DEPTHWISE | changes) == sizes


def test_fully_connected() -> None:
    assert by_core(buffers.arm_fully_connected_s8, {"units": 10}) == (0, 0, 40)


def test_average_pool() -> None:
    assert by_core(buffers.arm_avgpool_s8, {"channels": 7}) == (0, 28, 0)


@pytest.mark.parametrize("kind", ["max_pool_2d_s8", "softmax_s8", "softmax_s8_s16", "compare_s8"])
@pytest.mark.parametrize("cpu", ["generic", "cortex-m4", "cortex-m55"])
def test_what_uses_no_buffer(kind: str, cpu: str) -> None:
    numbers = {"channels": 7, "rows": 3, "depth": 5}
    assert ctx_buffers.needed(kind, numbers, Target(cpu, "cmsis-nn")) == 0


# What it runs at all

LONG = 0x8000
EVERY = frozenset(Core)
ALL_BUT_MVE = EVERY - {Core.MVE}

Choice = dict[str, tuple[dict[str, int], frozenset[Core]]]
"""Numbers, and the cores on which CMSIS-NN runs them."""

CONVOLUTIONS: Choice = {
    "any window": ({}, EVERY),
    "a position beyond 15 bits": ({"input_h": LONG, "output_h": LONG - 2}, frozenset()),
    "padding up to there": ({"input_h": LONG - 2, "pad_h": 2, "output_h": 3}, frozenset()),
    "a window up to there": (
        {"input_h": LONG - 2, "output_h": LONG - 2, "dilation_h": 2},
        frozenset(),
    ),
    "channels beyond 15 bits": (TAP | {"output_c": LONG}, frozenset()),
    "a column beyond 16 bits": (
        {"input_c": 7282, "group_c": 7282, "input_h": 3, "output_h": 1},
        frozenset(),
    ),
    "a row": (ROW, EVERY),
    "a row without padding": (ROW | {"output_w": 14, "pad_w": 0}, EVERY),
    "a row padded behind alone": (ROW | {"pad_w": 0}, ALL_BUT_MVE),
    "a row padded ahead alone": (ROW | {"pad_w": 2}, ALL_BUT_MVE),
    "a row with columns left over": (
        ROW | {"stride_w": 2, "input_w": 10, "output_w": 4, "pad_w": 0},
        ALL_BUT_MVE,
    ),
    "a row cut short": (ROW | {"output_w": 13, "pad_w": 0}, ALL_BUT_MVE),
    "a row by steps": (
        ROW | {"stride_w": 2, "input_w": 9, "output_w": 4, "pad_w": 0},
        ALL_BUT_MVE,
    ),
    "a row by steps, whose ends meet": (
        ROW | {"stride_w": 2, "input_w": 3, "output_w": 1, "kernel_w": 5, "pad_w": 1},
        EVERY,
    ),
    "a window beyond the row": (
        ROW | {"kernel_w": 9, "input_w": 8, "output_w": 8, "pad_w": 4},
        ALL_BUT_MVE,
    ),
    "a point padded as no row is": (TAP | {"input_h": 1, "output_h": 1, "stride_w": 2}, EVERY),
}
DEPTHWISES: Choice = {
    "3x3": ({}, EVERY),
    "3x3, padded more behind": ({"output_w": 5}, frozenset({Core.MVE})),
    "3x3, as it needs": ({"output_w": 4}, EVERY),
    "3x3 of two images": ({"output_w": 5, "batches": 2}, EVERY),
    "2x3, padded more behind": ({"output_w": 5, "kernel_h": 2}, EVERY),
    "channels of no vector": ({"input_c": 6, "output_c": 6}, ALL_BUT_MVE),
    "these of two images": ({"input_c": 6, "output_c": 6, "batches": 2}, EVERY),
    "a position beyond 15 bits": ({"input_h": LONG, "output_h": LONG - 2}, frozenset()),
    "as many images as 16 bits count": ({"batches": 0xFFFF}, EVERY),
    "an image more": ({"batches": 0x10000}, frozenset()),
    "an image more, of one channel": (SINGLE | {"batches": 0x10000}, frozenset({Core.MVE})),
    "a row of one channel by steps": (
        SINGLE | ROW | {"stride_w": 4, "input_w": 17, "output_w": 4, "pad_w": 0},
        ALL_BUT_MVE,
    ),
}


def choices(table: Choice) -> list[Any]:
    return [pytest.param(*c, id=name) for name, c in table.items()]


def runs(function: Any, numbers: dict[str, int]) -> set[Core]:
    """The cores on which a function of CMSIS-NN takes a call of these numbers."""
    plain = KernelCall(cmsis_nn.CONV_2D, numbers)
    return {isa for isa in Core if function(plain, isa) is not None}


@pytest.mark.parametrize(("changes", "cores"), choices(CONVOLUTIONS))
def test_convolutions_that_run(changes: dict[str, int], cores: frozenset[Core]) -> None:
    assert runs(cmsis_nn.convolution, CONVOLUTION | changes) == cores


@pytest.mark.parametrize(("changes", "cores"), choices(DEPTHWISES))
def test_depthwise_convolutions_that_run(changes: dict[str, int], cores: frozenset[Core]) -> None:
    assert runs(cmsis_nn.depthwise, DEPTHWISE | changes) == cores


@pytest.mark.parametrize("given", [None, 2])
def test_every_convolution_has_a_bias(given: int | None) -> None:
    """Of zeros, where the model has none."""
    constants = {"weights": 1, "bias": given}
    for function, numbers in ((cmsis_nn.convolution, CONVOLUTION), (cmsis_nn.depthwise, DEPTHWISE)):
        call = function(KernelCall(cmsis_nn.CONV_2D, numbers, constants=constants), Core.PLAIN)
        assert call is not None
        bias = call.constants["bias"]
        if given is None:
            assert np.array_equal(np.asarray(bias), np.zeros(numbers["output_c"], np.int32))
        else:
            assert bias == given


@pytest.mark.parametrize("core", tuple(Core))
def test_a_copy_of_the_weights_is_read_beyond_as_they_are(core: Core) -> None:
    """The depthwise of one input channel keeps it at the end of its buffer."""
    for numbers in (DEPTHWISE, DEPTHWISE | SINGLE):
        behind = buffers.depthwise_buffer(numbers, core)
        behind -= buffers.arm_depthwise_conv_wrapper_s8(numbers, core)
        copied = core is Core.MVE and numbers["input_c"] == 1
        assert behind == (buffers.behind_weights(numbers, core) if copied else 0)
    assert buffers.behind_weights(CONVOLUTION, core) == (16 if core is Core.MVE else 0)
