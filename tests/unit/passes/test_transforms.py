"""The named transforms in the configuration: by level, by name, with options; and in the lists."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from helia_aot import ConfigError, ConvertArgs
from helia_aot.cli.main import main
from helia_aot.driver import compile_model, passes
from helia_aot.ir import aot
from helia_aot.passes import GRAPH
from tests.unit.contract.odd_models import odd_model

NAMED = (
    *("depthwise-to-conv", "fold-static-shape-expressions"),
    *("fuse-activation", "fuse-lut", "fuse-pad"),
)
LEVELS = {
    0: {"fold-static-shape-expressions"},
    1: {"fold-static-shape-expressions", "canonicalize", "fuse-pad", "fuse-activation"},
    2: {p.name for p in GRAPH},
}

ALL = ["CONV_2D", "LUT"]
"""What is left of PAD, DEPTHWISE_CONV_2D, RELU, LOGISTIC, QUANTIZE."""
WITHOUT = {
    "depthwise-to-conv": ["DEPTHWISE_CONV_2D", "LUT"],
    "fuse-activation": ["CONV_2D", "LUT"],
    "fuse-lut": ["CONV_2D", "LOGISTIC", "QUANTIZE"],
    "fuse-pad": ["PAD", "CONV_2D", "LUT"],
}
ALONE = {
    "depthwise-to-conv": ["PAD", "CONV_2D", "RELU", "LOGISTIC", "QUANTIZE"],
    "fuse-activation": ["PAD", "DEPTHWISE_CONV_2D", "LOGISTIC", "QUANTIZE"],
    "fuse-lut": ["PAD", "DEPTHWISE_CONV_2D", "LUT"],
    "fuse-pad": ["DEPTHWISE_CONV_2D", "RELU", "LOGISTIC", "QUANTIZE"],
}

SOURCES = {"depthwise-to-conv": 2, "fuse-activation": 2, "fuse-lut": 3, "fuse-pad": 2}


def compiled(level: int, *transforms: Mapping[str, Any]) -> list[aot.KernelOp]:
    args = ConvertArgs(model=odd_model("rewritten"), level=level, transforms=transforms)
    assert args.data is not None
    module = compile_model(args.data, "test", args.config)
    return [op for op in module.walk() if isinstance(op, aot.KernelOp)]


def kinds(level: int, *transforms: Mapping[str, Any]) -> list[str]:
    return [op.kind.data for op in compiled(level, *transforms)]


def steps(level: int, transforms: Sequence[Mapping[str, Any]] = ()) -> list[str]:
    return [p.name for p in passes(ConvertArgs(level=level, transforms=transforms).config)]


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_runs_its_passes_in_order(level: int) -> None:
    want = [p.name for p in GRAPH if p.name in LEVELS[level]]
    assert steps(level)[: len(want) + 1] == [*want, "lower-to-aot"]


def test_every_named_transform_is_a_pass_of_its_own() -> None:
    assert set(NAMED) <= LEVELS[2]
    assert kinds(2) == ALL


@pytest.mark.parametrize("name", WITHOUT)
def test_each_can_be_turned_off(name: str) -> None:
    for spelled in (name, name.upper().replace("-", "_")):
        off = {"name": spelled, "enabled": False}
        assert kinds(2, off) == WITHOUT[name]
        assert name not in steps(2, [off])


@pytest.mark.parametrize("name", ALONE)
def test_each_runs_alone_where_it_is_asked_for(name: str) -> None:
    """At a level that leaves it out, and in its own place among those that run."""
    assert kinds(0, {"name": name}) == ALONE[name]
    want = [p.name for p in GRAPH if p.name in (*LEVELS[0], name)]
    assert steps(0, [{"name": name, "enabled": True}])[: len(want)] == want


@pytest.mark.parametrize("name", NAMED)
def test_of_two_settings_the_last_counts(name: str) -> None:
    on, off = ({"name": name, "enabled": e} for e in (True, False))
    assert name not in steps(2, [on, off])
    assert name in steps(0, [off, on])


def test_options_take_the_place_of_the_targets() -> None:
    """A core for whose kernels a cost is not known: nothing is rewritten."""
    option = {"name": "DEPTHWISE_TO_CONV", "options": {"provider": "cmsis-nn"}}
    assert kinds(2, option) == WITHOUT["depthwise-to-conv"]
    (step,) = (
        p for p in passes(ConvertArgs(transforms=[option]).config) if p.name == "depthwise-to-conv"
    )
    assert str(step) == 'depthwise-to-conv{provider="cmsis-nn"}'


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"name": "fuse-nothing"}, "unknown transform 'fuse-nothing': known are fold-static"),
        ({"name": "lower-to-aot", "enabled": False}, "unknown transform 'lower-to-aot'"),
        ({"name": "verify-ctx-buf", "enabled": False}, "unknown transform 'verify-ctx-buf'"),
        ({"name": "fuse-lut", "options": {"cpu": "cortex-m4"}}, r"fuse-lut: .*\"cpu\".* not found"),
        ({"name": "fuse-pad", "options": {"provider": "mine"}}, r"fuse-pad: .*'mine'"),
        ({"name": "fuse-pad", "options": {"cpu": "z80"}}, "fuse-pad: cpu: unknown core 'z80'"),
        ({"name": "fuse-pad", "option": {}}, "transforms.0.option: unknown key"),
        ({"enabled": False}, "transforms.0.name"),
    ],
)
def test_what_is_not_known_is_refused(setting: Mapping[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        passes(ConvertArgs(transforms=[setting]).config)


def test_a_file_configures_them(tmp_path: Path) -> None:
    file = tmp_path / "helia.yaml"
    file.write_text("level: 1\ntransforms:\n  - {name: FUSE_PAD, enabled: false}\n")
    names = [p.name for p in passes(ConvertArgs(file).config)]
    assert "fuse-pad" not in names
    assert "fuse-activation" in names


def test_the_command_lists_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["helia-aot", "passes"])
    with pytest.raises(SystemExit) as left:
        main()
    assert not left.value.code
    lines = capsys.readouterr().out.splitlines()
    for name in NAMED:
        (line,) = (text for text in lines if text.split()[:1] == [name])
        assert len(line.split()) > 3, "with what it does"
