"""Cases of ADD and of the pools."""

import numpy as np

from helia_aot.ir.quantize import multiplier_shift
from helia_aot.kernels.kinds import KINDS
from helia_aot.kernels.mve import elementwise as mve_add
from helia_aot.kernels.mve import pool as mve_pool
from helia_aot.kernels.sums import Sum
from tests.unit.kernels_mve import reference
from tests.unit.kernels_mve.conv_cases import random_shape
from tests.unit.kernels_mve.image import KernelCase

KERNELS = [
    (helper, KINDS[helper.struct_kind].record)
    for helper in (mve_add.HELPER, mve_add.BROADCAST, mve_pool.AVERAGE_POOL, mve_pool.MAX_POOL)
]


def random_sum(rng: np.random.Generator) -> Sum:
    scales = np.exp(rng.uniform(-5, -1.5, 2))
    out = float(np.exp(rng.uniform(-0.3, 1.0)) * scales.max())
    common = 2 * float(scales.max())
    first, second = (multiplier_shift(float(s) / common) for s in scales)
    zeros = rng.integers(-128, 128, 3).tolist()
    return Sum(
        (zeros[0], zeros[1]),
        (first[0], second[0]),
        (first[1], second[1]),
        zeros[2],
        *multiplier_shift(common / (out * (1 << 20))),
    )


def reference_add(a: reference.Bytes, b: reference.Bytes, s: Sum) -> reference.Bytes:
    one = np.ones(1, np.int64)
    terms = [
        reference.requantize((x.astype(np.int64) - z) << 20, m * one, shift * one)
        for x, z, m, shift in zip((a, b), s.zeros, s.multipliers, s.shifts, strict=True)
    ]
    out = s.output_multiplier * one, s.output_shift * one
    return reference.finish(terms[0] + terms[1], *out, s.output_zero, s.low, s.high)


def add_case(rng: np.random.Generator, shape: tuple[int, int], label: str = "") -> KernelCase:
    size = shape[0] * shape[1]
    call, total = None, random_sum(rng)
    while call is None:  # a few scales have no certificate
        total = random_sum(rng)
        if not label and rng.random() < 0.3:
            total = total._replace(low=int(rng.integers(-128, 0)), high=int(rng.integers(0, 128)))
        call = mve_add.add(size, total)
    a, b = (rng.integers(-128, 128, shape, np.int8) for _ in range(2))
    tensors = {"input1": a, "input2": b}
    expected = reference_add(a, b, total)
    return KernelCase(
        "add_s8_mve", KINDS["add_s8_mve"].record, call.numbers, tensors, 0, expected, label
    )


def pool_case(
    rng: np.random.Generator, sizes: dict[str, int], average: bool, label: str = ""
) -> KernelCase:
    s = sizes
    x = rng.integers(-128, 128, (s["batches"], s["input_h"], s["input_w"], s["channels"]), np.int8)
    geometry = (
        (s["kernel_h"], s["kernel_w"]),
        (s["output_h"], s["output_w"]),
        (s["stride_h"], s["stride_w"]),
        (s["pad_h"], s["pad_w"]),
        (1, 1),
    )
    seen = reference.windows(x, *geometry, -200) - 200
    inside = seen != -200
    low, high = (-100, 90) if rng.random() < 0.3 else (-128, 127)
    if average:
        sums, counts = (seen * inside).sum((3, 4)), inside.sum((3, 4))
        y = np.sign(sums) * ((np.abs(sums) + counts // 2) // counts)
    else:
        y = seen.max((3, 4))
    helper = mve_pool.AVERAGE_POOL if average else mve_pool.MAX_POOL
    return KernelCase(
        helper.key,
        KINDS[helper.struct_kind].record,
        s | {"act_min": low, "act_max": high},
        {"input": x},
        0,
        np.clip(y, low, high).astype(np.int8),
        label or str(s),
    )


def random_sum_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    return add_case(rng, (width, channels))


def random_pool(
    rng: np.random.Generator, channels: int, width: int, average: bool = True
) -> KernelCase:
    """Every window meets the input, as the operator demands."""
    while True:
        shape = random_shape(rng, channels, width)
        plain = shape.dilation_h == shape.dilation_w == 1
        if plain and (width - 1) * shape.stride_w < shape.input_w + shape.pad_w:
            break
    names = ("batches", "input_h", "input_w", "output_h", "output_w", "kernel_h", "kernel_w")
    more = ("stride_h", "stride_w", "pad_h", "pad_w")
    sizes = {name: getattr(shape, name) for name in (*names, *more)}
    rows = (shape.input_h - 1 + shape.pad_h) // shape.stride_h + 1
    sizes |= {"channels": channels, "output_h": min(shape.output_h, rows)}
    return pool_case(rng, sizes, average)


def _global(h: int, w: int, c: int) -> dict[str, int]:
    sizes = {"batches": 1, "input_h": h, "input_w": w, "output_h": 1, "output_w": 1}
    window = {"kernel_h": h, "kernel_w": w, "stride_h": 1, "stride_w": 1, "pad_h": 0, "pad_w": 0}
    return sizes | window | {"channels": c}


def benchmarks(rng: np.random.Generator) -> list[KernelCase]:
    return [
        add_case(rng, (32 * 32, 16), "ADD 32x32x16"),
        pool_case(rng, _global(25, 5, 64), True, "average 25x5x64"),
        pool_case(rng, _global(8, 8, 64), True, "average 8x8x64"),
        pool_case(rng, _global(3, 3, 256), True, "average 3x3x256"),
    ]
