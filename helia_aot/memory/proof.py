"""Whether a plan is right, found from the program's text alone and not from how it was made.

Two tensors in use at one time share a byte only where a contract of the call at which one dies and
the other is born allows it, and each has its size within its region.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from helia_aot.ir import aot
from helia_aot.ir.overlap import permits
from helia_aot.ir.places import placements
from helia_aot.ir.program import CANARY_BYTES, Placement, RegionRole
from helia_aot.ir.storage import Storage, storages
from helia_aot.ir.tensor_table import Key, tensor_ids


class _Held(NamedTuple):
    """Bytes of a region, from one step to another, both included."""

    storage: Storage
    first: int
    last: int
    start: int
    end: int


def mistakes(module: aot.ModuleOp, found: Sequence[Storage] | None = None) -> Iterator[str]:
    """What is wrong with the plan of a module, in words; `found` is its storage, if known."""
    assert module.memory is not None, "the module is planned"
    places = dict(placements(module))
    held: dict[int, list[_Held]] = {}
    for storage in storages(module) if found is None else found:
        if storage.size:
            if problem := _misplaced(module, storage, places):
                yield f"{tensor_ids(module)[storage.key]} {problem}"
                return
            place = places[storage.key]
            held.setdefault(place.region, []).append(_held(module, storage, place))
    for region in held.values():
        for one, other in _together(region):
            if not _allowed(one, other):
                ids = tensor_ids(module)
                names = f"{ids[one.storage.key]} and {ids[other.storage.key]}"
                yield f"{names} share bytes while both are in use"


def _misplaced(
    module: aot.ModuleOp, storage: Storage, places: Mapping[Key, Placement]
) -> str | None:
    place, regions = places[storage.key], module.memory
    assert regions is not None, "the module is planned"
    size = regions.data[place.region].data.size if 0 <= place.region < len(regions) else -1
    if place.size < storage.size or place.offset < 0 or place.offset + place.size > size:
        return f"has {storage.size} bytes, its place {tuple(place)} is in a region of {size}"
    for value in storage.values:
        if places[value] != place:
            return f"is at {tuple(place)}, what shares its bytes at {tuple(places[value])}"
    return None


def _held(module: aot.ModuleOp, storage: Storage, place: Placement) -> _Held:
    assert module.memory is not None, "the module is planned"
    role = module.memory.data[place.region].data.role
    written = role in (RegionRole.SCRATCH, RegionRole.PERSISTENT)
    more = CANARY_BYTES if written and module.config.data.checks else 0
    first, last = (storage.first, storage.last) if role == RegionRole.SCRATCH else (0, 0)
    return _Held(storage, first, last, place.offset, place.offset + storage.size + more)


def _together(region: list[_Held]) -> Iterator[tuple[_Held, _Held]]:
    """Pairs that share a byte while both are in use, the one that was there first ahead."""
    if len({(h.first, h.last) for h in region}) == 1:  # constants: neighbours are enough
        ordered = sorted(region, key=lambda h: h.start)
        yield from (pair for pair in pairwise(ordered) if pair[1].start < pair[0].end)
        return
    live: list[_Held] = []
    for born in sorted(region, key=lambda h: (h.first, h.start)):
        live = [h for h in live if h.last >= born.first]
        yield from ((h, born) for h in live if h.start < born.end and born.start < h.end)
        live.append(born)


def _allowed(dying: _Held, born: _Held) -> bool:
    """Whether a contract of the call that makes one allows that it runs into the other."""
    if dying.last != born.first:
        return False
    return any(
        reuse.key is dying.storage.key and permits(reuse.distance, born.start, dying.start)
        for reuse in born.storage.reuses
    )
