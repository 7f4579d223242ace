"""CONV_2D on pair-packed weights: the portable body and the one for the DSP extension."""

import numpy as np

from helia_aot.ir.packing.dsp_conv import ConvShape, conv_2d, pack, unpack
from helia_aot.ir.packing.dsp_pairs import Layer
from tests.unit.kernels_dsp import reference
from tests.unit.kernels_dsp.harness import Case
from tests.unit.kernels_dsp.random_layers import layer, signal


def case(name: str, rng: np.random.Generator, shape: ConvShape, what: Layer) -> Case:
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
    call = conv_2d(s, what)
    assert call is not None, name
    return Case(name, call, (x,), want.astype(np.int8))


def shape_of(
    rng: np.random.Generator, h: int, w: int, c: int, o: int, kernel: tuple[int, int],
    stride: tuple[int, int] = (1, 1), dilation: tuple[int, int] = (1, 1), same: bool = True,
    batches: int = 1,
) -> ConvShape:  # fmt: skip
    """SAME padding, or none."""
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True)]
    if same:
        out = [-(-n // s) for n, s in zip((h, w), stride, strict=True)]
        total = [max((o_ - 1) * s + r - n, 0) for o_, s, r, n in zip(out, stride, reach, (h, w), strict=True)]
    else:
        h, w = max(h, reach[0]), max(w, reach[1])
        out = [(n - r) // s + 1 for n, r, s in zip((h, w), reach, stride, strict=True)]
        total = [0, 0]
    return ConvShape(
        batches, h, w, c, *out, o, *kernel, *stride, *dilation, total[0] // 2, total[1] // 2
    )


def random_shape(rng: np.random.Generator) -> ConvShape:
    kernel = tuple(int(v) for v in rng.choice([1, 1, 2, 3, 3, 4, 5], 2))
    if rng.integers(3) == 0:
        kernel = (1, 1)
    return shape_of(
        rng, int(rng.integers(1, 13)), int(rng.integers(1, 21)),
        int(rng.choice([1, 2, 3, 4, 5, 8, 12, 16, int(rng.integers(1, 41))])),
        int(rng.integers(1, 41)), kernel, tuple(rng.integers(1, 4, 2).tolist()),
        tuple(rng.choice([1, 1, 1, 2, 3], 2).tolist()), bool(rng.integers(2)),
        int(rng.choice([1, 1, 1, 2])),
    )  # fmt: skip


def cases(count: int, seed: int = 1) -> list[Case]:
    rng = np.random.default_rng(seed)
    found: list[Case] = []
    for i in range(count):
        s = random_shape(rng)
        what = layer(rng, s.out_c, s.kernel_h * s.kernel_w * s.in_c, bool(rng.integers(2)))
        found.append(case(f"conv {i} {s}", rng, s, what))
    return found


def test_unpack_is_the_inverse_of_pack() -> None:
    rng = np.random.default_rng(2)
    for _ in range(40):
        s = random_shape(rng)
        what = layer(rng, s.out_c, s.kernel_h * s.kernel_w * s.in_c, bool(rng.integers(2)))
        call = conv_2d(s, what)
        assert call is not None
        stream, form = call.constants["weights"], call.numbers["form"]
        assert isinstance(stream, np.ndarray) and isinstance(form, int)
        s = s.flat()
        weights, end = unpack(s, stream.astype(np.int32), form)
        assert np.array_equal(weights, what.weights)
        again = pack(s, weights, end)
        assert again is not None and np.array_equal(again, stream)
