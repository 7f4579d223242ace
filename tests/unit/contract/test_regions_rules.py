"""Which memory the rules choose: selectors, precedence, limits, refusals."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from helia_aot import ConfigError, ConversionResult, ConvertArgs, MemoryPlanError
from helia_aot.memory.options import limit_texts, rule_texts
from helia_aot.memory.rules import Rule, Setting, parse_rule, resolve
from helia_aot.platforms import platform
from helia_aot.views import MemoryType, RegionRole
from tests.paths import DIGITS
from tests.unit.contract.harness import STAGED, convert, operators, placements, regions

INPUT = "serving_default_keras_tensor_30:0"
WEIGHTS = "functional_2_1_functional_1_conv2d_1_convolution"


def rule(type: str = "*", id: str = "*", **attributes: str) -> dict[str, Any]:
    return {"type": type, "id": id, "attributes": attributes}


def memory_of(result: ConversionResult, id: str) -> MemoryType:
    region = placements(result)[id].region
    assert region is not None
    return regions(result)[region].memory


def placed(tmp_path: Path, rules: Sequence[dict[str, Any]], id: str = WEIGHTS) -> MemoryType:
    return memory_of(convert(tmp_path / "m", memory={"tensors": list(rules)}), id)


def test_a_rule_for_all(tmp_path: Path) -> None:
    result = convert(tmp_path / "m", memory={"tensors": [rule(memory="psram")]})
    # The constants' own default is more specific than a rule for everything.
    assert [r.memory for r in regions(result)] == [MemoryType.PSRAM, MemoryType.MRAM]


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        (rule("constant", WEIGHTS, memory="itcm"), rule("*", WEIGHTS, memory="psram")),
        (rule("*", WEIGHTS, memory="itcm"), rule("constant", memory="psram")),
        (rule("constant", memory="itcm"), rule("*", memory="psram")),
    ],
    ids=["type and id over id", "id over type", "type over all"],
)
def test_the_more_specific_rule_wins_wherever_it_stands(
    tmp_path: Path, stronger: dict[str, Any], weaker: dict[str, Any]
) -> None:
    assert placed(tmp_path, [stronger, weaker]) is MemoryType.ITCM
    assert placed(tmp_path, [weaker, stronger]) is MemoryType.ITCM


def test_among_equals_the_later_rule_wins(tmp_path: Path) -> None:
    rules = [rule("constant", memory="itcm"), rule("constant", memory="psram")]
    assert placed(tmp_path, rules) is MemoryType.PSRAM


def test_each_attribute_is_decided_on_its_own() -> None:
    rules = [parse_rule("*/w=psram"), parse_rule("constant=mram>dtcm")]
    assert resolve(rules, ["constant"], ["w"]) == Setting("psram", "dtcm")


def test_a_tensor_is_known_by_its_model_name(tmp_path: Path) -> None:
    id = "serving_default_keras_tensor_30_0"
    assert placed(tmp_path, [rule("input", INPUT, memory="dtcm")], id) is MemoryType.DTCM
    assert placed(tmp_path, [rule("input", id, memory="dtcm")], id) is MemoryType.DTCM


def test_inputs_and_outputs_are_scratch_too(tmp_path: Path) -> None:
    result = convert(tmp_path / "m", memory={"tensors": [rule("scratch", memory="dtcm")]})
    assert [r.memory for r in regions(result) if r.role is RegionRole.SCRATCH] == [MemoryType.DTCM]


def test_a_view_lies_with_its_operand(tmp_path: Path) -> None:
    view = "functional_2_1_functional_1_reshape_1_reshape"
    result = convert(tmp_path / "m", memory={"tensors": [rule(id=view, memory="dtcm")]})
    (reshape,) = (o for o in operators(result) if o.type == "RESHAPE")
    assert memory_of(result, view) is MemoryType.DTCM
    assert memory_of(result, reshape.input_ids[0]) is MemoryType.DTCM


def test_a_region_is_one_role_in_one_memory(tmp_path: Path) -> None:
    rules = [rule(id=WEIGHTS, memory="psram"), rule("output", memory="dtcm")]
    result = convert(tmp_path / "m", memory={"tensors": rules})
    assert [(r.role.value, r.memory.value) for r in regions(result)] == [
        ("scratch", "dtcm"),
        ("scratch", "sram"),
        ("constant", "mram"),
        ("constant", "psram"),
    ]


def test_constants_of_two_sources_are_two_staged_regions(tmp_path: Path) -> None:
    rules = [*STAGED, rule(id=WEIGHTS, memory="psram")]
    result = convert(tmp_path / "m", memory={"tensors": rules})
    staged = [(r.memory.value, r.source_memory.value) for r in regions(result)[1:]]
    assert staged == [("dtcm", "mram"), ("dtcm", "psram")]


def test_constants_that_stay_in_their_memory_are_cold(tmp_path: Path) -> None:
    rules = [*STAGED, rule(id=WEIGHTS, memory="mram", constant_destination_memory="mram")]
    result = convert(tmp_path / "m", memory={"tensors": rules})
    assert not placements(result)[WEIGHTS].staged
    assert placements(result)["conv_2d_0_shifts"].staged
    assert placements(result)["conv_2d_0_shifts"].source_memory is MemoryType.MRAM


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"tensor": []}, "memory.tensor: unknown key"),
    ({"tensors": [{"typ": "constant", "attributes": {}}]}, "memory.tensors.0.typ: unknown key"),
    ({"tensors": [rule(memry="sram")]}, "memory.tensors.0.attributes.memry: unknown key"),
    ({"constraints": [{"name": "sram"}]}, "memory.constraints.0.max_size"),
    ({"constraints": [{"name": "sram", "max": 3}]}, "memory.constraints.0.max: unknown key"),
    ({"tensors": [rule("weights", memory="sram")]}, "memory.tensors.0.type"),
    ({"io": "host"}, "memory.io"),
]


@pytest.mark.parametrize(("memory", "message"), REFUSED)
def test_unknown_keys_are_refused(memory: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        ConvertArgs(model=DIGITS, memory=memory)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        (rule(memory="flsh"), "memory.tensors.0.attributes.memory: unknown memory 'flsh': known"),
        (rule("scratch", constant_destination_memory="dtcm"), "only constants are copied"),
        (rule("constant", io="application"), "only an input or an output"),
    ],
)
def test_settings_that_cannot_be_are_refused(
    tmp_path: Path, attributes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        convert(tmp_path / "m", memory={"tensors": [attributes]})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (rule(id="nobody", memory="sram"), "rule for 'nobody' applies to no tensor"),
        (rule("scratch", WEIGHTS, memory="sram"), "applies to no tensor of type scratch"),
        (rule(id="conv_2d_0_shifts", io="application"), "applies to no tensor"),
        (rule(id=INPUT, constant_destination_memory="dtcm"), "applies to no tensor"),
    ],
)
def test_a_rule_by_id_must_apply(tmp_path: Path, given: dict[str, Any], message: str) -> None:
    with pytest.raises(MemoryPlanError, match=message):
        convert(tmp_path / "m", memory={"tensors": [given]})


def test_a_limit_counts_regions_sources_and_guards(tmp_path: Path) -> None:
    result = convert(tmp_path / "m")
    need = regions(result)[0].size
    limits = [{"name": "sram", "max_size": need}]
    convert(tmp_path / "enough", memory={"constraints": limits})
    limits = [{"name": "SRAM", "max_size": need - 1}]
    message = f"sram holds {need - 1} bytes, the plan needs {need} there"
    with pytest.raises(MemoryPlanError, match=message):
        convert(tmp_path / "less", memory={"constraints": limits})
    assert not (tmp_path / "less").exists()
    rules = [rule("scratch", memory="itcm")]
    limits = [{"name": "itcm", "max_size": need}]
    with pytest.raises(MemoryPlanError, match=f"the plan needs {need + 16} there"):
        convert(tmp_path / "guard", memory={"tensors": rules, "constraints": limits})
    limits = [{"name": "mram", "max_size": 16}]
    with pytest.raises(MemoryPlanError, match="mram holds 16 bytes"):
        convert(tmp_path / "source", memory={"tensors": STAGED, "constraints": limits})


def test_a_platform_brings_its_memories() -> None:
    board = platform("mps2-an386")
    assert rule_texts(board, "arena", []) == ("*=sram", "constant=psram")
    assert "sram=4194304" in limit_texts(board, [])
    assert "sram=5" in limit_texts(board, [{"name": "sram", "max_size": 5}])
    attributes = {"memory": "flash", "constant_destination_memory": None, "io": None}
    given = {"type": "*", "id": "*", "attributes": attributes}
    assert rule_texts(board, "arena", [given])[-1] == "*=flash"
    with pytest.raises(ValueError, match="unknown memory 'flash'"):
        rule_texts(platform("generic"), "arena", [given])


@pytest.mark.parametrize(
    "made",
    [
        Rule("constant", 'a "b"=c>d@e, f/g;h:0', Setting("mram", "dtcm")),
        Rule("*", "*", Setting(io="application")),
        Rule("input", "%", Setting("sram", io="arena")),
    ],
)
def test_a_rule_survives_its_text(made: Rule) -> None:
    assert '"' not in str(made)
    assert parse_rule(str(made)) == made


@pytest.mark.parametrize("text", ["", "constant", "weights=sram", "input=sram@host", "scratch=a>b"])
def test_a_text_that_is_no_rule_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_rule(text)
