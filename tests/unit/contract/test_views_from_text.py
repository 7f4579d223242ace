"""Views of programs as text, for what the records promise and no operator has yet."""

import json
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.func import Func
from xdsl.parser import Parser

from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.target import single_module
from helia_aot.backend_c.tree import write_tree
from helia_aot.ir import aot
from helia_aot.ir.aot import Aot
from helia_aot.ir.ops.families.weighted import Weighted
from helia_aot.ir.tfl import Tfl
from helia_aot.passes.fold_constants import FoldConstantsPass
from helia_aot.views import MemoryType, RegionRole, TensorKind, result_views
from tests.unit.contract.harness import run_c
from tests.unit.contract.programs import planned

# Types and counts


def node(kind: str, counts: str = "") -> str:
    return f"""
      %y = aot.kernel {kind} via <COPY> {{size = 4}} ins(%x : tensor<4xi8>) {counts}
        {{source_indices = array<i64: 7>}} -> tensor<4xi8>
      aot.return %y : tensor<4xi8>"""


def program(kind: str, counts: str = "", config: str = "") -> aot.ModuleOp:
    return planned(node(kind, counts), "%x: tensor<4xi8>", '"x"', config)


@pytest.mark.parametrize(
    ("kind", "macs", "parameters"),
    [("TRANSPOSE_CONV", 4608, 80), ("CONV_2D", 1152, 18), ("BATCH_MATMUL", 96, 12)],
)
def test_counts_are_those_that_the_program_records(kind: str, macs: int, parameters: int) -> None:
    """Whatever the operator was lowered to: the numbers of its kernel say nothing of them."""
    (view,) = result_views(program(f'"{kind}"', f"macs {macs} parameters {parameters}")).operators
    assert (view.type, view.macs, view.parameters) == (kind, macs, parameters)
    (without,) = result_views(program(f'"{kind}"')).operators
    assert (without.macs, without.parameters) == (None, None)


@pytest.mark.parametrize("schedule", ["table", "calls"])
def test_a_custom_operator_has_its_key_and_a_sanitized_symbol(
    tmp_path: Path, schedule: str
) -> None:
    made = program('"my.Custom-Op/2 */"', config=f', schedule = "{schedule}"')
    (view,) = result_views(made).operators
    assert view.type == "my.Custom-Op/2 */"
    assert view.symbol == "m_my_custom_op_2_0"
    assert view.source_indices == (7,)
    assert view.kernel_calls == {"run": "m_copy_bytes"}
    write_tree(tmp_path / "m", emit(made))
    main = "int main(void) { (void)write_inputs; (void)print_outputs; return m_model_init(&ctx); }"
    assert run_c(tmp_path / "m", main) == []


# Weights behind a DEQUANTIZE

WEIGHTS = """
func.func @main(%x: tensor<2x4xf32>) -> tensor<2x3xf32> {
  %q = tfl.const dense<1> : tensor<3x4xi8, #tfl.quant<0.5 : 0>>
  %w = tfl.dequantize %q : (tensor<3x4xi8, #tfl.quant<0.5 : 0>>) -> tensor<3x4xf32>
  %b = tfl.const dense<1> : tensor<3xi32>
  %y = tfl.fully_connected %x, %w bias %b
      : (tensor<2x4xf32>, tensor<3x4xf32>, tensor<3xi32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}
"""


@pytest.mark.parametrize("folded", [False, True])
def test_a_weight_that_is_dequantized_counts_as_the_constant(folded: bool) -> None:
    """Real numbers have no kernel yet, so such an operator stands in a text alone."""
    context = Context()
    for dialect in (Builtin, Func, Tfl):
        context.load_dialect(dialect)
    module = Parser(context, WEIGHTS).parse_module()
    if folded:
        FoldConstantsPass().apply(context, module)
    assert ("tfl.dequantize" in str(module)) is not folded
    (op,) = (o for o in module.walk() if isinstance(o, Weighted))
    assert op.parameters() == 3 * 4 + 3
    assert op.macs() == 3 * 4 * 2


# State

STATE = """
aot.module <{prefix = "m", residency = true, checks = CHECKS, allocate_arenas = ALLOCATE}> memory [
    #aot.region<{role = "scratch", memory = "sram", source_memory = "sram", size = 64,
        alignment = 16, lower_bound = 64}>,
    #aot.region<{role = "persistent", memory = "itcm", source_memory = "itcm", size = KEPT,
        alignment = 16, lower_bound = 16}>]
    inputs_at [#aot.at<0, 0, 16>] attributes {input_names = ["x"]} {
^bb0(%x: tensor<16xi8>):
  aot.helper <{key = "f", struct_kind = "copy_bytes", helper_name = "copy_bytes",
      ctype = "uint8_t", cmsis = ""}>
  %s = aot.kernel "STATE" calls @f {size = 16} ins(%x : tensor<16xi8>)
      at [#aot.at<1, 0, 16>] {tensor_names = ["state"]} -> tensor<16xi8>
  %y = aot.kernel "COPY" calls @f {size = 16} ins(%s : tensor<16xi8>)
      at [#aot.at<0, 32, 16>] -> tensor<16xi8>
  aot.return %y : tensor<16xi8>
}
"""


def with_state(*, checks: bool = False, allocate: bool = True, room: int = 0) -> aot.ModuleOp:
    """A tensor between two kernels that is kept from run to run."""
    context = Context()
    for dialect in (Builtin, Aot):
        context.load_dialect(dialect)
    text = STATE.replace("CHECKS", str(checks).lower()).replace("ALLOCATE", str(allocate).lower())
    text = text.replace("KEPT", str(room or (32 if checks else 16)))
    module = Parser(context, text).parse_module()
    module.verify()
    return single_module(module)


def test_state_has_a_region_of_its_own() -> None:
    views = result_views(with_state())
    region = views.regions[1]
    assert (region.id, region.role, region.memory) == (1, RegionRole.PERSISTENT, MemoryType.ITCM)
    assert (region.symbol, region.offset, region.size) == ("m_persistent_itcm", 16, 16)
    assert region.source_memory is MemoryType.ITCM
    assert (region.source_symbol, region.source_offset, region.sidecar_file) == (None, 0, None)
    kinds = {t.name: t.kind for t in views.tensors}
    assert kinds["state"] is TensorKind.PERSISTENT
    place = views.placements["state"]
    assert (place.region, place.offset, place.size, place.staged) == (1, 0, 16, False)


def test_state_that_the_application_binds() -> None:
    region = result_views(with_state(allocate=False)).regions[1]
    assert (region.symbol, region.offset, region.sidecar_file) == (None, 0, None)


def test_state_in_the_report() -> None:
    report = json.loads(str(emit(with_state())["m_residency.json"]))
    assert report["regions"][1]["role"] == "persistent"
    (state,) = (t for t in report["tensors"] if t["name"] == "state")
    assert (state["region_id"], state["role"], state["memory"]) == (1, "persistent", "itcm")


KEPT = """
int main(void)
{
    static const uint8_t zeros[16];

    (void)print_outputs;
    if (m_model_init(&ctx) != M_OK || M_PERSISTENT_NBYTES != SIZE) { return 1; }
    if (ctx.regions[M_REGION_PERSISTENT_ITCM] != m_persistent_itcm + 16) { return 2; }
    write_inputs();
    if (m_model_run(&ctx) != M_OK) { return 3; }
    memset(ctx.inputs[0].data, 0, 16);
    memset(ctx.outputs[0].data, 0, 16);
    memcpy(ctx.outputs[0].data, ctx.regions[M_REGION_PERSISTENT_ITCM], 16);
    return memcmp(ctx.outputs[0].data, zeros, 16) == 0 || ((uint8_t *)ctx.outputs[0].data)[1] != 42;
}
"""


@pytest.mark.parametrize("checks", [False, True])
def test_state_is_kept_where_it_lies(tmp_path: Path, checks: bool) -> None:
    """With its canary behind it where there are checks."""
    write_tree(tmp_path / "m", emit(with_state(checks=checks)))
    program = KEPT.replace("SIZE", "32" if checks else "16")
    assert run_c(tmp_path / "m", '#include "m_regions.h"\n' + program) == []


def test_a_plan_without_room_for_a_canary_is_refused() -> None:
    with pytest.raises(ValueError, match="is planned without room for its canary"):
        emit(with_state(checks=True, room=16))
