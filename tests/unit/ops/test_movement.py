"""RESHAPE, PAD, PADV2 and CONCATENATION: movement, against both oracles and in C."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.model_builder import ModelBuilder
from tests.unit.ops.backends import assert_same, compiled, evaluated, litert, random_inputs, tflm

QUANT: dict[str, Any] = {"scale": 0.1, "zero_point": -5}
NONE = (0, 0)

PADDINGS: tuple[tuple[Sequence[int], Sequence[tuple[int, int]]], ...] = (
    ((1, 5, 5, 3), (NONE, (1, 1), (1, 1), NONE)),
    ((2, 5, 4, 3), (NONE, (0, 1), (2, 1), NONE)),
    ((1, 4, 4, 3), (NONE, NONE, NONE, (2, 3))),
    ((1, 4, 4, 3), (NONE, (2, 0), NONE, (0, 1))),
    ((1, 4, 4, 3), (NONE, NONE, NONE, NONE)),
    ((2, 3, 4), ((1, 0), (0, 2), (3, 1))),
    ((5,), ((2, 3),)),
    ((2, 2, 2, 2, 2), ((1, 1), NONE, (1, 0), (0, 1), (2, 2))),
)
CONCATENATIONS: tuple[tuple[Sequence[Sequence[int]], int], ...] = (
    (((1, 4, 1, 40), (1, 1, 1, 40)), 1),
    (((2, 3, 4), (2, 3, 1), (2, 3, 6)), -1),
    (((2, 3), (5, 3)), 0),
    (((4,),) * 7, 0),
    (((2, 3, 4),), 1),
    (((2, 2, 3, 4, 2), (2, 1, 3, 4, 2)), -4),
)
TYPES = ("INT8", "INT16", "INT32", "FLOAT32")


def pads(m: ModelBuilder) -> None:
    for code in ("PAD", "PADV2"):
        for dims, pairs in PADDINGS:
            x = m.input(dims, **QUANT)
            operands = [x, m.constant(np.array(pairs, np.int32))]
            if code == "PADV2":
                operands.append(m.constant(np.array([17], np.int8), **QUANT))
            grown = [n + sum(pair) for n, pair in zip(dims, pairs, strict=True)]
            m.operator(code, operands, [y := m.tensor(grown, **QUANT)])
            m.output(y)


def concatenations(m: ModelBuilder) -> None:
    for kind in TYPES:
        quant: dict[str, Any] = {"INT8": QUANT, "INT16": {"scale": 0.1, "zero_point": 0}}.get(
            kind, {}
        )
        for shapes, axis in CONCATENATIONS:
            joined = list(shapes[0])
            joined[axis] = sum(s[axis] for s in shapes)
            y = m.tensor(joined, kind, **quant)
            m.operator("CONCATENATION", [m.input(s, kind, **quant) for s in shapes], [y], axis=axis)
            m.output(y)


def reshapes(m: ModelBuilder) -> None:
    """The shape as an operand, as an option, as both, and from the output's type alone."""
    for operand, option in (([3, -1], None), (None, [-1, 4]), ([3, 4], [3, 4]), (None, [3, 4])):
        x = m.input((2, 6), **QUANT)
        shape = [] if operand is None else [m.constant(np.array(operand, np.int32))]
        y = m.tensor((3, 4), **QUANT)
        options: dict[str, Any] = {"new_shape": option} if option else {}
        m.operator("RESHAPE", [x, *shape], [y], **options)
        m.output(y)


def chain(m: ModelBuilder) -> None:
    """From the model's input over two reshapes to an output, beside a use of the middle one."""
    x, y, z = (m.tensor(dims, **QUANT) for dims in ((2, 6), (12,), (3, 4)))
    m.graph.inputs.append(x)
    m.operator("RESHAPE", [x], [y], new_shape=[12])
    m.operator("RESHAPE", [y], [z], new_shape=[3, 4])
    m.operator("ADD", [y, y], [total := m.tensor((12,), scale=0.25, zero_point=3)])
    m.output(z, total)


@pytest.mark.parametrize("fill", [pads, concatenations, reshapes, chain])
def test_movement(fill: Callable[[ModelBuilder], None], tmp_path: Path) -> None:
    m = ModelBuilder()
    fill(m)
    data = m.build()
    inputs = random_inputs(data)
    want = tflm(data, inputs)
    assert_same(want, litert(data, inputs), "LiteRT")
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")
