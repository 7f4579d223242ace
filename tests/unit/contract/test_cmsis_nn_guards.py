"""What CMSIS-NN reads behind tensors is there: a region ends where the MPU forbids the next byte.

The plan itself is asked without its sources; runs take them from CMSIS_NN_ROOT.
"""

from pathlib import Path
from typing import Any

import pytest
from xdsl.dialects.builtin import ArrayAttr
from xdsl.utils.exceptions import VerifyException

from helia_aot import config
from helia_aot.driver import compile_model
from helia_aot.ir import aot
from helia_aot.passes.verify_ctx_buf import check_behind
from tests.paths import cmsis_nn
from tests.tools import require_platform
from tests.unit.contract.guarded import outputs_of
from tests.unit.ops.backends import assert_same, evaluated, random_inputs
from tests.unit.ops.layers import Layers

BOARDS = {"mps2-an386": "flash", "mps3-an547": "dtcm"}
"""Each with a memory that has no other tensor than the weights, if a rule says so."""


def compiled(data: bytes, platform: str, alone: bool = True) -> aot.ModuleOp:
    rule = {
        "type": "constant",
        "id": "tensor_1",
        "attributes": {"memory": BOARDS[platform]},
    }
    values: dict[str, Any] = {
        "module": {"provider": "cmsis-nn", "prefix": "m"},
        "target": {"platform": platform},
        "memory": {"tensors": [rule] if alone else []},
        "transforms": [{"name": "DEPTHWISE_TO_CONV", "enabled": False}],
    }
    return compile_model(data, "model", config.validate(values))


def point(channels: int) -> bytes:
    """A convolution of one tap."""
    layers = Layers()
    layers.convolution((1, 3, 3, channels), (1, 1), 3)
    return layers.build()


def single(rows: int) -> bytes:
    """A depthwise of one input channel, which Arm's code for MVE makes a convolution in its buffer;
    the model's own tensors are small beside that."""
    layers = Layers()
    layers.convolution((1, rows, 3, 1), (3, 3), 16, depthwise=True, padding="VALID")
    return layers.build()


def groups() -> bytes:
    layers = Layers()
    layers.convolution((1, 3, 3, 6), (3, 3), 4, groups=2)
    return layers.build()


def row() -> bytes:
    layers = Layers()
    layers.convolution((1, 1, 12, 4), (1, 3), 5)
    return layers.build()


MODELS = {
    "point16": point(16),
    "point17": point(17),
    "window of groups": groups(),
    "row": row(),
    "single channel": single(3),
}


def behind_weights(program: aot.ModuleOp) -> list[int]:
    """Bytes of the region behind the weights of every call."""
    assert program.memory is not None
    found: list[int] = []
    for call in program.walk():
        if isinstance(call, aot.KernelOp):
            weights = call.constant_operands()["weights"].owner
            assert isinstance(weights, aot.ConstantOp)
            assert weights.placements is not None
            place = weights.placements.data[0].data
            size = program.memory.data[place.region].data.size
            found.append(size - place.offset - place.size)
    return found


def test_the_plan_has_the_bytes_that_are_read_behind_weights() -> None:
    assert behind_weights(compiled(MODELS["point16"], "mps2-an386")) == [0]
    assert behind_weights(compiled(MODELS["point16"], "mps3-an547")) == [16]
    assert behind_weights(compiled(MODELS["point17"], "mps3-an547")) == [16 + 13]
    # Neighbours serve as well.
    assert (
        compiled(MODELS["point16"], "mps3-an547", alone=False).memory
        == compiled(MODELS["point16"], "mps2-an386", alone=False).memory
    )


def test_a_plan_without_them_is_refused() -> None:
    program = compiled(MODELS["point16"], "mps3-an547")
    assert program.memory is not None
    regions = (r.data for r in program.memory)
    program.memory = ArrayAttr(
        aot.RegionAttr(r._replace(size=48 + 15) if r.memory == "dtcm" else r) for r in regions
    )
    (call,) = (o for o in program.walk() if isinstance(o, aot.KernelOp))
    with pytest.raises(VerifyException, match="behind its weights: need 16 bytes there, have 15"):
        check_behind(call, program)


def test_weights_that_are_computed_run_on_the_bundled_kernel() -> None:
    """They may end a buffer of the application, where nothing is kept behind them."""
    m = (layers := Layers()).model
    x, w = m.input((1, 4, 4, 4), scale=0.1), m.input((5, 3, 3, 4), scale=0.1)
    y = layers.output((1, 2, 2, 5), 0.5, 3)
    m.operator("CONV_2D", [x, w], [y], padding="VALID", stride_h=1, stride_w=1)
    kernels = {
        platform: {
            o.helper.data.key
            for o in compiled(layers.build(), platform, alone=False).walk()
            if isinstance(o, aot.HelperOp)
        }
        for platform in BOARDS
    }
    assert kernels == {"mps2-an386": {"conv_2d_s8_ctx"}, "mps3-an547": {"conv_2d_s8"}}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("board", BOARDS)
def test_no_byte_behind_arena_and_constants_is_read(name: str, board: str, tmp_path: Path) -> None:
    cmsis_nn()
    require_platform(board, "gcc")
    data = MODELS[name]
    program = compiled(data, board, name != "single channel")
    inputs = random_inputs(data)
    got = outputs_of(program, inputs, board, tmp_path, guards=True)
    assert_same(evaluated(data, inputs), got, name)
