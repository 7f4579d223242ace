"""Cases of the 3x3 depthwise convolutions: benchmark layers, and random ones around every tail."""

import numpy as np

from helia_aot.kernels.mve import depthwise as mve
from helia_aot.kernels.mve import depthwise_any as mve_any
from helia_aot.kernels.mve.blocks import LINEAR_2, LINEAR_4, RELU, RIGHT
from helia_aot.kernels.mve.depthwise import DepthwiseShape
from helia_aot.kernels.mve.depthwise_any import DepthwiseAnyShape
from tests.unit.kernels_mve import reference
from tests.unit.kernels_mve.conv_cases import random_shape
from tests.unit.kernels_mve.image import KernelCase
from tests.unit.kernels_mve.quantization import Numbers, lines

KERNELS = [
    *((mve.helper(s, f), mve.RECORD) for s in (1, 2) for f in (RIGHT, RELU, LINEAR_4, LINEAR_2)),
    (mve_any.HELPER, mve_any.RECORD),
]


def depthwise_case(
    rng: np.random.Generator, shape: DepthwiseShape, form: int, label: str = ""
) -> KernelCase:
    q = Numbers(rng, not label).requant(shape.channels, 9, form)
    x = rng.integers(
        -128, 128, (shape.batches, shape.input_h, shape.input_w, shape.channels), np.int8
    )
    weights = rng.integers(-128, 128, (3, 3, shape.channels), np.int8)
    patches = reference.windows(
        x,
        (3, 3),
        (shape.output_h, shape.output_w),
        (shape.stride, shape.stride),
        (shape.pad_h, shape.pad_w),
        (1, 1),
        q.input_zero,
    )
    acc = (patches * weights.astype(np.int64)).sum((3, 4)) + q.bias
    assert mve.accepts(shape, q)
    stored = lines(weights.transpose(2, 0, 1).reshape(-1, 9), q) if form == RELU else q
    return KernelCase(
        mve.helper(shape.stride, stored.form()).key,
        mve.RECORD,
        mve.numbers(shape, stored),
        {"input": x, **mve.pack(weights, stored)},
        shape.scratch(),
        reference.finish(acc, q.multipliers, q.shifts, q.output_zero, q.low, q.high),
        label or str(shape),
    )


def any_case(
    rng: np.random.Generator, shape: DepthwiseAnyShape, form: int, label: str = ""
) -> KernelCase:
    taps = shape.kernel_h * shape.kernel_w
    q = Numbers(rng, not label).requant(shape.channels, taps, form)
    input_c = shape.channels // shape.multiplier
    x = rng.integers(-128, 128, (shape.batches, shape.input_h, shape.input_w, input_c), np.int8)
    weights = rng.integers(-128, 128, (shape.kernel_h, shape.kernel_w, shape.channels), np.int8)
    patches = reference.windows(
        x,
        (shape.kernel_h, shape.kernel_w),
        (shape.output_h, shape.output_w),
        (shape.stride_h, shape.stride_w),
        (shape.pad_h, shape.pad_w),
        (shape.dilation_h, shape.dilation_w),
        q.input_zero,
    )
    repeated = np.repeat(patches, shape.multiplier, -1)
    acc = (repeated * weights.astype(np.int64)).sum((3, 4)) + q.bias
    assert mve_any.accepts(shape)
    expected = reference.finish(acc, q.multipliers, q.shifts, q.output_zero, q.low, q.high)
    stored = lines(weights.reshape(taps, -1).T, q) if form == RELU else q
    return KernelCase(
        mve_any.HELPER.key,
        mve_any.RECORD,
        mve_any.numbers(shape, stored),
        {"input": x, **mve_any.pack(shape, weights, stored)},
        shape.scratch(),
        expected.swapaxes(1, 2) if shape.turned else expected,
        label or str(shape),
    )


def random_column(rng: np.random.Generator, channels: int) -> DepthwiseAnyShape:
    """An image of one column, which is taken for one of a row."""
    taps, stride, dilation = (int(rng.integers(1, n)) for n in (17, 4, 3))
    extent = (taps - 1) * dilation + 1
    pad = int(rng.integers(0, extent))
    height = max(1, extent - pad) + int(rng.integers(0, 30))
    output_h = (height + pad - extent) // stride + 1
    window = (taps, 1, stride, 1, pad, 0, dilation, 1)
    return mve_any.turned(DepthwiseAnyShape(1, height, 1, output_h, 1, channels, 1, *window))


def random_any(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    """Any window, also long ones in one dimension, and one position."""
    form = int(rng.integers(0, 3))
    if width == 1 and rng.random() < 0.5:
        return any_case(rng, random_column(rng, channels), form)
    conv = random_shape(rng, channels, width)
    multiplier = int(rng.choice([1, 1, *(n for n in (2, 3, 8, channels) if channels % n == 0)]))
    shape = DepthwiseAnyShape(
        conv.batches,
        conv.input_h,
        conv.input_w,
        conv.output_h,
        conv.output_w,
        channels,
        multiplier,
        conv.kernel_h,
        conv.kernel_w,
        conv.stride_h,
        conv.stride_w,
        conv.pad_h,
        conv.pad_w,
        conv.dilation_h,
        conv.dilation_w,
    )
    return any_case(rng, shape, form)


def random_tile(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    return depthwise_case(rng, random_tile_shape(rng, channels, width), int(rng.integers(1, 3)))


def random_tile_shape(rng: np.random.Generator, channels: int, width: int) -> DepthwiseShape:
    """Tiles take two columns or more: a width of one is one of seven."""
    stride = int(rng.integers(1, 3))
    height = 3 - stride + int(rng.choice([0, 1, 2, 3, 5, 8, 15]))
    out = [height, width if width > 1 else 7]
    pads = rng.integers(0, 2, (2, 2)).tolist()
    input_h, input_w = (
        max(1, (o - 1) * stride + 3 - sum(p) + int(rng.integers(0, stride)))
        for o, p in zip(out, pads, strict=True)
    )
    h, w = ((s + sum(p) - 3) // stride + 1 for s, p in zip((input_h, input_w), pads, strict=True))
    batches = int(rng.integers(1, 3))
    (top, _), (left, _) = pads
    return DepthwiseShape(batches, input_h, input_w, h, w, channels, stride, top, left)


def same(h: int, w: int, c: int, stride: int = 1) -> DepthwiseShape:
    """A layer with SAME padding of an even size, or of stride 1."""
    oh, ow = -(-h // stride), -(-w // stride)
    top, left = (max(0, (o - 1) * stride + 3 - n) // 2 for o, n in ((oh, h), (ow, w)))
    return DepthwiseShape(1, h, w, oh, ow, c, stride, top, left)


ANY_BENCHMARKS = {
    "vww 6x6x128 s2 any": (DepthwiseAnyShape(1, 6, 6, 3, 3, 128, 1, 3, 3, 2, 2), RELU),
    "5x5 14x14x32 any": (DepthwiseAnyShape(1, 14, 14, 14, 14, 32, 1, 5, 5, 1, 1, 2, 2), RELU),
    "1x15 1x64x32 any": (DepthwiseAnyShape(1, 1, 64, 1, 64, 32, 1, 1, 15, 1, 1, 0, 7), RELU),
    "15x1 64x4x32 any": (DepthwiseAnyShape(1, 64, 4, 64, 4, 32, 1, 15, 1, 1, 1, 7, 0), RELU),
    "3x3 d2 14x14x32": (DepthwiseAnyShape(1, 14, 14, 14, 14, 32, 1, 3, 3, 1, 1, 2, 2, 2, 2), RELU),
    "3x3 s3 30x30x32": (DepthwiseAnyShape(1, 30, 30, 10, 10, 32, 1, 3, 3, 3, 3), RIGHT),
    "3x3 m2 14x14x32": (DepthwiseAnyShape(1, 14, 14, 14, 14, 32, 2, 3, 3, 1, 1, 1, 1), RIGHT),
    "7x7 14x14x64": (DepthwiseAnyShape(1, 14, 14, 14, 14, 64, 1, 7, 7, 1, 1, 3, 3), RIGHT),
}

BENCHMARKS = {
    "kws 25x5x64": (same(25, 5, 64), RELU),
    "vww 48x48x8": (same(48, 48, 8), RELU),
    "vww 48x48x16 s2": (same(48, 48, 16, 2), RELU),
    "vww 24x24x32": (same(24, 24, 32), RELU),
    "vww 24x24x32 s2": (same(24, 24, 32, 2), RELU),
    "vww 12x12x64": (same(12, 12, 64), RELU),
    "vww 12x12x64 signed": (same(12, 12, 64), RIGHT),
    "vww 12x12x64 s2": (same(12, 12, 64, 2), RELU),
    "vww 6x6x128": (same(6, 6, 128), RELU),
    "vww 6x6x128 s2": (same(6, 6, 128, 2), RELU),
    "vww 3x3x256": (same(3, 3, 256), RELU),
}
