"""AVERAGE_POOL_2D and MAX_POOL_2D: the portable bodies and those for the DSP extension."""

import numpy as np

from helia_aot.kernels.dsp.pool import (
    AVERAGE_POOL_DSP,
    MAX_POOL_DSP,
    average_pool_accepts,
    max_pool_accepts,
)
from helia_aot.kernels.dsp.shape import ConvShape
from helia_aot.kernels.kernel import KernelCall
from tests.unit.kernels_dsp.harness import Case
from tests.unit.kernels_dsp.random_layers import signal
from tests.unit.kernels_dsp.reference import Ints
from tests.unit.kernels_dsp.test_conv import shape_of, sized
from tests.unit.tails import tail


def windows(x: Ints, s: ConvShape) -> list[Ints]:
    """The elements of every window inside the image: elements x channels."""
    found: list[Ints] = []
    for n in range(s.batches):
        for oy in range(s.out_h):
            for ox in range(s.out_w):
                y, left = oy * s.stride_h - s.pad_h, ox * s.stride_w - s.pad_w
                rows = slice(max(y, 0), min(y + s.kernel_h, s.in_h))
                columns = slice(max(left, 0), min(left + s.kernel_w, s.in_w))
                found.append(x[n, rows, columns].reshape(-1, s.in_c))
    return found


def mean(window: Ints) -> Ints:
    """Half away from zero."""
    total, count = window.sum(0), len(window)
    return np.sign(total) * ((np.abs(total) + count // 2) // count)


def pool_case(name: str, rng: np.random.Generator, s: ConvShape, average: bool) -> Case:
    x = signal(rng, s.batches, s.in_h, s.in_w, s.in_c)
    low, high = (
        sorted(int(v) for v in rng.integers(-128, 128, 2)) if rng.integers(2) else (-128, 127)
    )
    reduced = [mean(w) if average else np.max(w, 0) for w in windows(x.astype(np.int64), s)]
    shape = (s.batches, s.out_h, s.out_w, s.in_c)
    want = np.clip(np.stack(reduced), low, high).reshape(shape)
    numbers = {
        **{"act_min": low, "act_max": high, "batches": s.batches, "channels": s.in_c},
        **{"input_h": s.in_h, "input_w": s.in_w, "output_h": s.out_h, "output_w": s.out_w},
        **{"kernel_h": s.kernel_h, "kernel_w": s.kernel_w, "stride_h": s.stride_h},
        **{"stride_w": s.stride_w, "pad_h": s.pad_h, "pad_w": s.pad_w},
    }
    helper = AVERAGE_POOL_DSP if average else MAX_POOL_DSP
    accepts = (
        average_pool_accepts(s.in_c, s.kernel_h * s.kernel_w)
        if average
        else max_pool_accepts(s.in_c)
    )
    assert accepts
    return Case(name, KernelCall(helper, numbers), (x,), want.astype(np.int8))


def cases(count: int, seed: int = 1, average: bool = True) -> list[Case]:
    """Kernels take sixteen channels or more, or four."""
    rng = np.random.default_rng(seed)
    found: list[Case] = []
    for i in range(count):
        channels, width = tail(i, 16 if average else 4)
        same = bool(rng.integers(2))
        kernel = (int(rng.integers(1, 6)), int(rng.integers(1, 6)))
        stride = (int(rng.integers(1, 4)), int(rng.integers(1, 4)))
        s = shape_of(
            int(rng.integers(1, 13)), sized(rng, width, kernel[1], stride[1], 1, same),
            channels, channels, kernel, stride, same=same, batches=int(rng.choice([1, 1, 2])),
        )  # fmt: skip
        found.append(pool_case(f"{'average' if average else 'max'} pool {i} {s}", rng, s, average))
    return found
