"""Random cases through the portable bodies on the host and the accelerated ones on QEMU."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.unit.kernels_dsp import (
    test_add,
    test_conv,
    test_depthwise,
    test_fully_connected,
    test_pools,
    test_segments,
)
from tests.unit.kernels_dsp.harness import (
    FULL,
    Case,
    build_host,
    build_qemu,
    differences,
    missing_tools,
    run,
)
from tests.unit.tails import EVERY, MATRIX, SAMPLE, residues

SOURCES: dict[str, Callable[[int, int], list[Case]]] = {
    "add": test_add.cases,
    "average_pool": partial(test_pools.cases, average=True),
    "conv": test_conv.cases,
    "depthwise": partial(test_depthwise.cases, small=True),
    "depthwise_multiplied": test_depthwise.multiplied,
    "depthwise_taps": partial(test_depthwise.cases, small=False),
    "fully_connected": test_fully_connected.cases,
    "max_pool": partial(test_pools.cases, average=False),
    "pairs_of_channels": test_segments.conv_cases,
    "pairs_of_units": test_segments.fully_connected_cases,
}
COUNT = MATRIX if FULL else SAMPLE
SAMPLED = (("gcc", "-O2"),)
BUILDS = (
    *SAMPLED,
    ("clang", "-O2"),
    ("gcc", "-O0 -fno-omit-frame-pointer"),
    ("clang", "-O0 -fno-omit-frame-pointer"),
    ("gcc", "-Os"),
    ("clang", "-Os"),
    ("gcc", "-O3"),
    ("clang", "-O3"),
)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_host(tmp_path_factory.mktemp("host"))


@pytest.fixture(scope="module", params=BUILDS if FULL else SAMPLED, ids="".join)
def qemu(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler, options = request.param
    if missing := missing_tools(compiler):
        pytest.skip(f"not installed: {missing}")
    return build_qemu(tmp_path_factory.mktemp("qemu"), options.split(), compiler)


@pytest.mark.parametrize("source", SOURCES)
def test_the_sample_meets_every_tail(source: str) -> None:
    """Channels mod 16 with widths mod 6; of a matrix the rows count for little."""
    found = residues(case.expected.shape for case in SOURCES[source](SAMPLE, 21))
    if source in ("fully_connected", "pairs_of_units"):
        assert {units for units, _ in found} == {units for units, _ in EVERY}
    else:
        assert found == EVERY


@pytest.mark.parametrize("source", SOURCES)
def test_portable_bodies_are_exact(host: Path, source: str) -> None:
    cases = SOURCES[source](COUNT, 21)
    assert differences(cases, run(host, cases)) == []


@pytest.mark.parametrize("source", SOURCES)
def test_dsp_bodies_are_exact(qemu: Path, source: str) -> None:
    cases = SOURCES[source](COUNT, 22)
    assert differences(cases, run(qemu, cases)) == []
