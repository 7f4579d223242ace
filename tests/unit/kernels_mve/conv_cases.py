"""Cases of the convolutions: layers of the benchmark models, and random ones around every tail."""

from collections.abc import Iterable

import numpy as np

from helia_aot.ir.helper import KernelHelper
from helia_aot.kernels.kernel import Record
from helia_aot.kernels.kinds import own_kernel
from helia_aot.kernels.mve import conv as mve_conv
from helia_aot.kernels.mve.blocks import RELU, RIGHT
from helia_aot.kernels.mve.conv import ConvShape
from tests.unit.kernels_mve import reference
from tests.unit.kernels_mve.image import KernelCase
from tests.unit.kernels_mve.quantization import Numbers, lines


def kernels(cases: Iterable[KernelCase]) -> list[tuple[KernelHelper, Record]]:
    """Those that cases run: every depth can have one."""
    keys = sorted({case.kernel for case in cases})
    return [(own_kernel(key, mve_conv.RECORD.kind), mve_conv.RECORD) for key in keys]


def output_size(size: int, extent: int, stride: int, pad: tuple[int, int]) -> int:
    return (size + sum(pad) - extent) // stride + 1


def conv_case(rng: np.random.Generator, shape: ConvShape, form: int, label: str = "") -> KernelCase:
    requant = Numbers(rng, not label).requant(shape.output_c, shape.taps, form)
    x = rng.integers(
        -128, 128, (shape.batches, shape.input_h, shape.input_w, shape.input_c), np.int8
    )
    weights = rng.integers(
        -128, 128, (shape.output_c, shape.kernel_h, shape.kernel_w, shape.input_c), np.int8
    )
    patches = reference.windows(
        x,
        (shape.kernel_h, shape.kernel_w),
        (shape.output_h, shape.output_w),
        (shape.stride_h, shape.stride_w),
        (shape.pad_h, shape.pad_w),
        (shape.dilation_h, shape.dilation_w),
        requant.input_zero,
    )
    flat = patches.reshape(*patches.shape[:3], -1).astype(np.float64)
    acc = (flat @ weights.reshape(shape.output_c, -1).T.astype(np.float64)).astype(np.int64)
    expected = reference.finish(
        acc + requant.bias,
        requant.multipliers,
        requant.shifts,
        requant.output_zero,
        requant.low,
        requant.high,
    )
    assert mve_conv.accepts(shape)
    stored = requant
    if form == RELU and shape.output_c % 8 == 0:
        stored = lines(weights.reshape(shape.output_c, -1), requant)
    optimize = "balanced" if label else str(rng.choice(["size", "speed"], p=(0.2, 0.8)))
    return KernelCase(
        mve_conv.helper(shape.depth, shape.step, shape.mode, optimize).key,
        mve_conv.RECORD,
        mve_conv.numbers(shape, stored),
        {"input": x, **mve_conv.pack(shape, weights, stored)},
        shape.scratch(),
        expected,
        label or str(shape),
    )


def random_shape(rng: np.random.Generator, output_c: int, output_w: int) -> ConvShape:
    """Small shapes: odd sizes, one position, strides, dilation, pads, any number of channels."""

    def pick(*choices: int) -> int:
        return int(rng.choice(choices))

    kernel = pick(1, 1, 2, 3, 3, 5), pick(1, 1, 2, 3, 3, 4, 8)
    dilation = pick(1, 1, 1, 2), pick(1, 1, 1, 2, 3)
    extent = tuple((k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True))
    stride = pick(1, 1, 2, 3), pick(1, 1, 2)
    pads = [(int(rng.integers(0, e)), int(rng.integers(0, e))) for e in extent]
    h = max(1, extent[0] - sum(pads[0])) + pick(0, 1, 2, 3, 5, 8)
    w = (output_w - 1) * stride[1] + extent[1] + int(rng.integers(stride[1]))
    if w - sum(pads[1]) < 1:
        pads[1] = (0, 0)
    w -= sum(pads[1])
    oh, ow = (output_size(*a) for a in zip((h, w), extent, stride, pads, strict=True))
    channels = pick(1, 2, 3, 4, 5, 7, 8, 12, 16, 16, 17, 20, 24, 32, 40, 48, 64)
    batches = pick(1, 1, 1, 2, 3)
    window = (*kernel, *stride, pads[0][0], pads[1][0], *dilation)
    return ConvShape(batches, h, w, channels, oh, ow, output_c, *window)


def random_pointwise(rng: np.random.Generator, output_c: int, w: int) -> ConvShape:
    """1x1 on whole blocks of depth."""
    h = int(rng.integers(1, 12))
    depth = int(rng.choice([8, 16, 32, 48, 64, 80, 112, 144, 160, 176, 208, 240, 256, 272]))
    return ConvShape(1, h, w, depth, h, w, output_c, 1, 1)


def random_deep(rng: np.random.Generator, output_c: int, output_w: int) -> ConvShape:
    """Windows of three rows on whole chunks of channels, which are stored column by column."""
    kernel, stride = (
        (3, int(rng.integers(2, 4))),
        (int(rng.integers(1, 3)), int(rng.integers(1, 3))),
    )
    pads = rng.integers(0, 2, 4).tolist()
    dilation = int(rng.integers(1, 3))
    h = 2 * dilation + 1 + int(rng.integers(0, 6))
    w = max(1, (output_w - 1) * stride[1] + kernel[1] - pads[2] - pads[3])
    oh = output_size(h, 2 * dilation + 1, stride[0], (pads[0], pads[1]))
    ow = output_size(w, kernel[1], stride[1], (pads[2], pads[3]))
    window = (*kernel, *stride, pads[0], pads[2], dilation, 1)
    return ConvShape(1, h, w, int(rng.choice([16, 32, 48, 64])), oh, ow, output_c, *window)


def random_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    make = (random_shape, random_pointwise, random_deep)[rng.choice(3, p=(0.45, 0.3, 0.25))]
    return conv_case(rng, make(rng, channels, width), int(rng.integers(0, 3)))


def same(h: int, w: int, c: int, o: int, kernel: tuple[int, int], stride: int = 1) -> ConvShape:
    """A layer with SAME padding."""
    oh, ow = -(-h // stride), -(-w // stride)
    pad = [
        max(0, (n - 1) * stride + k - s) // 2
        for n, k, s in ((oh, kernel[0], h), (ow, kernel[1], w))
    ]
    return ConvShape(1, h, w, c, oh, ow, o, *kernel, stride, stride, pad[0], pad[1])


BENCHMARKS = {
    "kws conv 10x4 s2 49x10x1->64": (same(49, 10, 1, 64, (10, 4), 2), RELU),
    "kws 1x1 25x5x64->64": (same(25, 5, 64, 64, (1, 1)), RELU),
    "vww conv 3x3 s2 96x96x3->8": (same(96, 96, 3, 8, (3, 3), 2), RELU),
    "vww 1x1 48x48x8->16": (same(48, 48, 8, 16, (1, 1)), RELU),
    "vww 1x1 24x24x16->32": (same(24, 24, 16, 32, (1, 1)), RELU),
    "vww 1x1 24x24x32->32": (same(24, 24, 32, 32, (1, 1)), RELU),
    "vww 1x1 12x12x32->64": (same(12, 12, 32, 64, (1, 1)), RELU),
    "vww 1x1 12x12x64->64": (same(12, 12, 64, 64, (1, 1)), RELU),
    "vww 1x1 6x6x64->128": (same(6, 6, 64, 128, (1, 1)), RELU),
    "vww 1x1 6x6x128->128": (same(6, 6, 128, 128, (1, 1)), RELU),
    "vww 1x1 3x3x128->256": (same(3, 3, 128, 256, (1, 1)), RELU),
    "vww 1x1 3x3x256->256": (same(3, 3, 256, 256, (1, 1)), RELU),
    "ic conv 3x3 32x32x3->16": (same(32, 32, 3, 16, (3, 3)), RELU),
    "ic conv 3x3 32x32x16->16": (same(32, 32, 16, 16, (3, 3)), RELU),
    "ic conv 3x3 32x32x16->16 signed": (same(32, 32, 16, 16, (3, 3)), RIGHT),
    "ic conv 3x3 s2 32x32x16->32": (same(32, 32, 16, 32, (3, 3), 2), RELU),
    "ic conv 3x3 16x16x32->32 signed": (same(16, 16, 32, 32, (3, 3)), RIGHT),
    "ic conv 3x3 s2 16x16x32->64": (same(16, 16, 32, 64, (3, 3), 2), RELU),
    "ic conv 3x3 8x8x64->64 signed": (same(8, 8, 64, 64, (3, 3)), RIGHT),
    "ic 1x1 s2 32x32x16->32": (same(32, 32, 16, 32, (1, 1), 2), RIGHT),
    "ic 1x1 s2 16x16x32->64": (same(16, 16, 32, 64, (1, 1), 2), RIGHT),
    "micro_speech dw as conv 10x8 s2 49x40x1->8": (same(49, 40, 1, 8, (10, 8), 2), RELU),
}
