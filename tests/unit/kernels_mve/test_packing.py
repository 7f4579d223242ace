"""Packings are undone exactly."""

import numpy as np
import pytest

from helia_aot.ir.packing import PACKINGS
from tests.unit.kernels_mve.packed import packed_call

NAMES = sorted(name for name in PACKINGS if name.endswith("_mve"))


@pytest.mark.parametrize("name", NAMES)
def test_unpack_undoes_pack(name: str) -> None:
    rng = np.random.default_rng(len(name))
    for _ in range(40):
        constants, numbers = packed_call(name, rng)
        packed = PACKINGS[name].pack(constants, numbers)
        restored = PACKINGS[name].unpack(packed, numbers)
        assert set(restored) == set(constants)
        for key, array in constants.items():
            assert np.array_equal(restored[key], array), (key, numbers)
