"""When kernels packed for the DSP extension are chosen, and shapes as they take them.

Knows targets and windows, and no operator class.
"""

from helia_aot.ir.packing.dsp_shape import ConvShape
from helia_aot.ir.target import Isa, Target
from helia_aot.ir.window import Window

_SMALL = {"speed": 0, "balanced": 0, "size": 8192}
"""Fully connected layers of fewer weights do not pay for the code of a kernel of their own."""


def accelerated(target: Target) -> bool:
    """Whether the target runs these kernels: another provider has its own layouts."""
    return target.isa is Isa.DSP and target.provider == "bundled"


def pays(weights: int, target: Target) -> bool:
    """Whether a fully connected layer of that many weights is worth a kernel's code."""
    return weights >= _SMALL[target.optimize]


def conv_shape(input: tuple[int, ...], channels: int, window: Window) -> ConvShape:
    """The sizes of a convolution of an NHWC input by a window."""
    batches, in_h, in_w, in_c = input
    (out_h, out_w), (kernel_h, kernel_w) = window.output, window.taps
    (stride_h, stride_w), (dilation_h, dilation_w) = window.strides, window.dilations
    pad_h, pad_w = window.before
    return ConvShape(
        batches=batches,
        in_h=in_h,
        in_w=in_w,
        in_c=in_c,
        out_h=out_h,
        out_w=out_w,
        out_c=channels,
        kernel_h=kernel_h,
        kernel_w=kernel_w,
        pad_h=pad_h,
        pad_w=pad_w,
        stride_h=stride_h,
        stride_w=stride_w,
        dilation_h=dilation_h,
        dilation_w=dilation_w,
    )


def covers(shape: ConvShape) -> bool:
    """Whether the window is the whole input: then every batch is one row of a matrix product."""
    whole = (shape.in_h, shape.in_w) == (shape.kernel_h, shape.kernel_w)
    return whole and shape.out_h * shape.out_w == 1 and not (shape.pad_h or shape.pad_w)
