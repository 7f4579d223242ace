"""Cases of the kernels that move bytes. CONCATENATION finds its operands by itself: not here."""

import numpy as np

from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops import gather
from helia_aot.ir.ops.families.movement import COPY, COPY_RECORD, STRIDED, STRIDED_RECORD, walk
from helia_aot.ir.ops.families.pad import PAD, PAD_RECORD, merged
from helia_aot.ir.types import Array
from helia_aot.kernels.kernel import Record
from tests.unit.kernels_mve.image import KernelCase

KERNELS: list[tuple[KernelHelper, Record]] = [
    (COPY, COPY_RECORD),
    (STRIDED, STRIDED_RECORD),
    (PAD, PAD_RECORD),
    (gather.GATHER, gather.RECORD),
]
_LOOPS = 6


def _bytes(rng: np.random.Generator, *shape: int) -> Array:
    return rng.integers(-128, 128, shape, np.int8)


def copy_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    x = _bytes(rng, width, channels)
    return KernelCase(COPY.key, COPY_RECORD, {"size": x.nbytes}, {"input": x}, 0, x)


def strided_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    """Forwards, backwards and repeated, elements of one and of four bytes."""
    kind = rng.choice(["int8", "int32"])
    x = _bytes(rng, 2 * width, 3 * channels * np.dtype(kind).itemsize).view(kind)
    view = x[::-2, channels : 2 * channels]
    if rng.random() < 0.4:
        view = x[: 2 * width : 2, :: int(rng.choice([3, -3]))]
    elif rng.random() < 0.3:
        view = np.broadcast_to(x[:width, :1], (width, channels))
    path = walk(x, view)
    loops = ((1, 0),) * (_LOOPS - len(path.loops)) + path.loops
    sizes, strides = (tuple(axis[i] for axis in loops) for i in (0, 1))
    numbers = {"first": path.first, "run": path.run, "rows": int(np.prod(sizes[:-1]))}
    numbers |= {"sizes": sizes, "strides": strides}
    y = np.ascontiguousarray(view)
    return KernelCase(STRIDED.key, STRIDED_RECORD, numbers, {"input": x}, 0, y, f"{path}")


def pad_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    """What stands around a tensor makes the output so wide and deep."""
    value = int(rng.integers(-128, 128))
    before, after = (int(rng.integers(0, n)) // 3 for n in (channels, width))
    inside = 2, max(1, width - 2 * after), max(1, channels - 2 * before)
    outside = 4, width, channels
    axes = [
        (n, int(b), m - n - int(b))
        for n, m, b in zip(inside, outside, (1, min(after, width - 1), before), strict=True)
    ]
    x = _bytes(rng, *inside)
    y = np.pad(x, [(b, a) for _, b, a in axes], constant_values=value)
    found = merged(axes)
    filled = ((1, 0, 0),) * (_LOOPS - len(found)) + found
    sizes, befores, afters = zip(*filled, strict=True)
    numbers = {"sizes": sizes, "before": befores, "after": afters, "value": value}
    numbers["rows"] = int(np.prod([sum(axis) for axis in found[:-1]]))
    return KernelCase(PAD.key, PAD_RECORD, numbers, {"input": x}, 0, y, f"{axes}")


def gather_case(rng: np.random.Generator, channels: int, width: int) -> KernelCase:
    x, picks = _bytes(rng, 2, 7, channels), rng.integers(0, 7, width).astype(np.int32)
    numbers = {"batches": 1, "outer": 2, "entries": 7, "picks": width, "run": channels}
    tensors: dict[str, Array] = {"input": x, "indices": picks}
    y = np.take(x, picks, 1)
    return KernelCase(gather.GATHER.key, gather.RECORD, numbers, tensors, 0, y)
