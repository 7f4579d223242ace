"""The kernels of small operators against numpy: portable on the host, accelerated on both boards.

Their bodies stand in one file each, so one image holds all of them, whatever the core.
`HELIA_FULL=1` runs more cases and every optimization level.
"""

import os
import shutil
from functools import partial
from pathlib import Path

import pytest
from numpy.random import Generator, default_rng

from helia_aot.kernels.dsp import elementwise as dsp_add
from helia_aot.kernels.mve import elementwise as mve_add
from helia_aot.verify.toolchain import Compiler
from tests.unit.kernels_mve.image import KernelCase, KernelImage, build_image
from tests.unit.kernels_small import elementwise_cases as elementwise
from tests.unit.kernels_small import movement_cases as movement
from tests.unit.kernels_small import reduction_cases as reduction
from tests.unit.kernels_small.elementwise_cases import Family
from tests.unit.tails import EVERY, MATRIX, SAMPLE, residues, tail

FULL = os.environ.get("HELIA_FULL") == "1"
COUNT = MATRIX if FULL else SAMPLE
KERNELS = [*elementwise.KERNELS, *movement.KERNELS, *reduction.KERNELS]
FAMILIES: dict[str, Family] = {
    "add_dsp": partial(elementwise.add_case, kernels=dsp_add),
    "add_mve": partial(elementwise.add_case, kernels=mve_add),
    "copy": movement.copy_case,
    "dequantize": elementwise.dequantize_case,
    "gather": movement.gather_case,
    "line": elementwise.line_case,
    "lut": elementwise.lut_case,
    "maximum": elementwise.maximum_case,
    "mean": reduction.mean_case,
    "minimum": elementwise.minimum_case,
    "mul": elementwise.mul_case,
    "pad": movement.pad_case,
    "quantize": elementwise.quantize_case,
    "strided": movement.strided_case,
    "softmax": reduction.softmax_case,
    "softmax_s16": partial(reduction.softmax_case, output="int16"),
    "softmax_table": partial(reduction.softmax_case, table=True),
    "softmax_table_s16": partial(reduction.softmax_case, output="int16", table=True),
}
"""Random cases of that many channels and rows of output."""
M4, M55 = "mps2-an386", "mps3-an547"
Build = tuple[str, Compiler, str, tuple[str, ...]]
CHECKS = "-DHELIA_CHECKS"
SAMPLED: list[Build] = [
    ("host", "gcc", "-O1", (CHECKS,)),
    (M4, "gcc", "-O2", ()),
    (M4, "clang", "-O2", ()),
    (M55, "gcc", "-O2", ()),
    (M55, "clang", "-O2", (CHECKS,)),
]
MORE: list[Build] = [
    (board, compiler, level, ("-fno-omit-frame-pointer",))
    for board in (M4, M55)
    for compiler in ("gcc", "clang")
    for level in ("-O0", "-Os", "-O3")
]


def _name(build: Build) -> str:
    return "".join((*build[:3], *build[3]))


@pytest.fixture(scope="module", params=[*SAMPLED, *MORE] if FULL else SAMPLED, ids=_name)
def image(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> KernelImage:
    where, compiler, level, flags = request.param
    tools = ["gcc"] if where == "host" else ["arm-none-eabi-gcc", "qemu-system-arm"]
    tools += ["clang-19"] if compiler == "clang" else []
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")
    work: Path = tmp_path_factory.mktemp("kernels_small")
    return build_image(work, KERNELS, where, compiler=compiler, optimization=level, flags=flags)


def cases(family: str, count: int) -> list[KernelCase]:
    rng: Generator = default_rng(sum(map(ord, family)))
    return [FAMILIES[family](rng, *tail(i)) for i in range(count)]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_sample_meets_every_tail(family: str) -> None:
    """Channels mod 16 with rows mod 6; there may be more axes in front."""
    found = residues(case.expected.shape for case in cases(family, SAMPLE))
    assert found == EVERY


def wrong(image: KernelImage, given: list[KernelCase]) -> list[str]:
    """The cases whose outputs are not exact, or around whose tensors something was written."""
    return [
        f"{o.case.kernel} {o.case.label}: {o.wrong} wrong, damaged {o.damaged:b}"
        for o in image.run(given)
        if o.wrong or o.damaged
    ]


@pytest.mark.parametrize("family", FAMILIES)
def test_random_shapes(image: KernelImage, family: str) -> None:
    """Outputs are exact, and nothing around any tensor is read or written."""
    assert not wrong(image, cases(family, COUNT))


@pytest.mark.parametrize("family", [f for f in FAMILIES if f.startswith("softmax")])
def test_deep_rows(image: KernelImage, family: str) -> None:
    """Sums of 512 and more, which leave nothing of a quotient of 8 bits."""
    depths = (500, 600, 4095)
    given = [FAMILIES[family](default_rng(seed), n, 2) for n in depths for seed in range(4)]
    assert not wrong(image, given)
