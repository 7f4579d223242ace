"""DEPTHWISE_TO_CONV: what it is called, what it counts, and that its cost rule tells the truth."""

from pathlib import Path

import numpy as np
import pytest

from helia_aot import AotConverter, ConvertArgs
from helia_aot import config as configuration
from helia_aot.driver import compile_model
from helia_aot.passes.remarks import collected
from helia_aot.verify.profile import profile
from helia_aot.verify.subject import read_subject
from tests.model_builder import ModelBuilder
from tests.paths import shared
from tests.tools import require_platform
from tests.unit.ops.layers import windows

BOARDS = ("mps2-an385", "mps2-an386", "mps3-an547")


def depthwise(
    shape: tuple[int, int, int, int], kernel: tuple[int, int], multiplier: int, padding: str
) -> bytes:
    """One layer, with scales as trained models have them."""
    m, rng = ModelBuilder(), np.random.default_rng(7)
    channels = shape[3] * multiplier
    scales = rng.uniform(0.002, 0.004, channels)
    x = m.input(shape, scale=0.05, zero_point=-5)
    w = m.constant(
        rng.integers(-127, 128, (1, *kernel, channels)).astype(np.int8), scale=scales, dimension=3
    )
    b = m.constant(rng.integers(-999, 999, channels).astype(np.int32), scale=0.05 * scales)
    size = windows(shape, kernel, (1, 1), padding)
    y = m.tensor((shape[0], *size, channels), scale=0.1, zero_point=-128)
    m.operator(
        "DEPTHWISE_CONV_2D",
        [x, w, b],
        [y],
        padding=padding,
        stride_h=1,
        stride_w=1,
        depth_multiplier=multiplier,
        fused_activation_function="RELU",
    )
    m.output(y)
    return m.build()


LAYERS = {
    "one channel": depthwise((1, 12, 10, 1), (5, 4), 8, "SAME"),
    "few channels": depthwise((1, 10, 10, 3), (3, 3), 8, "SAME"),
    "one position": depthwise((1, 3, 3, 4), (3, 3), 1, "VALID"),
}


def test_a_depthwise_reports_what_it_became(tmp_path: Path) -> None:
    path = shared("models", "tflm_micro_speech_quantized.tflite")
    args = ConvertArgs(
        model=path, module={"path": tmp_path / "module", "prefix": "m"}, result_views=True
    )
    views = AotConverter(args).convert().operators
    assert views is not None
    (view,) = (v for v in views if v.source_indices == (1,))
    assert (view.type, view.macs, view.parameters) == ("CONV_2D", 320000, 648)


def test_it_can_be_turned_off(tmp_path: Path) -> None:
    args = ConvertArgs(
        model=LAYERS["one channel"],
        module={"path": tmp_path / "module", "prefix": "m"},
        transforms=[{"name": "DEPTHWISE_TO_CONV", "enabled": False}],
        result_views=True,
    )
    views = AotConverter(args).convert().operators
    assert views is not None
    assert [v.type for v in views] == ["DEPTHWISE_CONV_2D"]


@pytest.mark.parametrize("board", BOARDS)
def test_what_it_rewrites_takes_fewer_instructions(board: str) -> None:
    """On every board at least the one-channel layer is rewritten, and none gets slower."""
    require_platform(board, "gcc")
    rewritten = [name for name, data in LAYERS.items() if _kind(data, board, 2) == "CONV_2D"]
    assert "one channel" in rewritten
    for name in rewritten:
        before, after = (_instructions(LAYERS[name], board, level) for level in (1, 2))
        assert after <= before, name


def test_a_depthwise_that_stays_says_why() -> None:
    with collected() as remarks:
        assert _kind(LAYERS["few channels"], "mps2-an385", 2) == "DEPTHWISE_CONV_2D"
    assert ["takes about" in r.text for r in remarks] == [True]


def _kind(data: bytes, board: str, level: int) -> str:
    settings = {"module": {"prefix": "m"}, "target": {"platform": board}, "level": level}
    module = compile_model(data, "layer", configuration.validate(settings))
    (kind,) = (op.properties["kind"] for op in module.block.ops if op.name == "aot.kernel")
    return str(kind).strip('"')


def _instructions(data: bytes, board: str, level: int) -> int:
    settings = {"module": {"prefix": "m"}, "target": {"platform": board}, "level": level}
    module = compile_model(data, "layer", configuration.validate(settings))
    return profile(read_subject(data, "layer"), module, board).instructions
