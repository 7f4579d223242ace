"""The views describe the generated module: every name, number and index is found again in it."""

import copy
import dataclasses
import operator
import pickle
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

import helia_aot
import helia_aot.views
from helia_aot import AotConverter, ConversionResult, ConvertArgs
from helia_aot.frontend.litert import records
from helia_aot.ir.types import C_TYPES
from helia_aot.verify.subject import read_subject
from helia_aot.views import MemoryType, RegionRole, TensorKind, result_views
from tests.paths import DIGITS, shared
from tests.unit.contract.harness import (
    convert,
    operators,
    placements,
    regions,
    source_text,
    tensors,
)
from tests.unit.contract.programs import COPY, planned


@pytest.fixture(scope="module")
def digits(tmp_path_factory: pytest.TempPathFactory) -> ConversionResult:
    return convert(tmp_path_factory.mktemp("views") / "m")


def graph() -> records.SubGraph:
    return read_subject(DIGITS.read_bytes(), "digits").graph


def enumerators(result: ConversionResult, name: str) -> list[tuple[str, int]]:
    """The enumerators of a C type, without the count behind them."""
    found = re.search(rf"typedef enum {{([^}}]*)}} m_{name};", source_text(result))
    assert found
    pairs = re.findall(r"(\w+) = (\d+)", found[1])
    return [(name, int(value)) for name, value in pairs][:-1]


def test_none_when_not_asked(tmp_path: Path) -> None:
    result = AotConverter(ConvertArgs(model=DIGITS, module={"path": str(tmp_path / "m")})).convert()
    views = (result.operators, result.tensors, result.regions, result.placements)
    assert views == (None,) * 4


def changes(mapping: dict[str, Any]) -> list[Callable[[], object]]:
    """Every way to write to a dict."""
    key = next(iter(mapping))
    return [
        mapping.clear,
        mapping.popitem,
        partial(mapping.pop, key),
        partial(mapping.setdefault, "new", ""),
        partial(mapping.update, {key: ""}),
        partial(operator.setitem, mapping, key, ""),
        partial(operator.delitem, mapping, key),
        partial(type(mapping).__ior__, mapping, {key: ""}),
    ]


def test_views_cannot_be_changed(digits: ConversionResult) -> None:
    calls = operators(digits)[0].kernel_calls
    for mapping in (placements(digits), calls):
        assert isinstance(mapping, dict)
        before = dict(mapping)
        for change in changes(cast("dict[str, Any]", mapping)):
            with pytest.raises(TypeError, match="read-only"):
                change()
        assert mapping == before
    for view in (operators(digits)[0], tensors(digits)[0], regions(digits)[0]):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(view, dataclasses.fields(view)[0].name, None)


def test_views_are_values(digits: ConversionResult) -> None:
    """They can be hashed, compared, copied, pickled and taken apart like any record."""
    views = [*operators(digits), *tensors(digits), *regions(digits), *placements(digits).values()]
    for view in views:
        assert copy.deepcopy(view) == view
        assert pickle.loads(pickle.dumps(view)) == view
        assert hash(copy.copy(view)) == hash(view)
        assert list(dataclasses.asdict(view)) == [f.name for f in dataclasses.fields(view)]
    assert dataclasses.asdict(operators(digits)[0])["kernel_calls"] == {"run": "m_conv_2d_s8"}
    assert len(set(views)) > len(operators(digits))


def test_views_are_names_of_the_package() -> None:
    for name in ("OperatorView", "QuantizationView", "TensorView", "RegionView", "PlacementView"):
        assert getattr(helia_aot, name) is getattr(helia_aot.views, name)
        assert name in helia_aot.__all__


def test_a_memory_is_one_object() -> None:
    assert MemoryType("flash") is MemoryType("FLASH") is MemoryType("flash")
    assert pickle.loads(pickle.dumps(MemoryType("flash"))) is MemoryType("flash")
    assert "flash" not in {m.value for m in MemoryType}


def test_operators_are_those_of_the_model_in_order(digits: ConversionResult) -> None:
    assert [o.layer_index for o in operators(digits)] == list(range(len(operators(digits))))
    assert [o.source_indices for o in operators(digits)] == [(i,) for i in range(13)]
    assert [o.type for o in operators(digits)] == [o.code for o in graph().operators]


def test_symbols_name_type_and_operator(digits: ConversionResult) -> None:
    for o in operators(digits):
        assert re.fullmatch(rf"m_{o.type.lower()}_\d+", o.symbol)
    assert len({o.symbol for o in operators(digits)}) == len(operators(digits))


def test_operators_are_wired_as_in_the_model(digits: ConversionResult) -> None:
    names = {t.id: t.name for t in tensors(digits)}
    known = graph().tensors
    for o, model in zip(operators(digits), graph().operators, strict=True):
        read = [known[i].name for i in model.inputs if i >= 0 and known[i].data is None]
        assert [names[i] for i in o.input_ids] == read
        assert [names[i] for i in o.output_ids] == [known[i].name for i in model.outputs]


def test_local_tensors_are_the_operators_own(digits: ConversionResult) -> None:
    kinds = {t.id: t.kind for t in tensors(digits)}
    for o in operators(digits):
        own = o.local_tensor_ids
        assert len(own) == len(set(own))
        assert not set(own) & {*o.input_ids, *o.output_ids}
        assert {kinds[i] for i in own} <= {TensorKind.CONSTANT, TensorKind.SCRATCH}
    named = {o.type: o for o in operators(digits)}
    assert len(named["CONV_2D"].local_tensor_ids) == 4  # weights, bias, multipliers, shifts
    assert len(named["SOFTMAX"].local_tensor_ids) == 1  # the table
    ids = [(*o.input_ids, *o.output_ids, *o.local_tensor_ids) for o in operators(digits)]
    assert {i for every in ids for i in every} == set(kinds)


def test_scratch_is_local(tmp_path: Path) -> None:
    result = convert(tmp_path / "m", platform="mps2-an386")
    scratch = {t.id for t in tensors(result) if t.id.endswith("_scratch")}
    assert scratch
    assert scratch <= {i for o in operators(result) for i in o.local_tensor_ids}


def test_kernel_calls_are_functions_of_the_module(digits: ConversionResult) -> None:
    text = source_text(digits)
    for o in operators(digits):
        assert o.kernel_calls is not None
        assert set(o.kernel_calls) == (set() if o.type == "RESHAPE" else {"run"})
        for function in o.kernel_calls.values():
            assert re.search(rf"^void {function}\(.*\n?[^;]*\n{{", text, re.MULTILINE), function
            assert f"    {function}(d, " in text or f"    {function}(\n" in text


def test_macs_and_parameters_by_hand(digits: ConversionResult) -> None:
    counts = {o.layer_index: (o.type, o.macs, o.parameters) for o in operators(digits)}
    assert counts[0] == ("CONV_2D", 3 * 3 * 1 * 16 * 64, 3 * 3 * 1 * 16 + 16)
    assert counts[1] == ("DEPTHWISE_CONV_2D", 3 * 3 * 16 * 64, 3 * 3 * 16 + 16)
    assert counts[3] == ("ADD", None, None)
    assert counts[4] == ("MAX_POOL_2D", 0, 0)
    assert counts[9] == ("AVERAGE_POOL_2D", 0, 0)
    assert counts[10] == ("RESHAPE", None, None)
    assert counts[11] == ("FULLY_CONNECTED", 128 * 10, 128 * 10 + 10)


@pytest.mark.parametrize("platform", ["generic", "mps2-an386", "mps3-an547"])
def test_counts_do_not_depend_on_packing(tmp_path: Path, platform: str) -> None:
    model = shared("models", "mlperf_kws_dscnn_int8.tflite")
    result = convert(tmp_path / "m", model, platform=platform)
    assert sum(o.macs or 0 for o in operators(result)) == 2_656_768
    assert sum(o.parameters or 0 for o in operators(result)) == 22_604


def test_quantization_is_the_models(digits: ConversionResult) -> None:
    views = {t.name: t.quantization for t in tensors(digits) if t.name}
    for tensor in graph().tensors:
        model, view = tensor.quantization, views.get(tensor.name or "")
        if view is None or model is None:
            continue
        assert view.scale == tuple(float(s) for s in model.scale)
        assert view.zero_point == tuple(int(z) for z in model.zero_point)
        assert view.axis == (model.dimension if len(view.scale) > 1 else 0)
    assert max(len(v.scale) for v in views.values() if v) > 1


def test_tensors_are_in_the_order_of_the_enumeration(digits: ConversionResult) -> None:
    want = [(f"M_TENSOR_{t.id.upper()}", i) for i, t in enumerate(tensors(digits))]
    assert enumerators(digits, "tensor_ident_t") == want


def test_ports_have_their_indices(digits: ConversionResult) -> None:
    text = source_text(digits)
    for role in ("input", "output"):
        array = re.search(rf"m_{role}s_id\[\w+\] = {{([^}}]*)}};", text)
        assert array
        listed = re.findall(r"M_TENSOR_(\w+)", array[1])
        views = {getattr(t, f"{role}_index"): t.id.upper() for t in tensors(digits)}
        views.pop(None)
        assert listed == [views[i] for i in range(len(listed))]


def test_kinds(digits: ConversionResult) -> None:
    kinds = [t.kind for t in tensors(digits)]
    assert kinds.count(TensorKind.INPUT) == kinds.count(TensorKind.OUTPUT) == 1
    assert {t.kind for t in tensors(digits) if t.name is None} == {TensorKind.CONSTANT}


def test_a_tensor_that_is_input_and_output_is_an_input() -> None:
    body = "aot.return %x, %x : tensor<4xi8>, tensor<4xi8>"
    views = result_views(planned(body, "%x: tensor<4xi8>", '""'))
    (tensor,) = views.tensors
    assert (tensor.kind, tensor.input_index, tensor.output_index) == (TensorKind.INPUT, 0, 0)
    assert (tensor.id, tensor.name) == ("input_0", None)


def test_a_tensor_without_elements_has_no_region() -> None:
    views = result_views(planned("aot.return %x : tensor<0x4xi8>", "%x: tensor<0x4xi8>", '"x"'))
    assert views.tensors[0].nbytes == 0
    assert views.placements["x"].region is None
    assert views.regions == ()


def test_an_input_read_twice_is_listed_twice() -> None:
    body = """
      %y = aot.kernel "ADD" via <COMPARE> {size = 4}
        ins(%x, %x : tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
      aot.return %y : tensor<4xi8>"""
    body = body.replace("COMPARE", COPY.replace("copy_bytes", "compare_s8"))
    (operator,) = result_views(planned(body, "%x: tensor<4xi8>", '"x"')).operators
    assert operator.input_ids == ("x", "x")
    assert operator.output_ids == ("add_0_output",)


def test_element_types_have_names_in_numpy_and_c(digits: ConversionResult) -> None:
    assert {(t.dtype, t.ctype) for t in tensors(digits)} == {
        ("int8", "int8_t"),
        ("int32", "int32_t"),
    }
    assert C_TYPES["bool"] == "bool"
    assert C_TYPES["float16"] == "uint16_t"
    assert C_TYPES["int4"] == "uint8_t"


def test_placements_lie_in_their_regions(digits: ConversionResult) -> None:
    assert list(placements(digits)) == [t.id for t in tensors(digits)]
    for tensor in tensors(digits):
        place = placements(digits)[tensor.id]
        assert place.region is not None
        region = regions(digits)[place.region]
        assert place.offset % region.alignment == 0
        assert place.offset + place.size <= region.size
        assert place.size == tensor.nbytes
        assert place.source_memory == region.memory
        assert not place.staged
        assert (region.role is RegionRole.CONSTANT) == (tensor.kind is TensorKind.CONSTANT)


def test_regions_are_enumerated_by_id(digits: ConversionResult) -> None:
    assert [r.id for r in regions(digits)] == [v for _, v in enumerators(digits, "arena_region_t")]
    assert [(r.role, r.memory) for r in regions(digits)] == [
        (RegionRole.SCRATCH, MemoryType.SRAM),
        (RegionRole.CONSTANT, MemoryType.MRAM),
    ]


def test_a_platform_may_name_more_memories() -> None:
    assert [m.value for m in MemoryType] == ["itcm", "dtcm", "sram", "mram", "psram"]
    assert MemoryType("DTCM") is MemoryType.DTCM
    assert MemoryType("flash") == MemoryType("FLASH") == "flash"
    with pytest.raises(ValueError, match="no name"):
        MemoryType("no name")


def test_a_hook_that_copies_and_reorders_keeps_the_indices(tmp_path: Path) -> None:
    from copy import deepcopy
    from typing import Any

    def reorder(model: Any) -> Any:
        other = deepcopy(model)
        operators = other.subgraphs[0].operators
        operators.insert(0, operators.pop(0))
        return other

    result = convert(tmp_path / "m", model_hooks=[reorder])
    assert [o.source_indices for o in operators(result)] == [(i,) for i in range(13)]


def test_views_do_not_share_state(digits: ConversionResult, tmp_path: Path) -> None:
    again = convert(tmp_path / "m")
    assert operators(again) == operators(digits)
    assert tensors(again) == tensors(digits)
    assert regions(again) == regions(digits)
    assert dict(placements(again)) == dict(placements(digits))
