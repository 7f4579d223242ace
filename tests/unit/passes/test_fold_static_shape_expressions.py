"""Arithmetic on shapes is gone from the program; what stays keeps its bits and its provenance."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helia_aot.driver import ConvertArgs, compile_model
from helia_aot.errors import UnsupportedModelError
from helia_aot.ir import aot
from helia_aot.ir.provenance import source_indices
from tests.model_builder import ModelBuilder
from tests.unit.ops.backends import assert_same, compiled, evaluated, litert, random_inputs, tflm

QUANT: dict[str, Any] = {"scale": 0.1, "zero_point": -5}


def ints(m: ModelBuilder, *values: int) -> int:
    return m.constant(np.array(values, np.int32))


def scalar(m: ModelBuilder, value: int) -> int:
    return m.constant(np.array(value, np.int32))


def flatten(m: ModelBuilder) -> tuple[int, int]:
    """`reshape(x, (shape(x)[0], shape(x)[1] * shape(x)[2]))` with an open batch; the dimension of
    `x` that stands in its shape counts."""
    x = m.input((2, 4, 6), signature=(-1, 4, 6), **QUANT)
    dims = m.tensor((3,), "INT32")
    m.operator("SHAPE", [x], [dims], out_type="INT32")
    sizes = [m.tensor((), "INT32") for _ in range(3)]
    for axis, size in enumerate(sizes):
        bounds = [ints(m, axis), ints(m, axis + 1), ints(m, 1)]
        m.operator("STRIDED_SLICE", [dims, *bounds], [size], shrink_axis_mask=1)
    m.operator("MUL", sizes[1:], [area := m.tensor((), "INT32")])
    m.operator("PACK", [sizes[0], area], [target := m.tensor((2,), "INT32")], values_count=2)
    y = m.tensor((2, 24), signature=(-1, 24), **QUANT)
    m.operator("RESHAPE", [x, target], [y])
    z = m.tensor((2, 24), signature=(-1, 24), scale=0.2, zero_point=3)
    m.operator("ADD", [y, y], [z])
    m.output(z)
    return x, dims


def test_a_flattening_is_one_view(tmp_path: Path) -> None:
    m = ModelBuilder()
    flatten(m)
    data = m.build()
    inputs = random_inputs(data)
    want = tflm(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")


@pytest.mark.parametrize("level", [0, 1, 2])
def test_what_stays_keeps_its_source_indices(level: int) -> None:
    m = ModelBuilder()
    flatten(m)
    args = ConvertArgs(model=m.build(), level=level)
    assert args.data is not None
    program = compile_model(args.data, "test", args.config)
    calls = [op for op in program.walk() if isinstance(op, aot.KernelOp | aot.ViewOp)]
    assert [(op.kind.data, source_indices(op)) for op in calls] == [
        ("RESHAPE", (6,)),
        ("ADD", (7,)),
    ]


def test_without_the_transform_it_is_refused() -> None:
    m = ModelBuilder()
    flatten(m)
    off = [{"name": "FOLD_STATIC_SHAPE_EXPRESSIONS", "enabled": False}]
    args = ConvertArgs(model=m.build(), level=1, transforms=off)
    assert args.data is not None
    with pytest.raises(UnsupportedModelError, match="#0 SHAPE tensor_1: its int32 output is"):
        compile_model(args.data, "test", args.config)


def test_every_operator_of_shapes(tmp_path: Path) -> None:
    """GATHER, CONCATENATION, CAST, EXPAND_DIMS, SQUEEZE, SUB, ADD, REDUCE_PROD, RANGE, RANK, PACK
    and SLICE into RESHAPE, FILL, BROADCAST_TO and PAD."""
    m = ModelBuilder()
    x, dims = flatten(m)
    t = m.tensor
    m.operator("RANK", [x], [rank := t((), "INT32")])
    m.operator("RANGE", [scalar(m, 0), rank, scalar(m, 1)], [axes := t((3,), "INT32")])
    m.operator("GATHER", [dims, axes], [same := t((3,), "INT32")])
    m.operator("CAST", [same], [wide := t((3,), "INT64")])
    m.operator("CAST", [wide], [back := t((3,), "INT32")])
    m.operator("REDUCE_PROD", [back, ints(m, 0)], [count := t((), "INT32")])
    m.operator("EXPAND_DIMS", [count, scalar(m, 0)], [row := t((1,), "INT32")])
    m.operator("RESHAPE", [x, row], [flat := t((48,), **QUANT)])
    m.operator("SLICE", [dims, ints(m, 1), ints(m, 2)], [area := t((2,), "INT32")])
    m.operator("SUB", [area, ints(m, 1, 2)], [less := t((2,), "INT32")])
    m.operator("ADD", [less, ints(m, 0, 1)], [more := t((2,), "INT32")])
    m.operator("SQUEEZE", [row], [single := t((), "INT32")])
    m.operator("EXPAND_DIMS", [single, scalar(m, 0)], [again := t((1,), "INT32")])
    m.operator("CONCATENATION", [more, again], [long := t((3,), "INT32")])
    m.operator("BROADCAST_TO", [flat, long], [wider := t((3, 5, 48), **QUANT)], version=2)
    one = m.constant(np.array(17, np.int8), **QUANT)
    m.operator("FILL", [row, one], [filled := t((48,), **QUANT)])
    m.operator("ADD", [wider, filled], [total := t((3, 5, 48), scale=0.3, zero_point=1)])
    m.operator("PACK", [rank, scalar(m, 2)], [pair := t((2,), "INT32")], values_count=2)
    m.operator("PACK", [pair, ints(m, 0, 1), pair], [pads := t((3, 2), "INT32")], values_count=3)
    m.operator("PAD", [total, pads], [framed := t((8, 6, 53), scale=0.3, zero_point=1)])
    m.output(framed)
    data = m.build()
    inputs = random_inputs(data)
    want = litert(data, inputs)
    assert_same(want, evaluated(data, inputs), "evaluate")
    assert_same(want, compiled(data, inputs, tmp_path), "C")


def test_a_shape_that_contradicts_the_model_is_refused() -> None:
    m = ModelBuilder()
    x = m.input((2, 4), **QUANT)
    m.operator("SHAPE", [x], [dims := m.tensor((2,), "INT32")], out_type="INT32")
    m.operator("BROADCAST_TO", [x, dims], [y := m.tensor((3, 2, 4), **QUANT)], version=2)
    m.output(y)
    args = ConvertArgs(model=m.build())
    assert args.data is not None
    with pytest.raises(UnsupportedModelError, match="#1 BROADCAST_TO tensor_2: output 0 is"):
        compile_model(args.data, "test", args.config)
