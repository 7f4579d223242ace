"""Operators that pick, repeat and stack elements of any type: against the oracles and in C."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.model_builder import ModelBuilder
from tests.unit.ops.backends import assert_same, compiled, evaluated, litert, random_inputs, tflm

Ints = Sequence[int]

TYPES = ("INT8", "INT16", "INT32", "FLOAT32")

STRIDED: tuple[tuple[Ints, Ints, Ints, Ints, Mapping[str, int]], ...] = (
    ((1, 5, 1, 8), (0, 1, 0, 0), (0, 5, 0, 8), (1, 1, 1, 1), {"begin_mask": 13, "end_mask": 13}),
    ((1, 5, 1, 8), (0, -2, 0, 0), (0, 0, 0, 8), (1, 1, 1, 1), {"begin_mask": 13, "end_mask": 15}),
    ((6, 7), (1, 6), (6, 0), (2, -2), {}),
    ((6, 7), (5, 0), (0, 7), (-1, 3), {"end_mask": 1}),
    ((6, 7), (0, 0), (0, 0), (-1, -1), {"begin_mask": 3, "end_mask": 3}),
    ((6, 7), (-100, 2), (100, -1), (1, 1), {}),
    ((6, 7), (100, 0), (-100, 7), (-4, 1), {}),
    ((6, 7), (3, 0), (4, 7), (1, 1), {"shrink_axis_mask": 1}),
    ((6, 7), (-1, 0), (0, 7), (1, 2), {"shrink_axis_mask": 1, "end_mask": 1}),
    ((6, 7), (4, -3), (5, -2), (1, 1), {"shrink_axis_mask": 3}),
    ((2, 3, 4, 2), (0, 1, 0, 1), (2, 2, 4, 2), (1, 1, 1, 1), {"shrink_axis_mask": 10}),
)
"""Shape, begin, end, strides, masks: what TFLM knows."""

STRIDED_MORE: tuple[tuple[Ints, Ints, Ints, Ints, Mapping[str, int]], ...] = (
    ((4, 3, 2), (1,), (3,), (1,), {}),
    ((2, 3, 2, 3, 2), (0, 2, 0, 1, 1), (2, 0, 2, 3, 2), (1, -1, 1, 1, 1), {}),
    ((4, 3, 2), (1, 0, 1), (3, 0, 2), (1, 1, 1), {"ellipsis_mask": 2}),
    ((4, 3, 2), (0, 0), (0, 1), (1, 1), {"ellipsis_mask": 1, "shrink_axis_mask": 2}),
    ((4, 3, 2), (0, 1), (0, 3), (1, 1), {"new_axis_mask": 1}),
    ((4, 3), (0, 0, 1), (0, 0, 2), (1, 1, 1), {"ellipsis_mask": 1, "new_axis_mask": 2}),
    ((4, 3), (1, 0, 1), (4, 0, 3), (2, 1, 1), {"new_axis_mask": 2}),
)

SLICES: tuple[tuple[Ints, Ints, Ints], ...] = (
    ((1, 8, 3, 4), (0, 0, 1, 0), (1, 8, 1, 4)),
    ((4, 5), (1, 2), (-1, 2)),
    ((7,), (3,), (-1,)),
    ((2, 3, 2, 3, 2), (1, 0, 0, 1, 0), (1, 2, -1, 2, 2)),
)

GATHERS: tuple[tuple[Ints, Any, int, int], ...] = (
    ((5, 3), [4, 0, 0], 0, 0),
    ((2, 5, 3), [[1, 4], [0, 2]], 1, 0),
    ((2, 5, 3), [2, 1], -1, 0),
    ((4, 3), 2, 0, 0),
    ((2, 5, 3), [[1, 4, 4], [0, 2, 3]], 1, 1),
    ((2, 3, 5), [[1, 4], [0, 2]], 2, 1),
)


def quant(kind: str) -> dict[str, Any]:
    return {"INT8": {"scale": 0.1, "zero_point": -5}}.get(kind, {})


def one(m: ModelBuilder, code: str, dims: Ints, rest: Sequence[Any], out: Ints, **options: Any):
    """One operator for every element type, its further operands constant."""
    for kind in TYPES:
        x = m.input(dims, kind, **quant(kind))
        y = m.tensor(out, kind, **quant(kind))
        operands = [m.constant(np.array(r, np.int32)) for r in rest]
        m.operator(code, [*operands, x] if code == "FILL" else [x, *operands], [y], **options)
        m.output(y)


def picked(case: tuple[Ints, Ints, Ints, Ints, Mapping[str, int]]) -> tuple[int, ...]:
    """The output's shape, by NumPy."""
    dims, begin, end, strides, masks = case

    def has(mask: str, i: int) -> bool:
        return bool(masks.get(mask, 0) >> i & 1)

    index: list[Any] = []
    for i, (b, e, s) in enumerate(zip(begin, end, strides, strict=True)):
        limits = (None if has("begin_mask", i) else b, None if has("end_mask", i) else e)
        entry = b if has("shrink_axis_mask", i) else slice(*limits, s)
        index.append(... if has("ellipsis_mask", i) else None if has("new_axis_mask", i) else entry)
    return np.empty(dims)[tuple(index)].shape


def strided(m: ModelBuilder) -> None:
    for case in STRIDED:
        one(m, "STRIDED_SLICE", case[0], case[1:4], picked(case), **case[4])


def slices(m: ModelBuilder) -> None:
    for dims, begin, size in SLICES:
        out = [n - b if s < 0 else s for n, b, s in zip(dims, begin, size, strict=True)]
        one(m, "SLICE", dims, (begin, size), out)


def expansions(m: ModelBuilder) -> None:
    for axis in (0, 1, -1, -3):
        out = list(np.expand_dims(np.empty((2, 3)), axis).shape)
        one(m, "EXPAND_DIMS", (2, 3), [axis], out)


def squeezes(m: ModelBuilder) -> None:
    for axes, out in (([], (2, 3)), ([0], (2, 1, 3)), ([-2], (1, 2, 3)), ([2, 0], (2, 3))):
        one(m, "SQUEEZE", (1, 2, 1, 3), [], out, squeeze_dims=axes)


def packs(m: ModelBuilder) -> None:
    for kind in TYPES:
        for axis, count in ((0, 2), (1, 3), (-1, 2), (2, 1)):
            xs = [m.input((3, 4), kind, **quant(kind)) for _ in range(count)]
            out = list(np.stack([np.empty((3, 4))] * count, axis).shape)
            m.operator(
                "PACK", xs, [y := m.tensor(out, kind, **quant(kind))], axis=axis, values_count=count
            )
            m.output(y)


def repeats(m: ModelBuilder) -> None:
    for dims, out in (((3,), (2, 3)), ((2, 1, 3), (2, 4, 3)), ((1, 1), (3, 5)), ((2, 3), (2, 3))):
        one(m, "BROADCAST_TO", dims, [out], out, version=2)


def fills(m: ModelBuilder) -> None:
    for out in ((2, 3), (5,), (1, 2, 3, 4, 2)):
        one(m, "FILL", (), [out], out)


def gathers(m: ModelBuilder) -> None:
    for dims, indices, axis, batch in GATHERS:
        at = axis % len(dims)
        out = (*dims[:at], *np.shape(indices)[batch:], *dims[at + 1 :])
        one(m, "GATHER", dims, [indices], out, axis=axis, batch_dims=batch)


def more_strided(m: ModelBuilder) -> None:
    for case in STRIDED_MORE:
        one(m, "STRIDED_SLICE", case[0], case[1:4], picked(case), **case[4])


Fill = Callable[[ModelBuilder], None]


@pytest.mark.parametrize(
    "fill", [strided, slices, expansions, squeezes, packs, repeats, fills, gathers, more_strided]
)
def test_movement(fill: Fill, tmp_path: Path) -> None:
    m = ModelBuilder()
    fill(m)
    data = m.build()
    inputs = random_inputs(data)
    want = litert(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")


@pytest.mark.parametrize("fill", [strided, slices, squeezes, packs])
def test_tflm_agrees(fill: Fill) -> None:
    m = ModelBuilder()
    fill(m)
    data = m.build()
    inputs = random_inputs(data)
    assert_same(tflm(data, inputs), evaluated(data, inputs), "TFLM")


def test_an_output_without_elements(tmp_path: Path) -> None:
    m = ModelBuilder()
    x = m.input((4, 3), **quant("INT8"))
    ends = [m.constant(np.array(v, np.int32)) for v in ((2, 0), (2, 3), (1, 1))]
    y = m.tensor((0, 3), **quant("INT8"))
    z = m.tensor((4, 3), **quant("INT8"))
    m.operator("STRIDED_SLICE", [x, *ends], [y])
    m.operator("CONCATENATION", [y, x], [z], axis=0)
    m.output(z)
    data = m.build()
    inputs = random_inputs(data)
    assert_same(inputs, evaluated(data, inputs), "evaluate")
    assert_same(inputs, compiled(data, inputs, tmp_path), "C")
