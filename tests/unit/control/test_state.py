"""State that is kept from run to run: step by step, and put back."""

import numpy as np
import pytest

from helia_aot import config
from helia_aot.backend_c.program import read_program
from helia_aot.driver import compile_model
from helia_aot.errors import UnsupportedModelError
from helia_aot.verify.subject import read_subject
from helia_aot.verify.verify import VerifyOptions, verify
from helia_aot.views import result_views
from tests.host import HostModule
from tests.paths import shared
from tests.tools import require_platform
from tests.unit.control import models

VAD = "mww_v2_vad"


@pytest.mark.parametrize("platform", ["host", "mps2-an386", "mps3-an547"])
def test_fifty_steps_of_a_streaming_model(platform: str) -> None:
    require_platform(platform, "gcc")
    path = shared("models", f"{VAD}.tflite")
    settings = config.validate({"target": {"platform": platform}})
    module = compile_model(path.read_bytes(), path.name, settings)
    options = VerifyOptions(platform=platform, golden=shared("models", f"{VAD}_seq50.npz"))
    found = verify(read_subject(path.read_bytes(), path.name), module, options)
    assert found.exact, found
    assert found.cases == 50


def test_a_reset_begins_the_sequence_again_and_again() -> None:
    host = HostModule(shared("models", f"{VAD}.tflite").read_bytes())
    with np.load(shared("models", f"{VAD}_seq50.npz")) as file:
        steps, expected = file["in0"], file["tflm0"]
    for length in (7, 50, 50):
        for step in range(length):
            (got,) = host.run(steps[step])
            np.testing.assert_array_equal(got, expected[step])
        host.reset()


def test_what_is_read_before_it_is_assigned_has_the_bytes_of_the_zero_point() -> None:
    host = HostModule(models.accumulated())
    x = np.array([[1, 2, 3, 4]], np.int8)
    (first,) = host.run(x)
    np.testing.assert_array_equal(first, x)  # x + 0.0
    (second,) = host.run(x)
    assert not np.array_equal(second, x)
    host.reset()
    np.testing.assert_array_equal(host.run(x)[0], first)


def test_reset_puts_back_what_call_once_assigned() -> None:
    host = HostModule(models.accumulated([1, -2, 3, 4]))
    zero = np.full((1, 4), -3, np.int8)
    (first,) = host.run(zero)
    np.testing.assert_array_equal(first, [[1, -2, 3, 4]])
    host.run(np.array([[9, 9, 9, 9]], np.int8))
    host.reset()
    np.testing.assert_array_equal(host.run(zero)[0], first)


def test_state_lies_in_a_persistent_region_of_the_memory_that_a_rule_says() -> None:
    rules = {"tensors": [{"type": "persistent", "attributes": {"memory": "dtcm"}}]}
    module = compile_model(models.accumulated(), "m", config.validate({"memory": rules}))
    program = read_program(module)
    (region,) = [r for r in program.regions if r.role == "persistent"]
    assert (region.memory, region.size) == ("dtcm", 16)
    views = result_views(module)
    (state,) = [t for t in views.tensors if t.kind == "persistent" and t.name == "v"]
    assert views.placements[state.id].region == region.id


def test_a_variable_of_two_shapes_is_refused() -> None:
    from tests.model_builder import ModelBuilder

    m = ModelBuilder()
    x = m.input((1, 4), **models.QUANT)
    h = m.tensor((), "RESOURCE")
    m.operator("VAR_HANDLE", [], [h], shared_name="v", container="")
    y = m.tensor((1, 5), **models.QUANT)
    m.operator("READ_VARIABLE", [h], [y])
    m.operator("ASSIGN_VARIABLE", [h, x], [])
    m.output(y)
    with pytest.raises(UnsupportedModelError, match=r"variable 'v' is tensor<1x5.*<1x4"):
        compile_model(m.build(), "m", config.validate({}))
