"""Cases of MEAN and of SOFTMAX."""

import numpy as np

from helia_aot.ir.fixed_point import exp_on_negative
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops import mean
from helia_aot.ir.ops.families import softmax_int8 as softmax
from helia_aot.ir.quantize import multiplier_shift, rounding_high_mul, rounding_shift, wrap32
from helia_aot.ir.types import Int
from tests.unit.kernels_mve import reference
from tests.unit.kernels_mve.image import KernelCase

RECORDS = {record.kind: record for record in (mean.RECORD, *softmax.RECORDS)}
KERNELS = [
    (helper, RECORDS[helper.struct_kind])
    for helper in (mean.MEAN, *softmax.COMPUTED.values(), *softmax.TABLE.values())
]
Loop = tuple[int, int]


def _three(loops: list[Loop]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    filled = [(1, 0)] * (3 - len(loops)) + loops
    return tuple(n for n, _ in filled), tuple(step for _, step in filled)


def mean_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    """Over the axes between rows and channels, over the last one, or over single ones of five."""
    kind = int(rng.integers(4))
    deep = int(rng.choice([rng.integers(1, 9), rng.integers(250, 270)])) if kind < 2 else 3
    if kind == 0:
        dims, axes = (width, deep, channels), (1,)
    elif kind == 1:
        dims, axes = (width, channels, deep), (2,)
    elif kind == 2:
        dims, axes = (2, width, deep, channels), (0, 2)
    else:
        dims, axes = (width, 2, channels, deep), (1, 3)
    x = rng.integers(-128, 128, dims, np.int8)
    if rng.random() < 0.2:
        x[...] = rng.choice([-128, 127])
    steps = [int(np.prod(dims[i + 1 :])) for i in range(len(dims))]
    kept = [(n, s) for i, (n, s) in enumerate(zip(dims, steps, strict=True)) if i not in axes]
    reduced = [(dims[i], steps[i]) for i in axes]
    count, zero, offset = int(np.prod([n for n, _ in reduced])), *rng.integers(-128, 128, 2)
    multiplier, shift = multiplier_shift(float(np.exp(rng.uniform(-1.5, 1.5))) / count)
    sums = x.astype(np.int64).sum(axes) - int(zero) * count
    one = np.ones(1, np.int64)
    y = reference.finish(sums, multiplier * one, shift * one, int(offset), -128, 127)
    numbers = {"sum_offset": -int(zero) * count, "multiplier": multiplier, "shift": shift}
    numbers["output_offset"] = int(offset)
    loops: dict[str, int | tuple[int, ...]] = {}
    for name, walk in (("kept", kept), ("reduced", reduced)):
        loops[name], loops[f"{name}_strides"] = _three(walk)
    return KernelCase("mean_s8", mean.RECORD, numbers | loops, {"input": x}, 0, y, f"{dims} {axes}")


def _reference(x: reference.Bytes, exps: Int, bits: int) -> Int:
    """Quotients of `bits` bits; `exps` by distance to the largest element."""
    rows = x.astype(np.int64)
    table = np.zeros(256, np.int64)
    table[: exps.size] = exps
    found = table[rows.max(-1, keepdims=True) - rows]
    total = rounding_shift(found, softmax.SUM_BITS).sum(-1, keepdims=True)
    scale, over = softmax.reciprocal(total)
    y = rounding_shift(rounding_high_mul(found, scale), over + 31 - bits)
    half = 1 << (bits - 1)
    return np.minimum(y - half, half - 1)


def softmax_case(
    rng: np.random.Generator, channels: int, width: int, output: str = "int8", table: bool = False
) -> KernelCase:
    """Rows that are flat, and rows where a single element counts."""
    real = float(np.exp2(rng.uniform(-24, 31)))
    multiplier, shift = multiplier_shift(min(max(real, 1.5), (1 << 31) - 1.0))
    diff_min = -int(31 * (1 << 26) / (1 << shift))
    steps = -np.arange(min(-diff_min, 255) + 1, dtype=np.int64)
    exps = exp_on_negative(rounding_high_mul(wrap32(steps << shift), multiplier), 5)
    spread = int(rng.choice([1, 8, 128]))
    x = rng.integers(-spread, spread, (width, channels)).astype(np.int8)
    y = _reference(x, exps, 8 if output == "int8" else 16).astype(output)
    numbers = {"rows": width, "depth": channels}
    tensors: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]] = {"input": x}
    if table:
        kept = exps[: np.count_nonzero(rounding_shift(exps, softmax.SUM_BITS))]
        numbers |= {"table_size": kept.size}
        tensors["exp_table"] = kept.astype(np.int32)
    else:
        numbers |= {"multiplier": multiplier, "shift": shift, "diff_min": diff_min}
    helper: KernelHelper = (softmax.TABLE if table else softmax.COMPUTED)[output]
    record = RECORDS[helper.struct_kind]
    label = f"{x.shape} {multiplier} {shift}"
    return KernelCase(helper.key, record, numbers, tensors, 0, y, label)
