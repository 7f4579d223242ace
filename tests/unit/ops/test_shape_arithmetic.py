"""Arithmetic on int32 and int64: reference semantics against LiteRT; without a kernel, refused."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from helia_aot.driver import ConvertArgs, compile_model
from helia_aot.errors import UnsupportedModelError
from helia_aot.ir.types import dtype, shape
from tests.model_builder import ModelBuilder
from tests.unit.ops.backends import Array, assert_same, evaluated, litert, main_of
from tests.unit.ops.layers import ACTIVATIONS

WHOLE = ("INT32", "INT64")
SHAPES: tuple[tuple[Sequence[int], Sequence[int]], ...] = (
    ((), ()),
    ((4,), (4,)),
    ((3,), (2, 3)),
    ((2, 1), (1, 3)),
)
SMALL = ("BOOL", "INT8", "UINT8", "INT16", "INT32", "INT64")


def small_inputs(data: bytes) -> list[Array]:
    """Integers as sizes are, of either sign."""
    rng = np.random.default_rng(3)
    args = main_of(data).body.block.args
    limits = {"bool": (0, 2), "uint8": (0, 90), "float32": (-9, 9)}
    return [rng.integers(*limits.get(dtype(a), (-90, 90)), shape(a)).astype(dtype(a)) for a in args]


def check(m: ModelBuilder) -> None:
    data = m.build()
    inputs = small_inputs(data)
    assert_same(litert(data, inputs), evaluated(data, inputs), "evaluate")


@pytest.mark.parametrize("code", ["ADD", "SUB", "MUL"])
def test_sums_and_products(code: str) -> None:
    m = ModelBuilder()
    for kind in WHOLE:
        for activation in ACTIVATIONS:
            for a, b in SHAPES:
                y = m.tensor(np.broadcast_shapes(a, b), kind)
                operands = [m.input(a, kind), m.input(b, kind)]
                m.operator(code, operands, [y], fused_activation_function=activation)
                m.output(y)
    check(m)


@pytest.mark.parametrize("code", ["MINIMUM", "MAXIMUM"])
def test_comparisons(code: str) -> None:
    m = ModelBuilder()
    for kind in WHOLE:
        for a, b in SHAPES:
            y = m.tensor(np.broadcast_shapes(a, b), kind)
            m.operator(code, [m.input(a, kind), m.input(b, kind)], [y])
            m.output(y)
    check(m)


def test_cast() -> None:
    m = ModelBuilder()
    for source in SMALL:
        for target in SMALL:
            y = m.tensor((2, 9), target)
            m.operator("CAST", [m.input((2, 9), source)], [y])
            m.output(y)
    check(m)


def test_products_over_axes() -> None:
    m = ModelBuilder()
    for kind in WHOLE:
        for axes, keep, out in (([0], False, (3,)), ([-1, 0], True, (1, 1)), ([1, 1], False, (2,))):
            axis = m.constant(np.array(axes, np.int32))
            y = m.tensor(out, kind)
            m.operator("REDUCE_PROD", [m.input((2, 3), kind), axis], [y], keep_dims=keep)
            m.output(y)
    check(m)


def test_shape_and_rank() -> None:
    m = ModelBuilder()
    for dims in ((), (4,), (1, 5, 2)):
        x = m.input(dims, "FLOAT32")
        for code, kind, out in (
            ("SHAPE", "INT32", (len(dims),)),
            ("SHAPE", "INT64", (len(dims),)),
            ("RANK", "INT32", ()),
        ):
            if 0 in out:
                continue
            options: dict[str, Any] = {"out_type": kind} if code == "SHAPE" else {}
            m.operator(code, [x], [y := m.tensor(out, kind)], **options)
            m.output(y)
    check(m)


def test_ranges() -> None:
    m = ModelBuilder()
    for kind in WHOLE:
        for numbers in ((0, 5, 1), (7, -2, -4), (-3, 4, 3)):
            operands = [m.constant(np.array(n, kind.lower())) for n in numbers]
            m.operator("RANGE", operands, [y := m.tensor((len(range(*numbers)),), kind)])
            m.output(y)
    check(m)


@pytest.mark.parametrize("kind", WHOLE)
def test_what_does_not_fold_is_refused_all_at_once(kind: str) -> None:
    m = ModelBuilder()
    a, b = m.input((2,), kind), m.input((2,), kind)
    y, z = m.tensor((2,), kind), m.tensor((2,), kind)
    m.operator("ADD", [a, b], [y])
    m.operator("SUB", [y, b], [z])
    m.output(z)
    args = ConvertArgs(model=m.build())
    assert args.data is not None
    with pytest.raises(UnsupportedModelError) as refused:
        compile_model(args.data, "test", args.config)
    first, second = refused.value.reasons
    assert first.startswith(f"#0 ADD tensor_2: its {kind.lower()} output is computed at run time")
    assert second.startswith("#1 SUB tensor_3: ")
