"""Both schedules, slices of a run, and the operator callback."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from helia_aot.platforms import platform
from helia_aot.verify.build import build
from helia_aot.verify.elf import module_sizes
from helia_aot.verify.module import Module
from tests.paths import DIGITS, shared
from tests.tools import require_platform
from tests.unit.contract.harness import (
    PLAIN,
    STAGED,
    after_kernel,
    assert_exact,
    convert,
    operators,
    run_c,
    source_text,
)

SCHEDULES = ("table", "calls")
KERNELS, OPERATORS = 12, 13
"""Of digits: its RESHAPE is a view."""


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return run_c(convert(tmp_path_factory.mktemp("plain") / "m").output_dir, PLAIN)


@pytest.mark.parametrize("callbacks", [False, True])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_both_schedules_are_exact(schedule: str, callbacks: bool) -> None:
    assert_exact(DIGITS, module={"schedule": schedule, "callbacks": callbacks})


def test_a_table_is_the_default(tmp_path: Path) -> None:
    default = source_text(convert(tmp_path / "a"))
    assert default == source_text(convert(tmp_path / "b", module={"schedule": "table"}))
    table = re.search(r"schedule\[STEPS\] = {([^;]*)};", default)
    assert table
    assert len(re.findall(r"{m_run_\w+, &\w+_\d+},", table[1])) == KERNELS


def test_calls_is_a_function_per_operator_in_order(tmp_path: Path) -> None:
    result = convert(tmp_path / "m", module={"schedule": "calls"})
    text = source_text(result)
    assert "schedule[" not in text
    functions = [f"{o.symbol}_run" for o in operators(result) if o.kernel_calls]
    assert re.findall(r"^int32_t (m_\w+_run)\(.*\)$", text, re.M) == functions
    assert re.findall(r"return (m_\w+_\d+_run)\(regions\);", text) == functions


@pytest.mark.parametrize("on", ["mps2-an386", "mps3-an547"])
def test_the_table_is_the_smallest(tmp_path: Path, on: str) -> None:
    require_platform(on, "gcc")
    size: dict[str, int] = {}
    for schedule in SCHEDULES:
        result = convert(tmp_path / schedule / "m", module={"schedule": schedule}, platform=on)
        module = Module(result.output_dir, "m", (64,))
        image = build(module, platform(on), tmp_path / schedule / "build", optimization="-Os")
        size[schedule] = module_sizes(image, ["m_constant_psram"]).code_bytes
    assert size["table"] < size["calls"]


@pytest.mark.parametrize("on", ["mps2-an386", "mps3-an547"])
def test_a_small_model_is_a_small_module(tmp_path: Path, on: str) -> None:
    require_platform(on, "gcc")
    model = shared("models", "tflm_hello_world_int8.tflite")
    result = convert(tmp_path / "m", model, platform=on)
    image = build(Module(result.output_dir, "m", (1,)), platform(on), tmp_path / "build")
    assert module_sizes(image, ["m_constant_psram"]).code_bytes <= 3 * 1024


SLICED = """
int main(void)
{
    int calls = 0;
    m_status_t status;
    if (m_model_init(&ctx) != M_OK) { return 1; }
    for (int again = 0; again < 2; ++again) {
        write_inputs();
        calls = 0;
        do {
            status = m_model_run_some(&ctx, SLICE);
            ++calls;
        } while (status == M_MORE);
        if (status != M_OK) { return 2; }
        print_outputs();
    }
    printf("%d\\n", calls);
    return 0;
}
"""


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(("each", "calls"), [(1, KERNELS), (5, 3), (12, 1), (1000, 1)])
def test_a_run_in_slices(
    tmp_path: Path, outputs: list[str], schedule: str, each: int, calls: int
) -> None:
    result = convert(tmp_path / "m", module={"schedule": schedule})
    got = run_c(result.output_dir, SLICED.replace("SLICE", str(each)))
    assert got == [*outputs, *outputs, str(calls)]


def test_with_callbacks_a_slice_counts_every_operator(tmp_path: Path, outputs: list[str]) -> None:
    result = convert(tmp_path / "m", module={"callbacks": True})
    got = run_c(result.output_dir, SLICED.replace("SLICE", "1"))
    assert got == [*outputs, *outputs, str(OPERATORS)]


def test_a_whole_run_drops_an_unfinished_one(tmp_path: Path, outputs: list[str]) -> None:
    result = convert(tmp_path / "m")
    some = "if (m_model_run_some(&ctx, 3) != M_MORE) { return 9; } write_inputs();"
    nothing = "if (m_model_run_some(&ctx, 0) != M_MORE) { return 9; }"
    main = PLAIN.replace("write_inputs();", f"write_inputs(); {some} {nothing}")
    assert run_c(result.output_dir, main) == outputs
    again = PLAIN.replace("write_inputs();", f"write_inputs(); {some}").replace(
        "m_model_run(&ctx)", "m_model_init(&ctx) != M_OK || m_model_run_some(&ctx, 99)"
    )
    assert run_c(result.output_dir, again) == outputs


def test_a_slice_needs_a_context(tmp_path: Path) -> None:
    result = convert(tmp_path / "m")
    main = """
int main(void)
{
    (void)write_inputs;
    (void)print_outputs;
    if (m_model_run_some(NULL, 1) != M_ERROR_NULL) { return 1; }
    if (m_model_run_some(&ctx, 1) != M_ERROR_STATE) { return 2; }
    if (m_model_run(NULL) != M_ERROR_NULL) { return 3; }
    if (m_model_run(&ctx) != M_ERROR_STATE) { return 4; }
    return m_model_init(NULL) != M_ERROR_NULL;
}
"""
    assert run_c(result.output_dir, main) == []


LISTENING = """
static int number = 7;

static void listen(int32_t op, m_operator_state_t state, int32_t status, void *user_data)
{
    if (user_data != &number) { op = -1; }
    printf("%d %d %d\\n", (int)op, (int)state, (int)status);
}
"""


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_the_callback_reports_every_operator(
    tmp_path: Path, outputs: list[str], schedule: str
) -> None:
    result = convert(tmp_path / "m", module={"schedule": schedule, "callbacks": True})
    set_up = "{\n    ctx.callback = listen;\n    ctx.user_data = &number;\n"
    got = run_c(result.output_dir, LISTENING + PLAIN.replace("{\n", set_up, 1))
    layers = [o.layer_index for o in operators(result)]
    initialized = [f"{i} 0 0" for i in layers]
    run = [line for i in layers for line in (f"{i} 1 0", f"{i} 2 0")]
    assert got == [*initialized, *run, *outputs]


def test_the_states_have_names(tmp_path: Path) -> None:
    text = source_text(convert(tmp_path / "m", module={"callbacks": True}))
    for i, state in enumerate(("INIT_FINISHED", "RUN_STARTED", "RUN_FINISHED")):
        assert f"M_OP_{state} = {i}" in text


def test_no_callback_is_no_call(tmp_path: Path, outputs: list[str]) -> None:
    result = convert(tmp_path / "m", module={"callbacks": True})
    assert run_c(result.output_dir, PLAIN) == outputs


def test_a_failing_kernel_is_reported_and_ends_the_run(tmp_path: Path) -> None:
    result = convert(tmp_path / "m", module={"callbacks": True})
    after_kernel(result, "max_pool_2d_s8", "return -1;")
    main = """
int main(void)
{
    if (m_model_init(&ctx) != M_OK) { return 1; }
    (void)print_outputs;
    write_inputs();
    ctx.callback = listen;
    ctx.user_data = &number;
    return m_model_run(&ctx) != M_ERROR_KERNEL;
}
"""
    (*_, last) = run_c(result.output_dir, LISTENING + main)
    failed = re.search(r"M_ERROR_KERNEL = (\d+)", source_text(result))
    assert failed
    assert last == f"4 2 {failed[1]}"


@pytest.mark.parametrize("on", ["host", "mps3-an547"])
@pytest.mark.parametrize("model", ["kws_dscnn", "vww"])
@pytest.mark.parametrize(
    ("module", "memory"),
    [
        ({"schedule": "table"}, {"allocate_arenas": False}),
        ({"schedule": "calls"}, {"tensors": "staged"}),
        ({"schedule": "calls", "callbacks": True}, {"tensors": "staged", "allocate_arenas": False}),
        ({"checks": True}, {"tensors": "staged", "allocate_arenas": False, "io": "application"}),
    ],
    ids=["bound", "staged-calls", "staged-bound-calls", "checks-application"],
)
def test_real_models_in_every_arrangement(
    model: str, on: str, module: Mapping[str, Any], memory: dict[str, Any]
) -> None:
    path = shared("models", f"mlperf_{model}_int8.tflite")
    rules = {"tensors": STAGED} if "tensors" in memory else {}
    assert_exact(path, on, module=module, memory={**memory, **rules})
