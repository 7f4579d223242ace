"""Calls of Arm's CMSIS-NN, whose sources the user supplies: provider `cmsis-nn`.

Every call is made from the plain one of the same operator: the same numbers, the same constants,
with the buffer that CMSIS-NN's context has beside them. A geometry that a function of CMSIS-NN
refuses, computes otherwise or reads beyond gets no call here, and runs on the bundled kernel.
Knows descriptors, and no operator.

A helper with an entry point in `cmsis` runs on the body in `runtime/cmsis_nn/` that calls it.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from helia_aot.ir.helper import CtxBufUsage, KernelHelper
from helia_aot.ir.quantize import wrap32
from helia_aot.ir.types import Array
from helia_aot.kernels.buffer_rule import Numbers
from helia_aot.kernels.cmsis_nn import buffers
from helia_aot.kernels.cmsis_nn.core import Core
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role
from helia_aot.kernels.kinds import integers


def _helper(name: str, cmsis: str) -> KernelHelper:
    return KernelHelper(name, name, name, "int8_t", cmsis)


CONV_2D = _helper("conv_2d_s8_ctx", "arm_convolve_wrapper_s8")
DEPTHWISE_CONV_2D = _helper("depthwise_conv_2d_s8_ctx", "arm_depthwise_conv_wrapper_s8")
AVERAGE_POOL_2D = _helper("average_pool_2d_s8_ctx", "arm_avgpool_s8")
FULLY_CONNECTED = _helper("fully_connected_s8_sums", "arm_fully_connected_s8")
FULLY_CONNECTED_PER_CHANNEL = _helper(
    "fully_connected_per_channel_s8_sums", "arm_fully_connected_per_channel_s8"
)

_BUFFER = Field("buffer", "int8_t", Role.SCRATCH)
_SUMS = Field("kernel_sums", "int32_t", Role.CONSTANT)

_LARGEST = 0x7FFF
"""Positions are 16 bits wide in some functions, with a sign."""
_LONGEST_COLUMN = 0xFFFF
"""Taps are counted in 16 bits."""
_MOST_IMAGES = 0xFFFF
"""The depthwise function for any geometry counts images in 16 bits; no other function does."""


def with_buffer(record: Record) -> Record:
    """The descriptor with the buffer of the context."""
    return Record(f"{record.kind}_ctx", (*record.fields, _BUFFER))


def with_sums(record: Record) -> Record:
    """The descriptor with the sums of the weights, which hold the bias, in its place."""
    fields = (_SUMS if f.name == "bias" else f for f in record.fields)
    return Record(f"{record.kind}_sums", tuple(fields))


def convolution(plain: KernelCall, core: Core, computed: bool = False) -> KernelCall | None:
    """The call of `arm_convolve_wrapper_s8`. Weights that are computed at run time may end a buffer
    of the application: where bytes are read behind them, the bundled kernel runs."""
    n = integers(plain.numbers)
    if (computed and buffers.behind_weights(n, core)) or not _convolves(n, core):
        return None
    size = buffers.arm_convolve_wrapper_s8(n, core)
    return _buffered(plain, CONV_2D, size)


def depthwise(plain: KernelCall, core: Core) -> KernelCall | None:
    """The call of `arm_depthwise_conv_wrapper_s8`."""
    n = integers(plain.numbers)
    if not _convolves_depthwise(n, core):
        return None
    size = buffers.depthwise_buffer(n, core)
    return _buffered(plain, DEPTHWISE_CONV_2D, size)


def average_pool(plain: KernelCall, core: Core) -> KernelCall:
    """The call of `arm_avgpool_s8`."""
    n = integers(plain.numbers)
    size = buffers.arm_avgpool_s8(n, core)
    return _buffered(plain, AVERAGE_POOL_2D, size)


def ignoring(plain: KernelCall) -> KernelCall:
    """The call of a function that takes a context and never looks at its buffer."""
    return plain._replace(ctx_buf=CtxBufUsage.IGNORED)


def fully_connected(
    plain: KernelCall, core: Core, weights: Array | None, bias: Array | None
) -> KernelCall:
    """The call of `arm_fully_connected_s8` or `arm_fully_connected_per_channel_s8`; arrays are
    None where they are computed at run time, a missing bias is one of zeros.

    MVE wants the sums of the weights in its buffer, which must be there before the first run: they
    are a constant. Of weights that are computed there are none, and the bundled kernel runs.
    """
    if core is not Core.MVE:
        return ignoring(plain)
    if weights is None or bias is None:
        return plain._replace(helper=replace(plain.helper, cmsis=""))
    per_channel = "multipliers" in plain.constants
    helper = FULLY_CONNECTED_PER_CHANNEL if per_channel else FULLY_CONNECTED
    sums = kernel_sums(integers(plain.numbers), weights, bias)
    kept = {k: v for k, v in plain.constants.items() if k != "bias"}
    return plain._replace(
        helper=helper,
        constants={**kept, "kernel_sums": sums},
        ctx_buf=CtxBufUsage.REQUIRED,
    )


def kernel_sums(n: Numbers, weights: Array, bias: Array) -> Array:
    """What the input's offset adds to every unit, and the bias."""
    rows = weights.reshape(n["units"], n["depth"]).astype(np.int64) + n.get("filter_offset", 0)
    sums = bias.reshape(-1).astype(np.int64) + n["input_offset"] * rows.sum(1)
    return wrap32(sums).astype(np.int32)


def _buffered(plain: KernelCall, helper: KernelHelper, size: int) -> KernelCall:
    return plain._replace(
        helper=helper,
        constants=_with_bias(plain.constants, plain.numbers.get("output_c")),
        scratch=size,
        ctx_buf=CtxBufUsage.REQUIRED if size else CtxBufUsage.IGNORED,
    )


def _with_bias(
    constants: Mapping[str, "int | Array | None"], channels: object
) -> Mapping[str, "int | Array | None"]:
    """A bias of zeros for a missing one: some functions step on from a null pointer, and then
    take it for a bias."""
    if "bias" not in constants or constants["bias"] is not None:
        return constants
    assert isinstance(channels, int), "a bias has one element per output channel"
    return {**constants, "bias": np.zeros(channels, np.int32)}


def _after(n: Numbers, axis: str) -> int:
    """How far the last window reaches beyond the input; negative where it ends before."""
    extent = (n[f"kernel_{axis}"] - 1) * n[f"dilation_{axis}"] + 1
    end = (n[f"output_{axis}"] - 1) * n[f"stride_{axis}"] + extent
    return end - n[f"pad_{axis}"] - n[f"input_{axis}"]


def _fits(n: Numbers) -> bool:
    """Whether sizes fit the integers that CMSIS-NN keeps them in."""
    sizes = [n[f"{of}_{axis}"] for of in ("input", "output") for axis in "hwc"]
    ends = [n[f"input_{axis}"] + n[f"pad_{axis}"] + max(0, _after(n, axis)) for axis in "hw"]
    column = n["kernel_h"] * n["kernel_w"] * n["input_c"]
    return max(*sizes, *ends) <= _LARGEST and column <= _LONGEST_COLUMN


def _convolves(n: Numbers, core: Core) -> bool:
    """Whether the wrapper for convolutions runs it exactly."""
    row = core is Core.MVE and buffers.is_row(n) and not buffers.is_pointwise(n)
    return _fits(n) and (not row or _slides_along_row(n))


def _slides_along_row(n: Numbers) -> bool:
    """Whether the MVE kernel for a row runs it: with other paddings than those of SAME and VALID
    it fails; the copies that it makes of the ends of the row take one column more per window."""
    left, right, odd = buffers.row_padding(n)
    if odd < 0 or _after(n, "w") != n["pad_w"] + odd:
        return False
    general = left + right > n["output_w"]
    return general or (n["stride_w"] == 1 and n["kernel_w"] <= n["input_w"])


def _convolves_depthwise(n: Numbers, core: Core) -> bool:
    """Whether the wrapper for depthwise convolutions runs it exactly."""
    if buffers.becomes_convolution(n, core):
        return _convolves(buffers.as_convolution(n), core)
    if buffers.is_3x3(n, core) and _after(n, "w") > 1:
        return False  # its kernel reads the middle column without asking
    vectors = core is Core.MVE and buffers.is_optimized(n)
    whole = not vectors or n["input_c"] % 4 == 0
    return _fits(n) and whole and n["batches"] <= _MOST_IMAGES
