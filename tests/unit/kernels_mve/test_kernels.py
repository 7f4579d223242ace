"""Every MVE kernel against numpy: the portable body on the host, the MVE body on the emulator.

`HELIA_FULL=1` runs more cases, both compilers and every optimization level.
"""

import os
import shutil
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from helia_aot.verify.toolchain import Compiler
from tests.unit.kernels_mve import (
    conv_cases,
    depthwise_cases,
    elementwise_cases,
    fully_connected_cases,
)
from tests.unit.kernels_mve.image import KernelCase, KernelImage, build_image
from tests.unit.tails import EVERY, MATRIX, SAMPLE, residues, tail

FULL = os.environ.get("HELIA_FULL") == "1"
COUNT = MATRIX if FULL else SAMPLE
KERNELS = [
    *depthwise_cases.KERNELS,
    *elementwise_cases.KERNELS,
    *fully_connected_cases.KERNELS,
]
FAMILIES: dict[str, Callable[[np.random.Generator, int, int], KernelCase]] = {
    "add": elementwise_cases.random_sum_case,
    "average_pool": partial(elementwise_cases.random_pool, average=True),
    "conv": conv_cases.random_case,
    "depthwise": depthwise_cases.random_tile,
    "depthwise_any": depthwise_cases.random_any,
    "fully_connected": fully_connected_cases.random_case,
    "max_pool": partial(elementwise_cases.random_pool, average=False),
}
"""Random cases of that many channels and columns of output."""
BOARD = "mps3-an547"
Build = tuple[str, Compiler, str, tuple[str, ...]]
CHECKS = "-DHELIA_CHECKS"
SAMPLED: list[Build] = [
    ("host", "gcc", "-O1", (CHECKS,)),
    (BOARD, "gcc", "-O2", ()),
    (BOARD, "gcc", "-O2", (CHECKS,)),
]
MORE: list[Build] = [
    (BOARD, "clang", "-O2", ()),
    (BOARD, "gcc", "-O0", ()),
    (BOARD, "clang", "-O0", ()),
    (BOARD, "gcc", "-Os", ()),
    (BOARD, "clang", "-Os", ()),
    (BOARD, "gcc", "-O3", ("-fno-omit-frame-pointer",)),
    (BOARD, "clang", "-O3", ("-fno-omit-frame-pointer",)),
]
_TOOLS = {"host": ("gcc",), BOARD: ("arm-none-eabi-gcc", "qemu-system-arm")}


def _name(build: Build) -> str:
    return "".join((*build[:3], *build[3]))


@pytest.fixture(scope="module", params=[*SAMPLED, *MORE] if FULL else SAMPLED, ids=_name)
def image(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> KernelImage:
    where, compiler, level, flags = request.param
    missing = [tool for tool in _TOOLS[where] if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")
    work: Path = tmp_path_factory.mktemp("kernels_mve")
    kernels = [*KERNELS, *conv_cases.kernels(cases("conv", COUNT))]
    return build_image(work, kernels, where, compiler=compiler, optimization=level, flags=flags)


@cache
def cases(family: str, count: int) -> list[KernelCase]:
    rng = np.random.default_rng(sum(map(ord, family)))
    return [FAMILIES[family](rng, *tail(i)) for i in range(count)]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_sample_meets_every_tail(family: str) -> None:
    """Channels mod 16 with widths mod 6."""
    assert residues(case.expected.shape for case in cases(family, SAMPLE)) == EVERY


def test_the_sample_has_tiles_of_many_depths() -> None:
    """With positions one behind the other and apart, two pairs a round, and the last ones."""
    given = {case.kernel.rpartition("mve_")[2] for case in cases("conv", SAMPLE)}
    tiles = {name.removeprefix("copied_") for name in given}
    assert {"k8", "k16", "k32", "k144", "k160", "k176", "k208", "k240", "k256", "any"} <= tiles
    assert sum("_step" in tile for tile in tiles) >= 5


@pytest.mark.parametrize("family", FAMILIES)
def test_random_shapes(image: KernelImage, family: str) -> None:
    """Outputs are exact, and nothing around any tensor is read or written."""
    outcomes = image.run(cases(family, COUNT))
    bad = [
        f"{o.case.kernel} {o.case.label}: {o.wrong} wrong, damaged {o.damaged:b}"
        for o in outcomes
        if o.wrong or o.damaged
    ]
    assert not bad, "\n".join(bad)
