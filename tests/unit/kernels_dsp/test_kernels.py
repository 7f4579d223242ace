"""Random cases through the portable bodies on the host and the accelerated ones on QEMU."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.kernels_dsp import (
    test_add,
    test_conv,
    test_depthwise,
    test_fully_connected,
    test_pools,
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

SOURCES: dict[str, Callable[[int, int], list[Case]]] = {
    "add": test_add.cases,
    "conv": test_conv.cases,
    "depthwise": test_depthwise.cases,
    "fully_connected": test_fully_connected.cases,
    "pools": test_pools.cases,
}
COUNT = 2000 if FULL else 60
LEVELS = ("-O0 -fno-omit-frame-pointer", "-O2", "-Os", "-O3") if FULL else ("-O2",)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_host(tmp_path_factory.mktemp("host"))


@pytest.fixture(scope="module", params=LEVELS)
def qemu(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if missing := missing_tools():
        pytest.skip(f"not installed: {missing}")
    return build_qemu(tmp_path_factory.mktemp("qemu"), str(request.param).split())


@pytest.mark.parametrize("source", SOURCES)
def test_portable_bodies_are_exact(host: Path, source: str) -> None:
    cases = SOURCES[source](COUNT, 21)
    assert differences(cases, run(host, cases)) == []


@pytest.mark.parametrize("source", SOURCES)
def test_dsp_bodies_are_exact(qemu: Path, source: str) -> None:
    cases = SOURCES[source](COUNT, 22)
    assert differences(cases, run(qemu, cases)) == []
