"""Cases of the kernels that work on each element alone: arithmetic, comparison, tables, scales."""

from collections.abc import Callable
from typing import Any

import numpy as np

from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops import maximum, minimum, mul, record_of
from helia_aot.ir.ops.families import lut
from helia_aot.kernels import line
from helia_aot.kernels.broadcast import loops
from helia_aot.kernels.dsp import elementwise as dsp_add
from helia_aot.kernels.kernel import KernelCall
from helia_aot.kernels.mve import elementwise as mve_add
from tests.unit.kernels_mve import reference
from tests.unit.kernels_mve.elementwise_cases import random_sum, reference_add
from tests.unit.kernels_mve.image import KernelCase

Bytes = reference.Bytes
Shape = tuple[int, ...]

QUANTIZE = KernelHelper("quantize_f32_s8", "quantize_f32_s8", "quantize_f32_s8", "int8_t", "")
DEQUANTIZE = KernelHelper("dequantize_s8", "dequantize_s8", "dequantize_s8", "float", "")
KERNELS = [
    (helper, record_of(helper.struct_kind))
    for helper in (
        *(dsp_add.BROADCAST_DSP, mve_add.BROADCAST, mul.FLAT, mul.BROADCAST, line.HELPER, lut.LUT),
        *(minimum.FLAT, minimum.BROADCAST, maximum.FLAT, maximum.BROADCAST, QUANTIZE, DEQUANTIZE),
    )
]


def _bytes(rng: np.random.Generator, shape: Shape) -> Bytes:
    """All values, the ends more often."""
    x = rng.integers(-128, 128, shape, np.int8)
    return np.where(rng.random(shape) < 0.1, rng.choice([-128, 127], shape), x).astype(np.int8)


def _clamp(rng: np.random.Generator) -> tuple[int, int]:
    if rng.random() < 0.6:
        return -128, 127
    return int(rng.integers(-128, 0)), int(rng.integers(0, 128))


def _case(
    helper: KernelHelper, numbers: Any, tensors: Any, expected: Any, label: str
) -> KernelCase:
    record = record_of(helper.struct_kind)
    return KernelCase(helper.key, record, numbers, tensors, 0, expected, label)


def _operands(rng: np.random.Generator, output: Shape) -> tuple[Bytes, Bytes]:
    """Two that are stretched to the output: rows, columns, single elements, either of them."""
    rows, channels = output
    other = [(rows, channels), (channels,), (rows, 1), (1, 1)][int(rng.integers(4))]
    a, b = _bytes(rng, output), _bytes(rng, other)
    return (a, b) if rng.random() < 0.5 else (b, a)


def _walk(output: Shape, a: Bytes, b: Bytes) -> dict[str, int | Shape]:
    found = loops(output, a.shape, b.shape)
    return {"rows": int(np.prod(found.sizes[:-1])), **found.numbers()}


def mul_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    """Scales of both sides of one half, ties, and shifts that leave nothing."""
    output = (width, channels)
    flat = rng.random() < 0.4
    a, b = (_bytes(rng, output), _bytes(rng, output)) if flat else _operands(rng, output)
    multiplier = int(rng.choice([1 << 30, int(rng.integers(1 << 30, 1 << 31))]))
    shift = int(rng.choice([rng.integers(-12, 0), rng.integers(-31, 4)]))
    zeros, zero, (low, high) = rng.integers(-128, 128, 2), int(rng.integers(-128, 128)), _clamp(rng)
    product = (a.astype(np.int64) - zeros[0]) * (b.astype(np.int64) - zeros[1])
    one = np.ones(1, np.int64)
    y = reference.finish(product, multiplier * one, shift * one, zero, low, high)
    numbers = {"input1_offset": int(-zeros[0]), "input2_offset": int(-zeros[1])}
    numbers |= {"output_offset": zero, "output_multiplier": multiplier, "output_shift": shift}
    numbers |= {"act_min": low, "act_max": high}
    label = f"{a.shape} {b.shape} {multiplier} {shift}"
    tensors = {"input1": a, "input2": b}
    if flat:
        return _case(mul.FLAT, numbers | {"size": y.size}, tensors, y, label)
    return _case(mul.BROADCAST, numbers | _walk(output, a, b), tensors, y, label)


def _comparison(
    rng: np.random.Generator,
    output: Shape,
    helpers: tuple[KernelHelper, KernelHelper],
    choice: np.ufunc,
) -> KernelCase:
    flat = rng.random() < 0.4
    a, b = (_bytes(rng, output), _bytes(rng, output)) if flat else _operands(rng, output)
    y = choice(a, b)
    numbers = {"size": y.size} if flat else _walk(output, a, b)
    helper, label = helpers[0 if flat else 1], f"{a.shape} {b.shape}"
    return _case(helper, numbers, {"input1": a, "input2": b}, y, label)


def minimum_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    helpers = minimum.FLAT, minimum.BROADCAST
    return _comparison(rng, (width, channels), helpers, np.minimum)


def maximum_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    helpers = maximum.FLAT, maximum.BROADCAST
    return _comparison(rng, (width, channels), helpers, np.maximum)


def add_case(
    rng: np.random.Generator, channels: int, width: int, kernels: Any = dsp_add
) -> KernelCase:
    """By the line that `kernels` proves."""
    output = (width, channels)
    a, b = _operands(rng, output)
    call: KernelCall | None = None
    total = random_sum(rng)
    while call is None:  # a few scales have no certificate
        low, high = _clamp(rng)
        total = random_sum(rng)._replace(low=low, high=high)
        call = kernels.broadcast(_walk(output, a, b), total, (0, 1))
    y = reference_add(np.broadcast_to(a, output), np.broadcast_to(b, output), total)
    return _case(call.helper, call.numbers, {"input1": a, "input2": b}, y, f"{a.shape} {b.shape}")


def line_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    call, table = None, np.zeros(256, np.int8)
    while call is None:  # many scales have no certificate
        slope = float(rng.choice([-1, 1]) * np.exp(rng.uniform(-3, 1.2)))
        steps = np.arange(256, dtype=np.uint8).view(np.int8) * slope + rng.uniform(-60, 60)
        table = np.clip(np.floor(steps), -128, 127).astype(np.int8)
        call = line.line_call(table, width * channels)
    x = _bytes(rng, (width, channels))
    y = table[x.view(np.uint8)]
    return _case(call.helper, call.numbers, {"input": x}, y, f"{call.numbers}")


def lut_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    table = rng.integers(-128, 128, 256, np.int8)
    x = _bytes(rng, (width, channels))
    y = table[x.view(np.uint8)]
    return _case(lut.LUT, {"size": x.size}, {"input": x, "table": table}, y, "")


def quantize_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    """Ties and their neighbours, what saturates, what is no number."""
    shape, zero = (width, channels), int(rng.integers(-128, 128))
    scale = np.float32(rng.choice([np.exp(rng.uniform(-8, 4)), 0.125, 1e-40]))
    steps = rng.integers(-300, 300, shape) / 2 + rng.choice([0, 0, 1e-7, -1e-7, 0.3], shape)
    x = (steps * np.float64(scale)).astype(np.float32)
    odd = np.array([np.nan, np.inf, -np.inf, 3e38, -3e38, 1e-42, 0.49999997 * scale], np.float32)
    x = np.where(rng.random(shape) < 0.1, rng.choice(odd, shape), x)
    with np.errstate(all="ignore"):
        quotient = (x / scale).astype(np.float64)
    quotient = np.clip(np.nan_to_num(quotient, nan=0.0), -1e6, 1e6)
    rounded = np.copysign(np.floor(np.abs(quotient) + 0.5), quotient) + zero
    y = np.clip(rounded, -128, 127).astype(np.int8)
    numbers = {"scale": scale, "zero_point": zero, "size": x.size}
    return _case(QUANTIZE, numbers, {"input": x}, y, f"scale {scale}")


def dequantize_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    """Scales whose products are subnormal or infinite as well."""
    x, zero = _bytes(rng, (width, channels)), int(rng.integers(-128, 128))
    ends = [1e-40, float(np.finfo(np.float32).smallest_normal), 2e-38, 1e37, 3e38]
    scale = np.float32(rng.choice([np.exp(rng.uniform(-9, 3)), rng.choice(ends)]))
    with np.errstate(over="ignore"):
        y = (x.astype(np.float32) - np.float32(zero)) * scale
    numbers = {"scale": scale, "zero_point": zero, "size": x.size}
    return _case(DEQUANTIZE, numbers, {"input": x}, y.view(np.int32), f"scale {scale}")


Family = Callable[[np.random.Generator, int, int], KernelCase]
