"""The table of measured costs, and the choice that it makes."""

import pytest

from benchmarks import costs as measuring
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops import records
from helia_aot.ir.target import Target
from helia_aot.kernels import costs
from helia_aot.kernels.costs import Cost, Work, cheapest, estimate
from helia_aot.kernels.instruction_sets import PLAIN, SETS
from helia_aot.kernels.kernel import KernelCall
from tests.tools import require_platform

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
    other = Target("cortex-m4", "cmsis-nn")
    assert estimate(call("fast"), WORK, other) is None
    assert cheapest([call("slow"), call("fast")], WORK, other).helper.key == "slow"


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
