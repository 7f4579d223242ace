"""The contracts of kernels, body by body: with the output over a dying input, at the distance that
its record says and at larger ones, every element is what it is with tensors apart.

An element below that distance is shown to change the output, so that these cases could fail.
`HELIA_FULL=1` runs more builds.
"""

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops import add, maximum, minimum, mul, record_of, records
from helia_aot.ir.ops.families import lut
from helia_aot.ir.types import Array
from helia_aot.kernels import line
from helia_aot.kernels.dsp import elementwise as dsp_add
from helia_aot.kernels.kernel import Role
from helia_aot.kernels.mve import elementwise as mve_add
from tests.unit.kernels_mve.image import KernelCase, KernelImage, build_image

FULL = os.environ.get("HELIA_FULL") == "1"
SIZES = (*range(1, 36), 63, 64, 65, 255, 1023)
AHEAD = (0, 1, 2, 3, 7, 8, 16, 33)
"""Elements that the output lies ahead of the input, besides the contract's distance."""
M4, M55 = "mps2-an386", "mps3-an547"
SAMPLED = [("host", "-O1"), (M4, "-O2"), (M55, "-O2")]
MORE = [(board, level) for board in (M4, M55) for level in ("-O0", "-O3", "-Os")]
BUILDS = [*SAMPLED, *MORE] if FULL else SAMPLED

_OUTPUT = {"output_multiplier": 1518500250, "output_shift": -18, "output_offset": 5}
_CLAMP = {"act_min": -100, "act_max": 90}
_SCALED = {"input2_multiplier": 1288490189, "input2_shift": -1, "input2_offset": -7}
_SUM = {"multiplier1": 1200000, "multiplier2": 900000, "addend": 3 << 20, **_CLAMP}
_SCALE = {"input_offset": 9, "multiplier": 1288490189, "shift": 0, "output_offset": -3}
_PRODUCT = {"input1_offset": 9, "input2_offset": -7, **_OUTPUT, "output_shift": -6, **_CLAMP}

NUMBERS: Mapping[KernelHelper, Mapping[str, int]] = {
    **{
        KernelHelper(kind, kind, kind, "", ""): _SCALE
        for kind in ("quantize_s8_s8", "quantize_s8_u8", "quantize_u8_s8", "quantize_s16_s16")
    },
    line.HELPER: {"multiplier": 1500000, "addend": 1 << 21},
    lut.LUT: {},
    mul.FLAT: _PRODUCT,
    minimum.FLAT: {},
    maximum.FLAT: {},
    add.FLAT: {"input1_offset": 11, **_SCALED, **_OUTPUT, **_CLAMP},
    add.SCALAR: {
        **{"input1_offset": 11, "input1_multiplier": 1073741824, "input1_shift": 0},
        **(_SCALED | _OUTPUT | _CLAMP),
    },
    dsp_add.ADD_DSP: _SUM,
    mve_add.HELPER: _SUM,
}
"""Some arithmetic for each kernel whose output may lie over an input."""


KERNELS = [(helper, record_of(helper.struct_kind)) for helper in NUMBERS]


def test_every_kernel_with_a_contract_is_tested() -> None:
    sure = {kind for kind, record in records().items() if record.reach({})}
    assert sure
    assert sure == {helper.struct_kind for helper in NUMBERS}


@pytest.fixture(scope="module", params=BUILDS, ids="".join)
def image(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> KernelImage:
    where, level = request.param
    tools = ["gcc"] if where == "host" else ["arm-none-eabi-gcc", "qemu-system-arm"]
    if missing := [tool for tool in tools if shutil.which(tool) is None]:
        pytest.skip(f"needs {', '.join(missing)}")
    work: Path = tmp_path_factory.mktemp("overlaps")
    return build_image(work, KERNELS, where, optimization=level)


def case(helper: KernelHelper, size: int, same: bool) -> KernelCase:
    """With tensors apart, and nothing expected yet; inputs of the output's size are one array, or
    each its own."""
    record, rng = record_of(helper.struct_kind), np.random.default_rng(size)
    tensors: dict[str, Array] = {}
    for field in record.tensors:
        kind = field.ctype.removesuffix("_t")
        low, high = np.iinfo(kind).min, int(np.iinfo(kind).max) + 1
        shape = {"table": 256}.get(field.name, size)
        tensors[field.name] = rng.integers(low, high, shape, kind)
    output = tensors.pop("output")
    if helper == add.SCALAR:
        tensors["input2"] = tensors["input2"][:1]
    elif same:
        tensors |= {name: tensors["input1"] for name in tensors if name == "input2"}
    numbers = {**NUMBERS[helper], "size": size}
    return KernelCase(helper.key, record, numbers, tensors, 0, output, f"{size}")


def apart(image: KernelImage, helper: KernelHelper, same: bool) -> list[KernelCase]:
    """Cases that expect what the kernel gives with tensors apart."""
    given = [case(helper, size, same) for size in SIZES]
    return [replace(c, expected=o.output) for c, o in zip(given, image.run(given), strict=True)]


def overlaid(
    given: Sequence[KernelCase], inputs: tuple[str, ...], elements: int
) -> list[KernelCase]:
    """The same, the output so many elements further ahead of the inputs than they allow at most."""
    found: list[KernelCase] = []
    for c in given:
        reach = c.record.reach({k: v for k, v in c.numbers.items() if isinstance(v, int)})
        distance = max(reach[name] for name in inputs) + elements * c.expected.itemsize
        label = f"{c.label} elements, {distance} bytes ahead of {inputs}"
        found.append(replace(c, overlaid=inputs, distance=distance, label=label))
    return found


def wrong(image: KernelImage, given: Sequence[KernelCase]) -> list[str]:
    return [
        f"{o.case.kernel} {o.case.label}: {o.wrong} wrong, damaged {o.damaged:b}"
        for o in image.run(given)
        if o.wrong or o.damaged
    ]


def inputs_of(helper: KernelHelper) -> list[str]:
    record = record_of(helper.struct_kind)
    return [f.name for f in record.tensors if f.role is Role.INPUT and f.name in record.reach({})]


@pytest.mark.parametrize("helper", NUMBERS, ids=lambda h: h.key)
def test_the_output_may_lie_over_each_input(image: KernelImage, helper: KernelHelper) -> None:
    given = apart(image, helper, same=False)
    for name in inputs_of(helper):
        assert not wrong(image, [c for n in AHEAD for c in overlaid(given, (name,), n)])
        assert wrong(image, overlaid(given, (name,), -1)), "closer is no contract"


@pytest.mark.parametrize("helper", [h for h in NUMBERS if len(inputs_of(h)) == 2], ids=str)
def test_the_output_may_lie_over_both_where_they_are_one(
    image: KernelImage, helper: KernelHelper
) -> None:
    given = apart(image, helper, same=True)
    both = "input1", "input2"
    assert not wrong(image, [c for n in AHEAD for c in overlaid(given, both, n)])
