"""DEPTHWISE_CONV_2D: the portable body and the one for the DSP extension."""

import numpy as np

from helia_aot.kernels.dsp import depthwise_taps as dsp_taps
from helia_aot.kernels.dsp.depthwise import depthwise_conv_2d
from helia_aot.kernels.dsp.shape import ConvShape
from helia_aot.kernels.layer import Layer
from tests.unit.kernels_dsp import reference
from tests.unit.kernels_dsp.harness import Case
from tests.unit.kernels_dsp.random_layers import layer, signal
from tests.unit.kernels_dsp.test_conv import pair, shape_of, sized
from tests.unit.tails import tail


def case(name: str, rng: np.random.Generator, shape: ConvShape, what: Layer) -> Case:
    s = shape
    x = signal(rng, s.batches, s.in_h, s.in_w, s.in_c)
    acc = reference.depthwise(
        x.astype(np.int64),
        what.weights.T.astype(np.int64).reshape(s.kernel_h, s.kernel_w, s.out_c),
        (s.out_h, s.out_w),
        (s.stride_h, s.stride_w),
        (s.dilation_h, s.dilation_w),
        (s.pad_h, s.pad_w),
        what.input_zero,
    )
    want = reference.requantize(
        acc + what.bias, what.multiplier, what.shift, what.output_zero, what.low, what.high
    )
    call = depthwise_conv_2d(s, what) or dsp_taps.depthwise_conv_2d(s, what)
    assert call is not None, name
    weights = what.weights.T.reshape(1, s.kernel_h, s.kernel_w, s.out_c)
    return Case(name, call, (x,), want.astype(np.int8), weights)


def random_shape(rng: np.random.Generator, channels: int, width: int, small: bool) -> ConvShape:
    """Of the kernel for windows of up to 3x3, or of any other."""
    side = [3, 3, 3, 3, 2] if small else [1, 1, 2, 3, 4, 5, 7, 9]
    kernel = pair(rng, side)
    stride = int(rng.integers(1, 3))
    dilation = (1, 1) if small else pair(rng, [1, 1, 2, 3])
    strides, same = (stride, stride if small else int(rng.integers(1, 4))), bool(rng.integers(3))
    return shape_of(
        int(rng.integers(1, 13)), sized(rng, width, kernel[1], strides[1], dilation[1], same),
        channels, channels, kernel, strides, dilation, same, int(rng.choice([1, 1, 2])),
    )  # fmt: skip


def random_layer(rng: np.random.Generator, s: ConvShape) -> Layer:
    """A few have scales above one, which nothing certifies."""
    what = layer(rng, s.out_c, s.kernel_h * s.kernel_w, bool(rng.integers(2)))
    if rng.integers(8) == 0:
        return what._replace(shift=rng.integers(-3, 3, s.out_c).astype(np.int64))
    return what


def multiplied(count: int, seed: int = 1) -> list[Case]:
    """Every channel of the input makes several, of four channels of output or more."""
    rng = np.random.default_rng(seed)
    found: list[Case] = []
    for i in range(count):
        s = random_shape(rng, *tail(i, 4), bool(rng.integers(2)))
        divisors = [n for n in range(1, s.out_c) if s.out_c % n == 0]
        s = s._replace(in_c=int(rng.choice(divisors)))
        found.append(case(f"depthwise multiplied {i} {s}", rng, s, random_layer(rng, s)))
    return found


def cases(count: int, seed: int = 1, small: bool = True) -> list[Case]:
    """Kernels take four channels or more."""
    rng = np.random.default_rng(seed)
    found: list[Case] = []
    for i in range(count):
        s = random_shape(rng, *tail(i, 4), small)
        found.append(case(f"depthwise {i} {s}", rng, s, random_layer(rng, s)))
    return found
