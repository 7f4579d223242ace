"""Inputs to judge a module by: random, from a seed. Knows the ranges of types, and no operator.

Cases alternate between noise and a slow walk. A network saturates on noise and answers the same
to all of it; on the smooth signal its inner tensors spread out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from helia_aot.errors import ConfigError
from helia_aot.verify.subject import Array, Port, Subject, numpy_type

if TYPE_CHECKING:
    from helia_aot.frontend.litert.records import SubGraph

_FLOAT_RANGE = (-1.0, 1.0)
_BEYOND = 0.05
"""How far, in parts of its width, floats go beyond a range that the model clamps them to."""


@dataclass(frozen=True)
class Batch:
    """Cases that are run in sequence."""

    count: int
    arrays: tuple[Array, ...]
    """One per input, with the cases as leading axis."""

    @cached_property
    def nbytes(self) -> tuple[int, ...]:
        """Of one case, per input."""
        return tuple(a.nbytes // self.count for a in self.arrays)

    def case(self, number: int) -> tuple[bytes, ...]:
        """The inputs of one case as the module takes them."""
        return tuple(np.ascontiguousarray(a[number]).tobytes() for a in self.arrays)


def random_batch(subject: Subject, count: int, seed: int) -> Batch:
    """Cases over the whole range of every input's type."""
    if count < 1:
        raise ConfigError(f"{count} cases: at least one is needed")
    if seed < 0:
        raise ConfigError(f"seed {seed}: it is not negative")
    random = np.random.default_rng(seed)
    arrays = [
        np.stack([_values(random, subject.graph, port, case % 2 == 1) for case in range(count)])
        for port in subject.inputs
    ]
    return Batch(count, tuple(arrays))


def _values(random: np.random.Generator, graph: SubGraph, port: Port, smooth: bool) -> Array:
    dtype, shape = port.dtype, port.shape
    if dtype.kind == "f":
        low, high = _float_range(graph, port.index)
        unit = _walk(random, shape) if smooth else random.random(shape)
        return (low + (high - low) * unit).astype(dtype)
    if dtype.kind == "b":
        return random.integers(0, 2, shape).astype(dtype)
    limits = np.iinfo(dtype.name)
    if smooth and dtype.itemsize <= 2:
        width = int(limits.max) - int(limits.min)
        return (limits.min + np.rint(width * _walk(random, shape))).astype(dtype)
    return random.integers(limits.min, limits.max, shape, dtype.name, endpoint=True)


def _walk(random: np.random.Generator, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """A slow signal from 0 to 1 along the elements."""
    steps = np.cumsum(random.normal(size=shape))
    if steps.size < 2:
        return random.random(shape)
    width = float(np.ptp(steps)) or 1.0
    return ((steps - steps.min()) / width).reshape(shape)


def _float_range(graph: SubGraph, index: int) -> tuple[float, float]:
    """What the integers that an input becomes can stand for, and a little more; else -1 to 1."""
    ranges = list(_quantized_ranges(graph, index))
    if not ranges:
        return _FLOAT_RANGE
    low, high = min(r[0] for r in ranges), max(r[1] for r in ranges)
    return low - _BEYOND * (high - low), high + _BEYOND * (high - low)


def _quantized_ranges(graph: SubGraph, index: int) -> Iterator[tuple[float, float]]:
    for operator in graph.operators:
        outputs = [graph.tensors[i] for i in operator.outputs]
        if index not in operator.inputs or len(outputs) != 1:
            continue
        dtype, quantization = numpy_type(outputs[0]), outputs[0].quantization
        if dtype is None or dtype.kind not in "iu" or quantization is None:
            continue
        if len(quantization.scale) == 1:
            limits, zero = np.iinfo(dtype.name), int((*quantization.zero_point, 0)[0])
            scale = float(quantization.scale[0])
            yield (int(limits.min) - zero) * scale, (int(limits.max) - zero) * scale
