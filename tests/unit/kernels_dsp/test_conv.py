"""CONV_2D on pair-packed weights: the portable body and the one for the DSP extension."""

import numpy as np

from helia_aot.kernels.dsp.conv import ConvPacking, SingleDepthwisePacking, conv_2d
from helia_aot.kernels.dsp.shape import ConvShape
from helia_aot.kernels.layer import Layer
from tests.unit.kernels_dsp import reference
from tests.unit.kernels_dsp.harness import Case
from tests.unit.kernels_dsp.random_layers import layer, signal
from tests.unit.tails import tail


def case(
    name: str, rng: np.random.Generator, shape: ConvShape, what: Layer, depthwise: bool = False
) -> Case:
    s = shape
    x = signal(rng, s.batches, s.in_h, s.in_w, s.in_c)
    acc = reference.conv(
        x.astype(np.int64),
        what.weights.astype(np.int64).reshape(s.out_c, s.kernel_h, s.kernel_w, s.in_c),
        (s.out_h, s.out_w),
        (s.stride_h, s.stride_w),
        (s.dilation_h, s.dilation_w),
        (s.pad_h, s.pad_w),
        what.input_zero,
    )
    want = reference.requantize(
        acc + what.bias, what.multiplier, what.shift, what.output_zero, what.low, what.high
    )
    call = conv_2d(s, what, SingleDepthwisePacking if depthwise else ConvPacking)
    assert call is not None, name
    weights = what.weights.reshape(s.out_c, s.kernel_h, s.kernel_w, s.in_c)
    if depthwise:
        weights = what.weights.T.reshape(1, s.kernel_h, s.kernel_w, s.out_c)
    return Case(name, call, (x,), want.astype(np.int8), weights)


def shape_of(
    h: int, w: int, c: int, o: int, kernel: tuple[int, int],
    stride: tuple[int, int] = (1, 1), dilation: tuple[int, int] = (1, 1), same: bool = True,
    batches: int = 1,
) -> ConvShape:  # fmt: skip
    """SAME padding, or none."""
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True)]
    if same:
        out = [-(-n // s) for n, s in zip((h, w), stride, strict=True)]
        total = [
            max((o_ - 1) * s + r - n, 0)
            for o_, s, r, n in zip(out, stride, reach, (h, w), strict=True)
        ]
    else:
        h, w = max(h, reach[0]), max(w, reach[1])
        out = [(n - r) // s + 1 for n, r, s in zip((h, w), reach, stride, strict=True)]
        total = [0, 0]
    return ConvShape(
        batches=batches,
        in_h=h,
        in_w=w,
        in_c=c,
        out_h=out[0],
        out_w=out[1],
        out_c=o,
        kernel_h=kernel[0],
        kernel_w=kernel[1],
        stride_h=stride[0],
        stride_w=stride[1],
        dilation_h=dilation[0],
        dilation_w=dilation[1],
        pad_h=total[0] // 2,
        pad_w=total[1] // 2,
    )


def pair(rng: np.random.Generator, values: list[int]) -> tuple[int, int]:
    """Two of the values."""
    first, second = rng.choice(values, 2)
    return int(first), int(second)


def sized(
    rng: np.random.Generator, width: int, kernel: int, stride: int, dilation: int, same: bool
) -> int:
    """A width of the input that gives this width of the output."""
    reach = 0 if same else (kernel - 1) * dilation
    first = (width - 1) * stride + 1 + reach
    return first + int(rng.integers(stride))


def random_shape(rng: np.random.Generator, channels: int, width: int) -> ConvShape:
    """With that many channels and columns of output."""
    kernel = pair(rng, [1, 1, 2, 3, 3, 4, 5])
    if rng.integers(3) == 0:
        kernel = (1, 1)
    stride, dilation = pair(rng, [1, 2, 3]), pair(rng, [1, 1, 1, 2, 3])
    same = bool(rng.integers(2))
    return shape_of(
        int(rng.integers(1, 13)), sized(rng, width, kernel[1], stride[1], dilation[1], same),
        int(rng.choice([1, 2, 3, 4, 5, 8, 12, 16, int(rng.integers(1, 41))])),
        channels, kernel, stride, dilation, same, int(rng.choice([1, 1, 1, 2])),
    )  # fmt: skip


def random_layer(rng: np.random.Generator, s: ConvShape) -> Layer:
    """A few have scales above one, which nothing certifies."""
    what = layer(rng, s.out_c, s.kernel_h * s.kernel_w * s.in_c, bool(rng.integers(2)))
    if rng.integers(8) == 0:
        return what._replace(shift=rng.integers(-3, 3, s.out_c).astype(np.int64))
    return what


def cases(count: int, seed: int = 1) -> list[Case]:
    """Every tenth is too deep for one part."""
    rng = np.random.default_rng(seed)
    found: list[Case] = []
    for i in range(count):
        channels, width = tail(i)
        s = random_shape(rng, channels, width)
        if i % 10 == 0:
            s = shape_of(3, width, int(rng.integers(100, 200)), channels, (3, 3))
        depthwise = s.in_c == 1 and bool(rng.integers(2))
        found.append(case(f"conv {i} {s}", rng, s, random_layer(rng, s), depthwise))
    return found
