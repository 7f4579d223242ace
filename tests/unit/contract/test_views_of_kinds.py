"""Types, counts, provenance, wiring and calls in the views of models of many kinds, by hand."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helia_aot import ConversionResult
from helia_aot.views import OperatorView, TensorKind, TensorView
from tests.model_builder import ModelBuilder
from tests.unit.contract.harness import convert, operators, placements, source_text, tensors
from tests.unit.contract.odd_models import KINDS, Q, odd_model

PLATFORMS = ("generic", "mps2-an386", "mps3-an547")

COUNTS: dict[str, list[tuple[str, int | None, int | None]]] = {
    "identity": [],
    "view": [("RESHAPE", None, None)],
    "ports": [("ADD", None, None)] * 2,
    "names": [("FULLY_CONNECTED", 9, 12)] * 6,
    "shared_weights": [("CONV_2D", 3 * 3 * 2 * 3 * 16, 3 * 3 * 2 * 3 + 3)] * 3,
    "computed_weights": [("FULLY_CONNECTED", 4 * 3 * 2, 0)],
    "grouped": [("CONV_2D", 6 * 2 * 3 * 2 * (2 * 4 * 3), 6 * 2 * 3 * 2)],
    "rewritten": [("CONV_2D", 3 * 3 * 8 * 16, 3 * 3 * 8 + 8), ("LUT", None, None)],
    "shapes": [("RESHAPE", None, None), ("MINIMUM", None, None), ("MUL", None, None)],
    "pools": [
        *(("AVERAGE_POOL_2D", 0, 0), ("MAX_POOL_2D", 0, 0)),
        *(("MEAN", None, None), ("SOFTMAX", None, None)),
    ],
    "joined": [("CONCATENATION", None, None)],
}

SOURCES: dict[str, list[tuple[int, ...]]] = {
    "identity": [],
    "constant_output": [(1,)],
    "ports": [(0,), (1,)],
    "rewritten": [(0, 1, 2), (3, 4)],
    "shapes": [(3,), (4,), (5,)],
    "floats": [(0,), (1,), (2,)],
    "unread": [(1,)],
}


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("kind", COUNTS)
def test_counts_are_those_of_the_graph(tmp_path: Path, kind: str, platform: str) -> None:
    """On every core the same, though weights are packed for some."""
    views = operators(convert(tmp_path / "m", odd_model(kind), platform=platform))
    assert [(o.type, o.macs, o.parameters) for o in views] == COUNTS[kind]


@pytest.mark.parametrize("kind", SOURCES)
def test_sources_are_those_of_the_file(tmp_path: Path, kind: str) -> None:
    views = operators(convert(tmp_path / "m", odd_model(kind)))
    assert [o.source_indices for o in views] == SOURCES[kind]


def test_sources_count_in_the_subgraph_that_is_converted(tmp_path: Path) -> None:
    m = ModelBuilder()
    x, y = m.input((4,), **Q), m.tensor((4,), **Q)
    m.operator("RELU6", [x], [y])
    m.operator("RELU6", [y], [z := m.tensor((4,), **Q)])
    m.output(z)
    other = m.subgraph("other")
    a = other.input((4,), **Q)
    other.operator("ADD", [a, a], [b := other.tensor((4,), **Q)])
    other.operator("MUL", [b, a], [c := other.tensor((4,), **Q)])
    other.output(c)
    path = tmp_path / "two.tflite"
    path.write_bytes(m.build())
    for subgraph, want in ((0, [("LUT", (0, 1))]), (1, [("ADD", (0,)), ("MUL", (1,))])):
        section: Any = {"path": path, "subgraph": subgraph}
        views = operators(convert(tmp_path / str(subgraph), section))
        assert [(o.type, o.source_indices) for o in views] == want


def test_counts_do_not_count_batches_twice(tmp_path: Path) -> None:
    """A matrix product of many rows, with and without its dimensions kept."""
    for keep, shape in ((False, (6, 5)), (True, (2, 3, 5))):
        m = ModelBuilder()
        x = m.input((2, 3, 4), **Q)
        w = m.constant(np.ones((5, 4), np.int8), scale=0.1)
        b = m.constant(np.ones(5, np.int32), scale=0.05)
        y = m.tensor(shape, **Q)
        m.operator("FULLY_CONNECTED", [x, w, b], [y], keep_num_dims=keep)
        m.output(y)
        (o,) = operators(convert(tmp_path / str(keep), m.build()))
        assert (o.macs, o.parameters) == (5 * 4 * 6, 25)


def by_id(result: ConversionResult) -> dict[str, TensorView]:
    return {t.id: t for t in tensors(result)}


def test_operands_stand_in_their_order(tmp_path: Path) -> None:
    result = convert(tmp_path / "m", odd_model("joined"))
    (o,) = operators(result)
    views = [by_id(result)[i] for i in o.input_ids]
    assert [v.input_index for v in views] == [1, None, 0, 0]
    assert views[1].kind is TensorKind.CONSTANT
    (weighted,) = operators(convert(tmp_path / "w", odd_model("computed_weights")))
    assert weighted.input_ids == ("tensor_0", "tensor_1")
    assert "tensor_1" not in weighted.local_tensor_ids


def test_a_constant_in_two_places_is_listed_once(tmp_path: Path) -> None:
    (o,) = operators(convert(tmp_path / "m", odd_model("one_constant")))
    assert len(set(o.local_tensor_ids)) == len(o.local_tensor_ids) == 3
    result = convert(tmp_path / "n", odd_model("product_of_one"), level=0)
    (o,) = operators(result)
    assert o.input_ids == ("tensor_0",)
    assert "tensor_0" not in o.local_tensor_ids


def test_ports_of_every_kind(tmp_path: Path) -> None:
    """Read by nobody; input and output; output and read on; twice an output: the first counts."""
    views = tensors(convert(tmp_path / "m", odd_model("ports")))
    found = {t.name: (t.kind.value, t.input_index, t.output_index) for t in views}
    assert found == {
        "tensor_0": ("input", 0, None),
        "tensor_1": ("input", 1, None),
        "tensor_2": ("input", 2, 1),
        "tensor_3": ("output", None, 2),
        "tensor_4": ("output", None, 0),
    }


def test_an_output_that_is_a_constant(tmp_path: Path) -> None:
    result = convert(tmp_path / "m", odd_model("constant_output"))
    views = {t.name: t for t in tensors(result)}
    assert [views[f"tensor_{i}"].kind for i in (1, 3)] == [TensorKind.OUTPUT] * 2
    assert views["tensor_1"].output_index == 1
    assert views["tensor_1"].dtype == "int32"
    assert views["tensor_1"].quantization is None
    assert not placements(result)[views["tensor_1"].id].staged


def test_names_are_the_models(tmp_path: Path) -> None:
    """As they stand in the file; none for an unnamed tensor and for what the compiler adds."""
    views = tensors(convert(tmp_path / "m", odd_model("names")))
    assert len({t.id for t in views}) == len(views)
    named = [t.name for t in views if t.name]
    assert named.count('größe 層 */ " \\') == 6
    assert {"int", "gap_2", "guard", "float", "fully_connected_0_shifts", "x;y/z:0"} <= set(named)
    unnamed = {t.id for t in views if t.name is None}
    assert {"fully_connected_4_weights", "fully_connected_5_weights"} <= unnamed
    assert all(t.name != "" for t in views)


def test_quantization_of_every_kind(tmp_path: Path) -> None:
    """Per channel along the axis of the operator; none for real numbers and shapes."""
    m = ModelBuilder()
    x = m.input((1, 4, 4, 2), **Q)
    w = m.constant(np.ones((1, 2, 2, 2), np.int8), scale=[0.5, 0.25], dimension=3)
    b = m.constant(np.ones(2, np.int32), scale=[0.25, 0.125])
    y = m.tensor((1, 3, 3, 2), scale=1.5, zero_point=-7)
    options: dict[str, Any] = {"padding": "VALID", "stride_h": 1, "stride_w": 1}
    m.operator("DEPTHWISE_CONV_2D", [x, w, b], [y], depth_multiplier=1, **options)
    m.operator("DEQUANTIZE", [y], [z := m.tensor((1, 3, 3, 2), "FLOAT32")])
    m.output(z)
    views = {t.name: t.quantization for t in tensors(convert(tmp_path / "m", m.build()))}
    found = [
        (q.scale, q.zero_point, q.axis) if (q := views[f"tensor_{i}"]) else None for i in range(5)
    ]
    assert found == [
        ((0.5,), (-3,), 0),
        ((0.5, 0.25), (0, 0), 3),
        ((0.25, 0.125), (0, 0), 0),
        ((1.5,), (-7,), 0),
        None,
    ]


def test_zero_points_that_the_model_does_not_give(tmp_path: Path) -> None:
    """An empty list where there is none, one each where one stands for all."""
    m = ModelBuilder()
    x = m.input((2, 2, 2, 3), scale=0.5, zero_point=[])
    w = m.constant(np.ones((2, 1, 1, 3), np.int8), scale=[0.5, 0.25], zero_point=[])
    w_one = m.constant(np.ones((2, 1, 1, 2), np.int8), scale=[0.5, 0.25], zero_point=0)
    y = m.tensor((2, 2, 2, 2), scale=0.25, zero_point=1)
    z = m.tensor((2, 2, 2, 2), scale=0.25, zero_point=1)
    options: dict[str, Any] = {"padding": "VALID", "stride_h": 1, "stride_w": 1}
    m.operator("CONV_2D", [x, w, None], [y], **options)
    m.operator("CONV_2D", [y, w_one, None], [z], **options)
    m.output(z)
    views = {t.name: t.quantization for t in tensors(convert(tmp_path / "m", m.build()))}
    found = [q.zero_point for i in range(5) if (q := views[f"tensor_{i}"])]
    assert found == [(), (), (0, 0), (1,), (1,)]


@pytest.mark.parametrize("provider", ["bundled", "cmsis-nn"])
@pytest.mark.parametrize("platform", PLATFORMS)
def test_kernel_calls_are_those_of_the_code(tmp_path: Path, platform: str, provider: str) -> None:
    """From the table through the shared helper to the function, in the emitted text."""
    called: set[str] = set()
    for kind in KINDS:
        directory = tmp_path / kind
        module = {"provider": provider}
        result = convert(directory, odd_model(kind), module=module, platform=platform)
        table = re.findall(r"{m_run_(\w+), &", source_text(result))
        nodes = [o for o in operators(result) if o.kernel_calls]
        for helper, node in zip(table, nodes, strict=True):
            called.add(called_by(result, helper, node))
    assert any(f.startswith("arm_") for f in called) == (provider == "cmsis-nn")


def called_by(result: ConversionResult, helper: str, node: OperatorView) -> str:
    assert node.kernel_calls is not None
    ((role, function),) = node.kernel_calls.items()
    assert role == "run"
    kernels = (result.output_dir / "src" / "m_kernels.c").read_text()
    body = kernels.partition(f"int32_t m_run_{helper}(")[2].partition("\n}\n")[0]
    (own,) = re.findall(r"\b(m_(?!at\b)\w+)\(\s*d,", body)
    if function == own:
        assert (result.output_dir / "src" / f"{own}.c").exists()
    else:
        text = (result.output_dir / "src" / f"{own}.c").read_text()
        assert set(re.findall(r"\b(arm_\w+)\(", re.sub(r"/\*.*?\*/", "", text, flags=re.S))) == {
            function
        }
    return function
