"""Provider `cmsis-nn`: the generated C on Arm's kernels gives the same bits as everything else.

The sources of CMSIS-NN come from the user, by CMSIS_NN_ROOT; without them these tests are skipped.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, i64

from helia_aot import config
from helia_aot.config import Config
from helia_aot.driver import compile_model, passes
from helia_aot.errors import VerificationError
from helia_aot.frontend.litert.graph import import_model
from helia_aot.ir import aot
from helia_aot.passes.verify_ctx_buf import VerifyCtxBufPass
from helia_aot.verify.subject import read_subject
from helia_aot.verify.toolchain import Compiler
from helia_aot.verify.verify import VerifyOptions, verify
from tests.model_builder import ModelBuilder
from tests.paths import DIGITS, cmsis_nn, shared
from tests.tools import require_platform
from tests.unit.contract.guarded import outputs_of
from tests.unit.ops import test_convolution, test_fully_connected
from tests.unit.ops.backends import assert_same, evaluated, random_inputs
from tests.unit.ops.layers import ACTIVATIONS, Layers

MODELS = {
    "kws": "mlperf_kws_dscnn_int8",
    "vww": "mlperf_vww_int8",
    "ic": "mlperf_ic_resnet_int8",
    "ad01": "mlperf_ad01_int8",
    "micro_speech": "tflm_micro_speech_quantized",
}
PLATFORMS = ["host", "mps2-an386", "mps3-an547"]

platforms = pytest.mark.parametrize("platform", PLATFORMS)


def settings(platform: str = "host") -> Config:
    return config.validate(
        {"module": {"provider": "cmsis-nn"}, "target": {"platform": platform}, "model": {}}
    )


def compiled(data: bytes, platform: str = "host") -> aot.ModuleOp:
    return compile_model(data, "model", settings(platform))


def helpers(module: aot.ModuleOp) -> dict[str, str]:
    """Every kernel of a module, and the function of CMSIS-NN that it forwards to."""
    shared = (o.helper.data for o in module.block.ops if isinstance(o, aot.HelperOp))
    return {h.key: h.cmsis for h in shared}


def check(
    data: bytes, platform: str, compiler: Compiler = "gcc", golden: Path | None = None
) -> None:
    cmsis_nn()
    require_platform(platform, compiler)
    options = VerifyOptions(platform, golden=golden, intermediates=True, compiler=compiler)
    result = verify(read_subject(data, "model"), compiled(data, platform), options)
    assert result.first_difference is None
    assert result.exact


@platforms
@pytest.mark.parametrize("name", MODELS)
def test_model_equals_its_golden(name: str, platform: str) -> None:
    path = shared("models", f"{MODELS[name]}.tflite")
    check(path.read_bytes(), platform, golden=path.with_suffix(".npz"))


@platforms
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_digits(platform: str, compiler: Compiler) -> None:
    check(DIGITS.read_bytes(), platform, compiler)


def rows(layers: Layers) -> None:
    """A single row of input: windows on either end, on both, on padding alone, and none."""
    for kernel, stride in ((1, 1), (1, 2), (2, 1), (3, 1), (3, 2), (5, 1), (5, 3), (8, 1), (11, 1)):
        for width in (8, 9, 10):
            for padding in ("SAME", "VALID") if kernel <= width else ("SAME",):
                image, strides = (1, 1, width, 4), (1, stride)
                layers.convolution(image, (1, kernel), 5, strides=strides, padding=padding)
    layers.convolution((2, 1, 12, 8), (1, 4), 3)
    layers.convolution((1, 1, 12, 6), (1, 3), 4, groups=2)


def depthwise(layers: Layers) -> None:
    """3x3 and other windows, several multipliers, many channels, a single one."""
    for image in ((1, 6, 6, 8), (1, 5, 7, 5), (1, 3, 1, 4), (1, 4, 4, 132), (2, 5, 5, 8)):
        for kernel, strides in (((3, 3), (1, 1)), ((3, 3), (2, 2)), ((5, 2), (1, 1))):
            layers.convolution(image, kernel, image[3], depthwise=True, strides=strides)
    for channels in (4, 8, 9):
        layers.convolution((1, 7, 6, 1), (4, 3), channels, depthwise=True, strides=(2, 1))
        layers.convolution((1, 1, 16, 1), (1, 5), channels, depthwise=True)
    layers.convolution((1, 5, 5, 2), (3, 3), 8, depthwise=True)
    layers.convolution((1, 5, 5, 132), (3, 3), 132, depthwise=True, bias="none")


def pools(layers: Layers) -> None:
    for code in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
        for activation in ACTIVATIONS:
            layers.pool(code, (2, 6, 6, 17), (2, 2), (2, 2), activation=activation)
        layers.pool(code, (1, 7, 5, 16), (3, 3), (2, 2), "SAME")
        layers.pool(code, (1, 3, 3, 3), (3, 3))


def padded(layers: Layers) -> None:
    """Explicit padding of other widths than SAME would have, before 3x3 windows and along a row."""
    m = layers.model
    for code, kernel, image, around in (
        ("DEPTHWISE_CONV_2D", (1, 3, 3, 4), (1, 4, 4, 4), ((1, 2), (0, 2))),
        ("CONV_2D", (4, 3, 3, 4), (1, 4, 4, 4), ((2, 1), (0, 2))),
        ("CONV_2D", (4, 1, 5, 4), (1, 1, 9, 4), ((0, 0), (1, 4))),
    ):
        (top, bottom), (left, right) = around
        large = (1, image[1] + top + bottom, image[2] + left + right, 4)
        x, wide = m.input(image, scale=0.1, zero_point=5), m.tensor(large, scale=0.1, zero_point=5)
        pads = m.constant(np.array([[0, 0], *around, [0, 0]], np.int32))
        m.operator("PAD", [x, pads], [wide])
        size = (1, large[1] - kernel[1] + 1, large[2] - kernel[2] + 1, 4)
        w = m.constant(layers.int8(kernel), scale=0.01)
        y = layers.output(size, 0.5, 3)
        multiplier: dict[str, Any] = {"depth_multiplier": 1} if code == "DEPTHWISE_CONV_2D" else {}
        m.operator(code, [wide, w], [y], padding="VALID", stride_h=1, stride_w=1, **multiplier)


def elementwise(layers: Layers) -> None:
    """Operands of one shape, which CMSIS-NN takes, and stretched ones, which it does not."""
    m = layers.model
    for code in ("ADD", "MUL"):
        for other in ((1, 3, 3, 5), (1, 1, 1, 5)):
            a = m.input((1, 3, 3, 5), scale=layers.scale(-4, -3), zero_point=layers.zero_point())
            b = m.input(other, scale=layers.scale(-4, -3), zero_point=layers.zero_point())
            m.operator(code, [a, b], [layers.output((1, 3, 3, 5), 0.2, layers.zero_point())])


def softmax(layers: Layers) -> None:
    m = layers.model
    for scale in (0.01, 0.1, 3.0):
        for kind, step, zero_point in (("INT8", 1 / 256, -128), ("INT16", 1 / 65536, -32768)):
            x = m.input((3, 11), scale=scale, zero_point=layers.zero_point())
            y = m.tensor((3, 11), kind, scale=step, zero_point=zero_point)
            m.output(y)
            m.operator("SOFTMAX", [x], [y], beta=1.0)


@platforms
@pytest.mark.parametrize(
    "fill",
    [
        rows,
        depthwise,
        pools,
        padded,
        elementwise,
        softmax,
        test_convolution.geometries,
        test_convolution.depthwise_geometries,
        test_convolution.groups,
        test_convolution.quantizations,
        test_fully_connected.shapes,
        test_fully_connected.ranks,
        test_fully_connected.quantizations,
        test_fully_connected.asymmetric_weights,
        test_fully_connected.computed_weights,
    ],
    ids=lambda fill: f"{fill.__module__.rpartition('.')[2]}.{fill.__name__}",
)
def test_layers(fill: Callable[[Layers], None], platform: str) -> None:
    fill(layers := Layers())
    check(layers.build(), platform)


def test_what_cmsis_nn_does_otherwise_runs_on_the_bundled_kernel() -> None:
    """On MVE: a row whose last windows leave an input column over, which CMSIS-NN pads."""
    layers = Layers()
    layers.convolution((1, 1, 10, 4), (1, 3), 4, strides=(1, 2), padding="VALID")
    data = layers.build()
    assert helpers(compiled(data, "mps3-an547")) == {"conv_2d_s8": ""}
    assert helpers(compiled(data, "mps2-an386")) == {"conv_2d_s8_ctx": "arm_convolve_wrapper_s8"}


SOFTMAX_RUNS = {
    ("INT8", 511): "softmax_s8",
    ("INT8", 512): "softmax_table_s8",
    ("INT16", 4095): "softmax_s8_s16",
}
"""By the type of the output and the length of rows."""


def rows_of_equals(kind: str, depth: int) -> bytes:
    m = ModelBuilder()
    x = m.input((2, depth), scale=0.1, zero_point=0)
    step, zero_point = {"INT8": (1 / 256, -128), "INT16": (1 / 65536, -32768)}[kind]
    y = m.tensor((2, depth), kind, scale=step, zero_point=zero_point)
    m.operator("SOFTMAX", [x], [y], beta=1.0)
    m.output(y)
    return m.build()


@pytest.mark.parametrize(("kind", "depth"), SOFTMAX_RUNS)
def test_rows_whose_quotients_cmsis_nn_cannot_shift_run_on_the_bundled_kernel(
    kind: str, depth: int
) -> None:
    for platform in PLATFORMS:
        key = SOFTMAX_RUNS[kind, depth]
        found = helpers(compiled(rows_of_equals(kind, depth), platform))
        assert found == {key: f"arm_{key}" if "table" not in key else ""}


@platforms
@pytest.mark.parametrize(("kind", "depth"), SOFTMAX_RUNS)
def test_rows_of_equal_elements_have_the_same_quotients_everywhere(
    kind: str, depth: int, platform: str, tmp_path: Path
) -> None:
    """TFLM ends the process from 512 on, so `evaluate` says what they are."""
    cmsis_nn()
    require_platform(platform, "gcc")
    data, x = rows_of_equals(kind, depth), np.full((2, depth), 3, np.int8)
    (want,) = evaluated(data, [x])
    got = outputs_of(compiled(data, platform), [x], platform, tmp_path)
    assert_same([want], got, platform)


@platforms
def test_more_images_than_16_bits_count(platform: str, tmp_path: Path) -> None:
    """Upstream's depthwise function counts them in 16 bits, so the bundled kernel runs."""
    layers = Layers()
    layers.convolution((0x10001, 1, 1, 2), (1, 1), 4, depthwise=True)
    layers.convolution((0x10001, 1, 1, 2), (1, 1), 4)
    data = layers.build()
    program, inputs = compiled(data, platform), random_inputs(data)
    assert set(helpers(program)) == {"depthwise_conv_2d_s8", "conv_2d_s8_ctx"}
    cmsis_nn()
    require_platform(platform, "gcc")
    got = outputs_of(program, inputs, platform, tmp_path)
    assert_same(evaluated(data, inputs), got, platform)


def test_weights_that_are_computed_have_no_sums() -> None:
    """For MVE these are a constant: without one, the bundled kernel runs, and has no buffer."""
    test_fully_connected.computed_weights(layers := Layers())
    module = compiled(layers.build(), "mps3-an547")
    nodes = [o for o in module.walk() if isinstance(o, aot.KernelOp)]
    assert set(helpers(module).values()) == {""}
    assert all("kernel_sums" not in o.constant_operands() for o in nodes)
    assert {o.ctx_buf.data for o in nodes} == {"no_ctx"}


def test_both_kinds_of_kernels_share_a_module() -> None:
    layers = Layers()
    layers.convolution((1, 1, 10, 4), (1, 3), 4, strides=(1, 2), padding="VALID")
    layers.convolution((1, 4, 4, 4), (3, 3), 4)
    assert list(helpers(compiled(layers.build(), "mps3-an547"))) == ["conv_2d_s8", "conv_2d_s8_ctx"]
    check(layers.build(), "mps3-an547")


def test_a_failing_kernel_ends_the_run() -> None:
    """CMSIS-NN reports a convolution that is handed no buffer; the module reports it on."""
    cmsis_nn()
    require_platform("host", "gcc")
    layers = Layers()
    layers.convolution((1, 4, 4, 4), (3, 3), 4)
    data, context = layers.build(), Context()
    module = import_model(data, "model")
    for step in passes(settings()):
        if not isinstance(step, VerifyCtxBufPass):
            step.apply(context, module)
        for call in module.walk():
            if isinstance(call, aot.KernelOp):
                call.scratch = IntegerAttr(0, i64)
    (program,) = (o for o in module.walk() if isinstance(o, aot.ModuleOp))
    with pytest.raises(VerificationError, match="'a kernel failed' in case 0"):
        verify(read_subject(data, "model"), program)


@pytest.mark.parametrize("made_for", ["mps3-an547", "cortex-m3"])
def test_a_module_tells_when_it_is_compiled_for_another_core(made_for: str) -> None:
    """Buffers are as large as the core needs that the module is made for."""
    cmsis_nn()
    runs_on = "host" if made_for == "mps3-an547" else "mps2-an386"
    require_platform(runs_on, "gcc")
    target = {"platform": made_for} if made_for == "mps3-an547" else {"cpu": made_for}
    values = config.validate({"module": {"provider": "cmsis-nn"}, "target": target})
    data = DIGITS.read_bytes()
    program = compile_model(data, "digits", values)
    with pytest.raises(VerificationError, match=r"CMSIS-NN is compiled .* see target\.cpu"):
        verify(read_subject(data, "digits"), program, VerifyOptions(runs_on))


def test_without_the_sources_nothing_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CMSIS_NN_ROOT", raising=False)
    data = DIGITS.read_bytes()
    with pytest.raises(VerificationError, match="CMSIS_NN_ROOT does not name"):
        verify(read_subject(data, "digits"), compiled(data))
