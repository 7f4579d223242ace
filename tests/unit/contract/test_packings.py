"""What every packing owes `pack-weights`, asked of the registry: it is undone exactly."""

from collections.abc import Iterator, Mapping

import numpy as np
import pytest

from helia_aot.ir.fields import Value
from helia_aot.ir.packing import PACKINGS
from helia_aot.ir.types import Array
from tests.unit.kernels_dsp import test_conv, test_depthwise, test_fully_connected
from tests.unit.kernels_mve.packed import packed_call

Given = tuple[dict[str, Array], Mapping[str, Value]]
"""The constants of a call before packing, and its numbers."""

COUNT = 40
CASES = {
    "conv_2d_s8_dsp": test_conv.cases,
    "single_depthwise_conv_2d_s8_dsp": test_conv.cases,
    "depthwise_conv_2d_s8_dsp": test_depthwise.cases,
    "depthwise_conv_2d_s8_dsp_taps": test_depthwise.cases,
    "fully_connected_s8_dsp": test_fully_connected.cases,
}
"""Where calls come from that ask for a packing for the DSP extension."""


def given(name: str) -> Iterator[Given]:
    """Random calls that ask for the packing of that name."""
    if name.endswith("_mve"):
        rng = np.random.default_rng(len(name))
        yield from (packed_call(name, rng) for _ in range(COUNT))
    else:
        cases = CASES[name](3 * COUNT, 2)
        yield from ((c.operands(), c.call.numbers) for c in cases if c.call.packing == name)


@pytest.mark.parametrize("name", PACKINGS)
def test_unpack_undoes_pack(name: str) -> None:
    packing, seen = PACKINGS[name], 0
    assert packing.name == name
    for constants, numbers in given(name):
        seen += 1
        restored = packing.unpack(packing.pack(constants, numbers), numbers)
        assert set(restored) == set(constants)
        for field, array in constants.items():
            assert restored[field].shape == array.shape, (field, numbers)
            assert restored[field].dtype == array.dtype, (field, numbers)
            assert np.array_equal(restored[field], array), (field, numbers)
    assert seen > 0
