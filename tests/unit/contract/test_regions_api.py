"""What the application calls: binding arenas, inputs and outputs, hydrating constants."""

import re
from pathlib import Path

import pytest

from helia_aot import ConversionResult
from tests.unit.contract.harness import PLAIN, STAGED, convert, placements, regions, run_c
from tests.unit.contract.programs import planned


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return run_c(convert(tmp_path_factory.mktemp("plain") / "m").output_dir, PLAIN)


def buffers(result: ConversionResult) -> str:
    """A buffer for every region, those of cold constants with their bytes."""
    lines: list[str] = []
    for r in regions(result):
        data = ""
        if r.sidecar_file and r.source_symbol is None:
            content = (result.output_dir / r.sidecar_file).read_bytes()
            data = f" = {{{', '.join(map(str, content))}}}"
        lines.append(f"static uint8_t b{r.id}[{r.size}] __attribute__((aligned(16))){data};")
    return "\n".join(lines)


def bind_all(result: ConversionResult) -> str:
    return "\n".join(
        f"if (m_bind_arena(&ctx, (m_arena_region_t){r.id}, b{r.id}, sizeof b{r.id}) != M_OK)"
        " { return 10; }"
        for r in regions(result)
    )


def program(head: str, *steps: str) -> str:
    """Steps that print statuses, after some definitions."""
    return head + "\nint main(void)\n{\n" + "\n".join(steps) + "\nreturn 0;\n}\n"


def show(call: str) -> str:
    return f'printf("%s\\n", m_status_text({call}));'


def test_bind_checks_everything(tmp_path: Path) -> None:
    result = convert(tmp_path / "m", memory={"allocate_arenas": False})
    need = regions(result)[0].size
    main = program(
        f"static uint8_t b[{need} + 16] __attribute__((aligned(16)));",
        "(void)write_inputs; (void)print_outputs;",
        show("m_bind_arena(NULL, (m_arena_region_t)0, b, sizeof b)"),
        show("m_bind_arena(&ctx, (m_arena_region_t)0, NULL, sizeof b)"),
        show(f"m_bind_arena(&ctx, (m_arena_region_t)0, b, {need - 1})"),
        show("m_bind_arena(&ctx, (m_arena_region_t)0, b + 8, sizeof b - 8)"),
        show("m_bind_arena(&ctx, (m_arena_region_t)7, b, sizeof b)"),
        show("m_model_init(&ctx)"),
        show("m_model_run(&ctx)"),
        show(f"m_bind_arena(&ctx, (m_arena_region_t)0, b, {need})"),
        show("m_model_run(&ctx)"),
    )
    unbound = "a region or a buffer has no memory: bind it first"
    uninitialized = "the context is not initialized: call init before run"
    assert run_c(result.output_dir, main) == [
        *("a pointer is NULL", "a pointer is NULL", "a buffer is too small"),
        "a buffer is not aligned",
        "no such region or buffer, or not one to bind",
        *(unbound, uninitialized, "ok", uninitialized),
    ]


def test_binding_again_needs_another_initialization(tmp_path: Path) -> None:
    """The inputs and outputs of the context would still be those of the first memory."""
    result = convert(tmp_path / "m", memory={"allocate_arenas": False})
    main = program(
        buffers(result),
        "(void)write_inputs; (void)print_outputs;",
        bind_all(result),
        show("m_model_init(&ctx)"),
        show("m_model_run(&ctx)"),
        show("m_bind_arena(&ctx, (m_arena_region_t)0, b0, sizeof b0)"),
        show("m_model_run(&ctx)"),
        show("m_model_init(&ctx)"),
        show("m_model_run(&ctx)"),
    )
    uninitialized = "the context is not initialized: call init before run"
    assert run_c(result.output_dir, main) == ["ok", "ok", "ok", uninitialized, "ok", "ok"]


@pytest.mark.parametrize("rules", [[], STAGED], ids=["cold", "staged"])
def test_bind_then_init_then_run(
    tmp_path: Path, rules: list[dict[str, object]], outputs: list[str]
) -> None:
    result = convert(tmp_path / "m", memory={"allocate_arenas": False, "tensors": rules})
    main = buffers(result) + PLAIN.replace("{\n", "{\n" + bind_all(result), 1)
    assert run_c(result.output_dir, main) == outputs


def test_two_contexts_do_not_disturb_each_other(tmp_path: Path, outputs: list[str]) -> None:
    result = convert(tmp_path / "m", memory={"allocate_arenas": False})
    size = regions(result)[0].size
    main = f"{buffers(result)}\nstatic uint8_t other[{size}] __attribute__((aligned(16)));"
    second = [
        f"if (m_bind_arena(&two, (m_arena_region_t){r.id}, {b}, sizeof {b}) != M_OK)"
        " { return 4; }"
        for r, b in zip(regions(result), ("other", "b1"), strict=True)
    ]
    between = "\n".join(
        [
            "write_inputs(); static m_model_context_t two;",
            *second,
            "if (m_model_init(&two) != M_OK || m_model_run(&two) != M_OK) { return 5; }",
        ]
    )
    main += PLAIN.replace("{\n", "{\n" + bind_all(result), 1).replace("write_inputs();", between)
    assert run_c(result.output_dir, main) == outputs


COUNTING = """
#include "m_regions.h"
static int copies;
m_status_t m_hydrate_constants(m_model_context_t *c)
{
    for (size_t i = 0; i < M_HYDRATIONS; ++i) {
        memcpy(c->regions[m_hydrations[i].region], m_hydrations[i].source, m_hydrations[i].nbytes);
        ++copies;
    }
    return M_OK;
}
"""


def test_hydration_is_one_copy_per_region_and_can_be_replaced(
    tmp_path: Path, outputs: list[str]
) -> None:
    rules = [*STAGED, {"id": "conv_2d_0_shifts", "attributes": {"memory": "psram"}}]
    result = convert(tmp_path / "m", memory={"tensors": rules})
    counted = PLAIN.replace("return 0;", 'printf("%d\\n", copies); return 0;')
    assert run_c(result.output_dir, COUNTING + counted) == [*outputs, "2"]


@pytest.mark.parametrize("allocate", [True, False])
def test_hydration_by_hand(tmp_path: Path, outputs: list[str], allocate: bool) -> None:
    memory = {"tensors": STAGED, "auto_hydrate_constants": False, "allocate_arenas": allocate}
    result = convert(tmp_path / "m", memory=memory)
    main = PLAIN.replace("write_inputs();", "write_inputs(); HYDRATE")
    if not allocate:
        main = buffers(result) + main.replace("{\n", "{\n" + bind_all(result), 1)
    by_hand = main.replace("HYDRATE", "if (m_hydrate_constants(&ctx) != M_OK) { return 6; }")
    assert run_c(result.output_dir, by_hand) == outputs
    size = regions(result)[1].size
    untouched = f"for (int i = 0; i < {size}; ++i) if (ctx.regions[1][i] != 0) {{ return 7; }}"
    not_by_init = main.replace("HYDRATE", f'{untouched} printf("empty\\n"); return 0;')
    assert run_c(result.output_dir, not_by_init) == ["empty"]


FAILING = """
static m_status_t answer = M_OK;
m_status_t m_hydrate_constants(m_model_context_t *c)
{
    return c == NULL ? M_ERROR_NULL : answer;
}
"""


def test_a_failing_hydration_fails_the_initialization(tmp_path: Path) -> None:
    """Of a context, too, that was initialized before."""
    result = convert(tmp_path / "m", memory={"tensors": STAGED})
    main = program(
        FAILING,
        "(void)write_inputs; (void)print_outputs;",
        show("m_model_init(&ctx)"),
        "answer = M_ERROR_SIZE;",
        show("m_model_init(&ctx)"),
        show("m_model_run(&ctx)"),
    )
    uninitialized = "the context is not initialized: call init before run"
    assert run_c(result.output_dir, main) == ["ok", "a buffer is too small", uninitialized]


def test_hydration_refuses_what_is_unbound(tmp_path: Path) -> None:
    memory = {"tensors": STAGED, "allocate_arenas": False}
    result = convert(tmp_path / "m", memory=memory)
    main = program(
        "",
        "(void)write_inputs; (void)print_outputs;",
        show("m_hydrate_constants(NULL)"),
        show("m_hydrate_constants(&ctx)"),
    )
    assert run_c(result.output_dir, main) == [
        "a pointer is NULL",
        "a region or a buffer has no memory: bind it first",
    ]


IO = """
static uint8_t in[M_INPUT_0_NBYTES] __attribute__((aligned(16)));
static uint8_t out[M_OUTPUT_0_NBYTES] __attribute__((aligned(16)));
"""
BIND_IO = """
    if (m_bind_input(&ctx, 0, in, sizeof in) != M_OK) { return 11; }
    if (m_bind_output(&ctx, 0, out, sizeof out) != M_OK) { return 12; }
"""
SAME = "if (ctx.inputs[0].data != in || ctx.outputs[0].data != out) { return 13; }"


@pytest.mark.parametrize("when", ["before init", "after init"])
def test_inputs_and_outputs_are_the_applications(
    tmp_path: Path, outputs: list[str], when: str
) -> None:
    result = convert(tmp_path / "m", memory={"io": "application"})
    main = IO + PLAIN.replace("write_inputs();", f"{SAME} write_inputs();")
    if when == "before init":
        main = main.replace("{\n", "{\n" + BIND_IO, 1)
    else:
        main = main.replace(SAME, BIND_IO + SAME)
    assert run_c(result.output_dir, main) == outputs
    # The plan needs no room for them, and the input is as the application left it.
    unchanged = main.replace(
        "print_outputs();",
        "for (uint32_t i = 0; i < sizeof in; ++i)"
        " { if (in[i] != (uint8_t)(i * 37u + 5u)) { return 14; } } print_outputs();",
    )
    assert run_c(result.output_dir, unchanged) == outputs
    assert [r for r in placements(result).values() if r.region is None] != []


def test_buffers_change_between_runs_without_a_copy(tmp_path: Path, outputs: list[str]) -> None:
    """Other buffers for the next run, one of them in use by the first run for something else."""
    result = convert(tmp_path / "m", memory={"io": "application"})
    other = "static uint8_t out2[M_OUTPUT_0_NBYTES] __attribute__((aligned(16)));"
    again = """
    if (m_bind_output(&ctx, 0, out2, sizeof out2) != M_OK) { return 15; }
    memset(out, 0x5a, sizeof out);
    if (m_model_run(&ctx) != M_OK) { return 16; }
    for (size_t i = 0; i < sizeof out; ++i) { if (out[i] != 0x5a) { return 17; } }
    if (ctx.outputs[0].data != out2) { return 18; }
    print_outputs();
    return 0;"""
    main = (IO + other + PLAIN.replace("{\n", "{\n" + BIND_IO, 1)).replace("return 0;", again, 1)
    assert run_c(result.output_dir, main) == [*outputs, *outputs]


def test_bind_io_checks_everything(tmp_path: Path) -> None:
    rules = [{"type": "input", "attributes": {"io": "application"}}]
    result = convert(tmp_path / "m", memory={"tensors": rules})
    main = program(
        "static uint8_t b[M_INPUT_0_NBYTES + 16] __attribute__((aligned(16)));",
        "(void)write_inputs; (void)print_outputs;",
        show("m_model_init(&ctx)"),
        show("m_model_run(&ctx)"),
        show("m_bind_input(NULL, 0, b, sizeof b)"),
        show("m_bind_input(&ctx, 0, NULL, sizeof b)"),
        show("m_bind_input(&ctx, 1, b, sizeof b)"),
        show("m_bind_input(&ctx, 0, b, M_INPUT_0_NBYTES - 1)"),
        show("m_bind_input(&ctx, 0, b + 1, M_INPUT_0_NBYTES)"),
        show("m_bind_output(&ctx, 0, b, sizeof b)"),
        show("m_bind_input(&ctx, 0, b, M_INPUT_0_NBYTES)"),
        show("m_model_run(&ctx)"),
    )
    refused = "no such region or buffer, or not one to bind"
    assert run_c(result.output_dir, main) == [
        *("ok", "a region or a buffer has no memory: bind it first"),
        *("a pointer is NULL", "a pointer is NULL", refused, "a buffer is too small"),
        *("a buffer is not aligned", refused, "ok", "ok"),
    ]


def test_one_tensor_in_two_ports_stays_in_the_arena() -> None:
    body = "aot.return %x : tensor<4xi8>"
    rules = ("input=@application", "output=@application")
    module = planned(body, "%x: tensor<4xi8>", '"x"', rules=rules)
    assert [r.data.role for r in module.memory or ()] == ["scratch"]


def test_regions_are_named_by_role_and_memory(tmp_path: Path) -> None:
    convert(tmp_path / "m", memory={"tensors": STAGED})
    text = (tmp_path / "m" / "includes-api" / "m_memory.h").read_text()
    names = re.findall(r"(M_REGION_\w+) = \d", text)
    assert names == ["M_REGION_SCRATCH_SRAM", "M_REGION_CONSTANT_DTCM_FROM_MRAM"]
