"""The builder's models run in both reference runtimes and read back as built."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from helia_aot.frontend.litert.view import parse, view
from tests.model_builder import ModelBuilder, pack_bits


def fully_connected(**rest: Any) -> ModelBuilder:
    """Two outputs of four int8 features, per-channel weights, no bias."""
    m = ModelBuilder()
    x = m.input((1, 4), "INT8", scale=0.5, zero_point=-3)
    w = m.constant(np.arange(8, dtype=np.int8).reshape(2, 4), scale=[0.25, 0.5], **rest)
    y = m.tensor((1, 2), "INT8", scale=1.0)
    m.operator("FULLY_CONNECTED", [x, w, None], [y], fused_activation_function="RELU")
    m.output(y)
    m.signature("serving_default", {"x": x}, {"y": y})
    return m


def convolution() -> ModelBuilder:
    m = ModelBuilder()
    x = m.input((1, 4, 4, 1), "INT8", scale=0.5, zero_point=1, name=None)
    w = m.constant(np.ones((2, 3, 3, 1), np.int8), scale=[0.5, 0.25], name="w")
    b = m.constant(np.array([1, 2], np.int32), scale=[0.25, 0.125], name="w")
    y = m.tensor((1, 2, 2, 2), "INT8", scale=0.5)
    m.operator("CONV_2D", [x, w, b], [y], padding="VALID", stride_w=1, stride_h=1)
    m.output(y)
    return m


def float_pool() -> ModelBuilder:
    m = ModelBuilder()
    x = m.input((1, 2, 2, 1), "FLOAT32", name="int")
    y = m.tensor((1, 1, 1, 1), "FLOAT32", name="int")
    sizes: dict[str, Any] = {"stride_w": 2, "stride_h": 2, "filter_width": 2, "filter_height": 2}
    m.operator("AVERAGE_POOL_2D", [x], [y], padding="SAME", **sizes)
    m.output(y)
    return m


def chosen_branch() -> ModelBuilder:
    m = ModelBuilder()
    condition, x = m.input((), "BOOL"), m.input((4,), "INT32")
    y = m.tensor((4,), "INT32")
    m.operator("IF", [condition, x], [y], then_subgraph_index=1, else_subgraph_index=2)
    m.output(y)
    for name, code in (("then", "ADD"), ("else", "MUL")):
        branch = m.subgraph(name)
        a, b = branch.input((4,), "INT32"), branch.tensor((4,), "INT32")
        branch.operator(code, [a, a], [b])
        branch.output(b)
    return m


BUILT = (fully_connected, convolution, float_pool, chosen_branch)


def inputs_of(data: bytes) -> list[Any]:
    """Some input values for a model."""
    graph = view(parse(data, "built"), "built", data).subgraphs[0]
    tensors = [graph.tensors[index] for index in graph.inputs]
    return [
        (np.arange(np.prod(tensor.shape)).reshape(tensor.shape) % 5 + 1).astype(tensor.type.lower())
        for tensor in tensors
    ]


def run_litert(data: bytes, values: list[Any]) -> Any:
    runtime = import_module("ai_edge_litert.interpreter")
    interpreter = runtime.Interpreter(
        model_content=data,
        experimental_op_resolver_type=runtime.OpResolverType.BUILTIN_REF,
    )
    interpreter.allocate_tensors()
    for detail, value in zip(interpreter.get_input_details(), values, strict=True):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]["index"])


def run_tflm(data: bytes, values: list[Any]) -> Any:
    runtime = pytest.importorskip("tflite_micro", reason="tflite-micro is not installed").runtime
    interpreter = runtime.Interpreter.from_bytes(data)
    for index, value in enumerate(values):
        interpreter.set_input(value, index)
    interpreter.invoke()
    return interpreter.get_output(0)


@pytest.mark.parametrize("build", BUILT)
def test_both_runtimes_run_it_alike(build: Callable[[], ModelBuilder]):
    data = build().build()
    values = inputs_of(data)
    np.testing.assert_array_equal(run_litert(data, values), run_tflm(data, values))


@pytest.mark.parametrize("build", BUILT)
def test_weights_outside_the_flatbuffer_mean_the_same(build: Callable[[], ModelBuilder]):
    inside, outside = build().build(), build().build(outside=True)
    values = inputs_of(inside)
    np.testing.assert_array_equal(run_litert(inside, values), run_litert(outside, values))


def test_a_wrong_option_is_refused():
    m = ModelBuilder()
    with pytest.raises(TypeError, match="AddOptions has no stride_w"):
        m.operator("ADD", [], [], stride_w=1)
    with pytest.raises(TypeError, match="RELU has no options"):
        m.operator("RELU", [], [], stride_w=1)


def test_int4_fills_bytes_from_the_low_end():
    packed = pack_bits(np.array([1, -1, 7]), "INT4")
    assert packed.tolist() == [0xF1, 0x07]
