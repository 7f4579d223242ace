"""The table of measured costs, and the choice that it makes."""

import pytest

from benchmarks import cmsis_nn_costs as foreign
from benchmarks import costs as measuring
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops import records
from helia_aot.ir.target import Target
from helia_aot.kernels import costs
from helia_aot.kernels.cmsis_nn.core import Core
from helia_aot.kernels.cmsis_nn.functions import convolution, depthwise
from helia_aot.kernels.costs import Cost, Work, cheapest
from helia_aot.kernels.instruction_sets import PLAIN, SETS
from helia_aot.kernels.kernel import KernelCall
from tests.paths import cmsis_nn
from tests.tools import require_platform
from tests.unit.contract import test_cmsis_nn_rules as rules

DSP = Target("cortex-m4")
WORK = Work(outputs=10, positions=2, taps=3)


def call(kind: str) -> KernelCall:
    return KernelCall(KernelHelper(kind, kind, kind, "int8_t", ""), {}, why="it is there")


@pytest.fixture(autouse=True)
def known(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of three kernels; the real one where a test asks for it."""
    if "real" in request.keywords:
        return
    calls = {"fast": 100, "slow": 1000, "slowest": 9000, "close": 95}
    kernels = {kind: Cost(call=instructions) for kind, instructions in calls.items()}

    def table(isa: str) -> dict[str, Cost]:
        return kernels

    monkeypatch.setattr(costs, "table", table)


def test_a_cost_counts_every_loop() -> None:
    assert Cost(1, 10, 100, 1000, 10000).of(WORK) == 1 + 2 * 10 + 10 * 100 + 6 * 1000 + 30 * 10000
    assert Cost(output=1, mac=100, together=4).of(WORK) == 16 + 48 * 100


def test_nothing_to_do_is_no_fault() -> None:
    assert Cost(call=5, output=1, mac=1).of(Work(outputs=0, positions=1)) == 5


def test_a_later_kernel_is_taken_where_it_costs_much_less() -> None:
    assert cheapest([call("fast"), call("slow")], WORK, DSP) == call("fast")
    taken = cheapest([call("slow"), call("fast")], WORK, DSP)
    assert taken.helper.key == "fast"
    assert taken.why == "it is there: about 100 instructions, slow 1000"


def test_why_names_the_kernel_that_was_left() -> None:
    taken = cheapest([call("slowest"), call("slow"), call("fast")], WORK, DSP)
    assert taken.why == "it is there: about 100 instructions, slow 1000"


def test_what_a_gain_is_worth_depends_on_what_is_optimized() -> None:
    calls = [call("fast"), call("close")]
    for optimize, key in (("speed", "close"), ("balanced", "fast"), ("size", "fast")):
        assert cheapest(calls, WORK, DSP._replace(optimize=optimize)).helper.key == key


def test_what_is_not_measured_is_not_judged() -> None:
    assert cheapest([call("unknown"), call("fast")], WORK, DSP).helper.key == "unknown"
    assert cheapest([call("slow"), call("unknown")], WORK, DSP).helper.key == "slow"


def test_a_provider_that_is_asked_for_runs_what_it_can() -> None:
    other = Target("cortex-m4", "cmsis-nn")
    assert cheapest([call("slow"), call("fast")], WORK, other).helper.key == "slow"


@pytest.mark.real
@pytest.mark.parametrize("core", Core)
def test_every_function_of_cmsis_nn_that_runs_a_convolution_is_measured(core: Core) -> None:
    """By the name of the function, for all geometries that tell one from another."""
    found: set[str] = set()
    wide = {"stride_h": 2, "stride_w": 2}
    for more in (rules.TAP, rules.TAP | wide, rules.ROW, {}, {"input_c": 1, "group_c": 1}):
        found.add(convolution(rules.CONVOLUTION | more, core))
    for more in (
        {},
        {"kernel_w": 5},
        {"depth_multiplier": 2},
        {"depth_multiplier": 4},
        rules.SINGLE,
    ):
        found.add(depthwise(rules.DEPTHWISE | more, core))
    assert found == set(costs.foreign_table(core))


@pytest.mark.parametrize("core", Core)
def test_what_cmsis_nn_makes_a_convolution_costs_as_much_as_one(core: Core) -> None:
    """On MVE: the transposition, which is saved, comes on top."""
    single = rules.DEPTHWISE | rules.SINGLE
    same = depthwise(single, core) == convolution(single | {"group_c": 1}, core)
    assert same == (core is Core.MVE)


@pytest.mark.real
@pytest.mark.parametrize("core", [Core.DSP, Core.MVE])
def test_the_table_of_cmsis_nn_is_what_is_counted(core: Core) -> None:
    cmsis_nn()
    require_platform(foreign.BOARDS[core], "gcc")
    for name, samples in foreign.measured(core).items():
        if name in costs.foreign_table(core):
            ratios = [costs.foreign_table(core)[name].of(work) / count for work, count in samples]
            assert min(ratios) > 0.5, name
            assert max(ratios) < 1.5, name


@pytest.mark.real
def test_the_table_is_of_kernels() -> None:
    for isa in (PLAIN, *SETS):
        kernels = costs.table(isa)
        assert set(kernels) <= set(records())
        assert all(cost.of(WORK) > 0 for cost in kernels.values())


@pytest.mark.real
@pytest.mark.parametrize("isa", measuring.BOARDS)
@pytest.mark.parametrize("family", [measuring.convolutions, measuring.fully_connected])
def test_no_other_kernel_takes_much_less_than_the_chosen(
    isa: str, family: measuring.Family
) -> None:
    """Measured again, layer by layer, with every kernel that there is."""
    require_platform(*measuring.BOARDS[isa])
    data = measuring.model_of(family)
    chosen = [o for _, (_, o) in measuring.run(data, isa)]
    for kind in measuring.kinds_of(data, isa):
        for least, (used, (_, found)) in zip(chosen, measuring.run(data, isa, kind), strict=True):
            assert used != kind or found > 0.6 * least, (kind, found, least)
