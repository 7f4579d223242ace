"""Which of its functions a wrapper of CMSIS-NN calls: they cost differently for the same work.

Knows the numbers of descriptors, and no operator.
"""

from helia_aot.kernels.buffer_rule import Numbers
from helia_aot.kernels.cmsis_nn import buffers
from helia_aot.kernels.cmsis_nn.core import Core


def convolution(n: Numbers, core: Core) -> str:
    """The function for 1x1, for a row on MVE, or for any window, which gathers tap by tap: of one
    channel it is another matter."""
    if buffers.is_pointwise(n):
        single = n["stride_h"] == n["stride_w"] == 1
        return "arm_convolve_1x1_s8_fast" if single else "arm_convolve_1x1_s8"
    if core is Core.MVE and buffers.is_row(n):
        return "arm_convolve_1_x_n_s8"
    return "arm_convolve_s8 of one channel" if n["group_c"] == 1 else "arm_convolve_s8"


def depthwise(n: Numbers, core: Core) -> str:
    """The function for 3x3, for one output per channel, for any. Of one input channel it makes a
    convolution on MVE, and transposes its weights every time: that is never dearer by itself."""
    if buffers.becomes_convolution(n, core):
        return convolution(buffers.as_convolution(n), core)
    if buffers.is_3x3(n, core):
        return "arm_depthwise_conv_3x3_s8"
    if buffers.is_optimized(n):
        return "arm_depthwise_conv_s8_opt"
    undilated = n["dilation_h"] == n["dilation_w"] == 1
    by_fours = n["batches"] == 1 and undilated and n["depth_multiplier"] % 4 == 0
    return "arm_depthwise_conv_s8 by fours" if by_fours else "arm_depthwise_conv_s8"


_WRAPPERS = {
    "arm_convolve_wrapper_s8": convolution,
    "arm_depthwise_conv_wrapper_s8": depthwise,
}


def function_of(entry: str, n: Numbers, core: Core) -> str:
    """What the entry point of a kernel comes to."""
    wrapper = _WRAPPERS.get(entry)
    return entry if wrapper is None else wrapper(n, core)
