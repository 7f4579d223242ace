"""Instructions and stack bytes of a run. The image calibrates its counter in every measurement:
it must read exactly 3,000,000 instructions for 1,000,000 rounds of three, or the run is refused."""

from pathlib import Path

import pytest

from helia_aot.errors import VerificationError
from helia_aot.platforms import Board, platform
from helia_aot.verify.cases import Record, RecordKind
from helia_aot.verify.counts import read_counts
from helia_aot.verify.runner import RunResult, run
from helia_aot.verify.toolchain import Compiler
from tests.unit.verify.toy import BOARDS, build_toy, case


def measure(work: Path, target: tuple[str, Compiler], *macros: str) -> RunResult:
    return run(build_toy(work, target, *macros), [case(1)], count=True, stack=True)


@pytest.mark.parametrize("target", BOARDS)
def test_a_loop_of_known_length_is_counted(target: tuple[str, Compiler], tmp_path: Path):
    short = measure(tmp_path, target, "TOY_SPIN=1000").counts
    long = measure(tmp_path, target, "TOY_SPIN=201000").counts
    assert short is not None
    assert long is not None
    assert short.repeats > 100
    assert long.instructions - short.instructions == pytest.approx(600_000, abs=40)


@pytest.mark.parametrize("target", BOARDS)
def test_operators_add_up_to_the_run(target: tuple[str, Compiler], tmp_path: Path):
    counts = measure(tmp_path, target, "TOY_CALLBACKS", "TOY_SPIN=5000").counts
    assert counts is not None
    first, second = counts.operators
    # The rest is the schedule, in which this module looks whether it has a callback.
    assert 0 < counts.instructions - first - second < 60
    assert first == pytest.approx(15_000 + 300, abs=300)


@pytest.mark.parametrize("target", BOARDS[:1])
def test_the_counter_outlives_its_24_bits(target: tuple[str, Compiler], tmp_path: Path):
    counts = measure(tmp_path, target, "TOY_SPIN=230000000").counts
    assert counts is not None
    assert counts.instructions == pytest.approx(690_000_000, abs=5_000)


@pytest.mark.parametrize("target", BOARDS[::3])
def test_counts_repeat_exactly(target: tuple[str, Compiler], tmp_path: Path):
    image = build_toy(tmp_path, target, "TOY_CALLBACKS")
    first, second = (run(image, [case(1)], count=True).counts for _ in range(2))
    assert first == second


@pytest.mark.parametrize("target", BOARDS[::2])
def test_stack_is_that_of_the_model(target: tuple[str, Compiler], tmp_path: Path):
    small = measure(tmp_path / "small", target).stack_bytes
    large = measure(tmp_path / "large", target, "TOY_STACK=4400").stack_bytes
    assert small is not None
    assert large is not None
    assert 400 <= small < 520
    assert large - small == pytest.approx(4_000, abs=16)


def test_nothing_is_measured_on_the_host(tmp_path: Path):
    result = measure(tmp_path, ("host", "gcc"))
    assert result.counts is None
    assert result.stack_bytes is None


def test_a_counter_that_reads_wrong_is_refused():
    board = platform("mps2-an386").board
    assert isinstance(board, Board)
    payload = b"".join(n.to_bytes(8, "little") for n in (75_001, 1, 10, 0, 0, 0))
    with pytest.raises(VerificationError, match="reads 3,000,040 for 3,000,000 instructions"):
        read_counts({RecordKind.COUNTS: Record(RecordKind.COUNTS, 0, 0, payload)}, board)
