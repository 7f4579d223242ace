"""Offsets where a buffer may take the bytes of one that dies as it is born. Knows no tensor.

Where a contract allows it and both have one size, the two become one buffer that lives as long as
both; the planner then places what is left. That fixes two buffers to one offset, which may hinder
more than it helps: the plan without it stays where it is no larger.
"""

from collections.abc import Mapping, Sequence

from helia_aot.memory.planner import Buffer, Plan, lower_bound, plan

Reuses = Mapping[int, Mapping[int, int]]
"""By the number of a buffer that is born, what it may run into: the number of each buffer that dies
then, and the distance of the contract (`helia_aot.ir.overlap`)."""


def plan_in_place(buffers: Sequence[Buffer], reuses: Reuses, alignment: int = 16) -> Plan:
    """The smaller of the plans with and without; its bound holds for every plan by contracts."""
    later = [_born_later(b) if reuses.get(i) else b for i, b in enumerate(buffers)]
    bound = lower_bound(later, alignment)
    apart = plan(buffers, alignment)._replace(lower_bound=bound)
    owners = _owners(buffers, reuses)
    if all(owner == i for i, owner in enumerate(owners)):
        return apart
    merged = {o: _union(buffers, owners, o) for o in dict.fromkeys(owners)}
    shared = plan(tuple(merged.values()), alignment)
    at = dict(zip(merged, shared.offsets, strict=True))
    if shared.peak >= apart.peak:
        return apart
    return Plan(tuple(at[o] for o in owners), shared.peak, bound)


def _owners(buffers: Sequence[Buffer], reuses: Reuses) -> list[int]:
    """Of every buffer the first one whose bytes it takes, maybe by way of others."""
    owners = list(range(len(buffers)))
    for born in sorted(reuses, key=lambda i: (buffers[i].first, i)):
        for dying, distance in reuses[born].items():
            if distance <= 0 and buffers[dying].size == buffers[born].size:
                owners[born] = owners[dying]
                break
    return owners


def _union(buffers: Sequence[Buffer], owners: Sequence[int], owner: int) -> Buffer:
    members = [b for b, o in zip(buffers, owners, strict=True) if o == owner]
    return Buffer(min(b.first for b in members), max(b.last for b in members), members[0].size)


def _born_later(buffer: Buffer) -> Buffer:
    """What no plan can have less of: at its birth a buffer may lie altogether in others."""
    size = buffer.size if buffer.last > buffer.first else 0
    return buffer._replace(first=min(buffer.first + 1, buffer.last), size=size)
