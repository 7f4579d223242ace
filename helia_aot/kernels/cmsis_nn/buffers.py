"""How many bytes CMSIS-NN's functions use of their contexts' buffers, for every kind of core.

Named `arm_*` are the sizes of the functions of that name, from what those document and do. Knows
the numbers of descriptors, and no operator.
"""

from collections.abc import Callable

from helia_aot.ir.target import Target
from helia_aot.kernels.buffer_rule import Numbers, Rule, Size, Spare
from helia_aot.kernels.cmsis_nn.core import Core, core_of


def _round_up(number: int, multiple: int) -> int:
    return -(-number // multiple) * multiple


# Plain and DSP kernels expand two columns of input to 16 bits, in groups of four elements;
# MVE kernels copy four columns of bytes, in vectors of sixteen.

PRELOADED = 16
"""Bytes that every product of rows and weights for MVE reads behind the weights: it loads the next
vector before it knows that there is none."""

DEPTHWISE_BLOCK = 124
"""Channels that the MVE kernel for depthwise convolutions gathers at a time."""


def arm_convolve_s8(n: Numbers, core: Core) -> int:
    """Any window: the columns are as long as if there were one group."""
    column = n["kernel_h"] * n["kernel_w"] * n["input_c"]
    return 4 * _round_up(column, 16 if core is Core.MVE else 4)


def is_pointwise(n: Numbers) -> bool:
    """A window of one tap, no padding, one group: positions are multiplied where they lie."""
    ones = all(n[k] == 1 for k in ("kernel_h", "kernel_w", "dilation_h", "dilation_w"))
    return ones and not n["pad_h"] and not n["pad_w"] and n["input_c"] == n["group_c"]


def is_row(n: Numbers) -> bool:
    """A window that slides along a single row, by whole words."""
    flat = n["input_h"] == n["kernel_h"] == n["dilation_w"] == 1
    words = n["stride_w"] * n["input_c"] % 4 == 0
    return flat and words and n["input_c"] == n["group_c"]


def row_padding(n: Numbers) -> tuple[int, int, int]:
    """Along a row: windows that begin on padding, windows that end on it, and whether the padding
    behind exceeds that ahead (-1 where the input exceeds what the windows meet)."""
    total = (n["output_w"] - 1) * n["stride_w"] + n["kernel_w"] - n["input_w"]
    odd = total % 2 if total >= 0 else -(-total % 2)
    left, right = (-(-pad // n["stride_w"]) for pad in (n["pad_w"], n["pad_w"] + odd))
    return left, right, odd


def arm_convolve_1_x_n_s8(n: Numbers, core: Core) -> int:
    """A row; the MVE kernel copies nothing but the two ends, where padding joins the input. The one
    on the right is never longer than the other."""
    left, right, _ = row_padding(n)
    if core is not Core.MVE or left + right > n["output_w"]:
        return arm_convolve_s8(n, core)
    return (n["kernel_w"] + n["pad_w"]) * n["input_c"]


def arm_convolve_wrapper_s8(n: Numbers, core: Core) -> int:
    if is_pointwise(n):
        return 0
    return arm_convolve_1_x_n_s8(n, core) if is_row(n) else arm_convolve_s8(n, core)


def becomes_convolution(n: Numbers, core: Core) -> bool:
    """Whether a depthwise convolution runs as a convolution of its single input channel."""
    return core is Core.MVE and n["input_c"] == 1 and n["output_c"] > 1


def as_convolution(n: Numbers) -> dict[str, int]:
    """The numbers of that convolution."""
    return {**n, "group_c": 1}


def is_optimized(n: Numbers) -> bool:
    """One image, one output channel per input channel, no dilation."""
    single = n["batches"] == n["depth_multiplier"] == 1
    return single and n["dilation_h"] == n["dilation_w"] == 1


def is_3x3(n: Numbers, core: Core) -> bool:
    """The depthwise window that has a kernel of its own on cores without MVE."""
    window = n["kernel_h"] == n["kernel_w"] == 3 and max(n["pad_h"], n["pad_w"]) <= 1
    return core is not Core.MVE and is_optimized(n) and window


def arm_depthwise_conv_s8_opt(n: Numbers, core: Core) -> int:
    taps = n["kernel_h"] * n["kernel_w"]
    match core:
        case Core.PLAIN:
            return 0
        case Core.DSP:
            return 2 * taps * n["input_c"]
        case Core.MVE:
            return 4 * taps * DEPTHWISE_BLOCK


def arm_depthwise_conv_wrapper_s8(n: Numbers, core: Core) -> int:
    if becomes_convolution(n, core):
        weights = n["kernel_h"] * n["kernel_w"] * n["output_c"]
        return arm_convolve_wrapper_s8(as_convolution(n), core) + weights
    if is_3x3(n, core) or not is_optimized(n):
        return 0
    return arm_depthwise_conv_s8_opt(n, core)


def depthwise_buffer(n: Numbers, core: Core) -> int:
    """That, and what is read behind the weights where they are copied to its end."""
    behind = PRELOADED if becomes_convolution(n, core) else 0
    return arm_depthwise_conv_wrapper_s8(n, core) + behind


def behind_weights(_: Numbers, core: Core) -> int:
    """Bytes that a convolution reads behind its weights."""
    return PRELOADED if core is Core.MVE else 0


def arm_fully_connected_s8(n: Numbers, core: Core) -> int:
    """A word per unit, for its bias with the sum of its weights; of use to MVE alone."""
    return 4 * n["units"] if core is Core.MVE else 0


def arm_avgpool_s8(n: Numbers, core: Core) -> int:
    """A word per channel, for its sum; of use to DSP alone."""
    return 4 * n["channels"] if core is Core.DSP else 0


def _on_core(size: Callable[[Numbers, Core], int]) -> Size:
    def of_target(n: Numbers, target: Target) -> int:
        return size(n, core_of(target))

    return of_target


_SUMS = Rule("kernel_sums", _on_core(arm_fully_connected_s8), filled=True)

RULES: dict[str, Rule] = {
    "average_pool_2d_s8_ctx": Rule("buffer", _on_core(arm_avgpool_s8)),
    "conv_2d_s8_ctx": Rule("buffer", _on_core(arm_convolve_wrapper_s8)),
    "depthwise_conv_2d_s8_ctx": Rule("buffer", _on_core(depthwise_buffer)),
    "fully_connected_per_channel_s8_sums": _SUMS,
    "fully_connected_s8_sums": _SUMS,
}
"""The rules of Arm's CMSIS-NN by kind of descriptor."""

SPARES: dict[str, Spare] = {"conv_2d_s8_ctx": Spare("weights", _on_core(behind_weights))}
"""What its functions read beyond, by kind of descriptor."""
