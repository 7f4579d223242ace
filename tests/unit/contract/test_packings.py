"""What every packing owes `pack-weights`, asked of the registry: it is undone exactly."""

from collections.abc import Iterator, Mapping
from importlib import import_module

import numpy as np
import pytest

from helia_aot.ir.fields import Value
from helia_aot.ir.types import Array
from helia_aot.kernels.kernel import Role
from helia_aot.kernels.kinds import KINDS, Kind, Packing
from tests.unit.kernels_dsp import test_conv, test_depthwise, test_fully_connected
from tests.unit.kernels_mve.packed import packed_call

PACKINGS = [packing for kind in KINDS.values() for packing in kind.packings]
MODULES = sorted(set(KINDS.modules().values()))

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


@pytest.mark.parametrize("packing", PACKINGS, ids=lambda p: p.name)
def test_unpack_undoes_pack(packing: Packing) -> None:
    seen = 0
    for constants, numbers in given(packing.name):
        seen += 1
        restored = packing.unpack(packing.pack(constants, numbers), numbers)
        assert set(restored) == set(constants)
        for field, array in constants.items():
            assert restored[field].shape == array.shape, (field, numbers)
            assert restored[field].dtype == array.dtype, (field, numbers)
            assert np.array_equal(restored[field], array), (field, numbers)
    assert seen > 0


def test_every_packing_has_a_name_of_its_own() -> None:
    names = [packing.name for packing in PACKINGS]
    assert len(set(names)) == len(names)
    for kind in KINDS.values():
        assert [kind.packing(p.name) for p in kind.packings] == list(kind.packings)


def test_a_packing_of_another_kind_is_none() -> None:
    with pytest.raises(KeyError, match="rows_s8_mve"):
        KINDS["conv_2d_s8_dsp"].packing("rows_s8_mve")


@pytest.mark.parametrize("module", MODULES)
def test_a_kind_is_listed_where_it_is(module: str) -> None:
    own: tuple[Kind, ...] = import_module(module).KINDS
    listed = {kind for kind, place in KINDS.modules().items() if place == module}
    assert {found.record.kind for found in own} == listed


def test_the_list_of_kinds_is_sorted() -> None:
    assert list(KINDS) == sorted(KINDS)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda k: k.record.kind)
def test_a_kind_with_scratch_says_how_much(kind: Kind) -> None:
    assert (kind.scratch is not None) is any(f.role is Role.SCRATCH for f in kind.record.tensors)
