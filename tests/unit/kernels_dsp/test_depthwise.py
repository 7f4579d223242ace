"""3x3 DEPTHWISE_CONV_2D: the portable body and the one for the DSP extension."""

import numpy as np

from helia_aot.ir.packing.dsp_conv import ConvShape
from helia_aot.ir.packing.dsp_depthwise import depthwise_conv_2d, pack, plan, unpack
from helia_aot.ir.packing.dsp_pairs import Layer
from tests.unit.kernels_dsp import reference
from tests.unit.kernels_dsp.harness import Case
from tests.unit.kernels_dsp.random_layers import layer, signal
from tests.unit.kernels_dsp.test_conv import shape_of


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
    call = depthwise_conv_2d(s, what)
    assert call is not None, name
    return Case(name, call, (x,), want.astype(np.int8))


def random_shape(rng: np.random.Generator) -> ConvShape:
    kernel = tuple(int(v) for v in rng.choice([3, 3, 3, 3, 2], 2))
    stride = int(rng.integers(1, 3))
    channels = int(rng.choice([4, 5, 6, 7, 8, 12, 16, int(rng.integers(4, 41))]))
    return shape_of(
        rng, int(rng.integers(1, 13)), int(rng.integers(1, 21)), channels, channels, kernel,
        (stride, stride), (1, 1), bool(rng.integers(3)), int(rng.choice([1, 1, 2])),
    )  # fmt: skip


def random_layer(rng: np.random.Generator, s: ConvShape) -> Layer:
    return layer(rng, s.out_c, s.kernel_h * s.kernel_w, bool(rng.integers(2)))


def cases(count: int, seed: int = 1) -> list[Case]:
    rng = np.random.default_rng(seed)
    found: list[Case] = []
    for i in range(count):
        s = random_shape(rng)
        found.append(case(f"depthwise {i} {s}", rng, s, random_layer(rng, s)))
    return found


def test_unpack_is_the_inverse_of_pack() -> None:
    rng = np.random.default_rng(4)
    for _ in range(40):
        s = random_shape(rng)
        what = random_layer(rng, s)
        call, how = depthwise_conv_2d(s, what), plan(s)
        assert call is not None and how is not None
        stream, form = call.constants["weights"], call.numbers["form"]
        assert isinstance(stream, np.ndarray) and isinstance(form, int)
        weights, end = unpack(stream.astype(np.int32), form, how)
        assert np.array_equal(weights, what.weights)
        assert np.array_equal(pack(weights, end, how), stream)
