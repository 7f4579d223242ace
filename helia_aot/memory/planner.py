"""Offsets for buffers with lifetimes: a sweep for chains, then greedy orders; the best one wins.

Knows lifetimes, sizes and alignments, and nothing of tensors. Deterministic: no clock, no
randomness; the proven lower bound is the largest sum of sizes that live at one time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import networkx as nx


class Buffer(NamedTuple):
    """`size` bytes that are in use in steps `first` to `last`, both included."""

    first: int
    last: int
    size: int


class Plan(NamedTuple):
    offsets: tuple[int, ...]
    peak: int
    lower_bound: int


ORDERS: tuple[Callable[[Buffer], tuple[int, ...]], ...] = (
    lambda b: (-b.size, b.first, b.last),
    lambda b: (-(b.last - b.first), -b.size, b.first),
    lambda b: (-b.size * (b.last - b.first + 1), b.first),
    lambda b: (b.first, -b.size, b.last),
)
"""Greedy orders: by size, by lifetime, by area, by start."""


def plan(buffers: Sequence[Buffer], alignment: int = 16) -> Plan:
    """Offsets of all buffers, in their order; none overlaps another that lives with it."""
    sizes = [-(-b.size // alignment) * alignment for b in buffers]
    bound = lower_bound(buffers, alignment)
    swept = _sweep(buffers, sizes, bound)
    if swept is not None:
        return Plan(tuple(swept), bound, bound)
    conflicts = _conflicts(buffers)
    best: Plan | None = None
    for order in ORDERS:
        offsets = _place(buffers, sizes, conflicts, order)
        peak = max((o + s for o, s in zip(offsets, sizes, strict=True)), default=0)
        if best is None or peak < best.peak:
            best = Plan(tuple(offsets), peak, bound)
        if peak == bound:
            break
    assert best is not None
    return best


def _sweep(buffers: Sequence[Buffer], sizes: Sequence[int], bound: int) -> list[int] | None:
    """Offsets within the lower bound, found in one walk through time, or None.

    Buffers go to the two ends in turn, as a chain of operators wants them.
    """
    offsets = [0] * len(buffers)
    live: list[int] = []
    order = sorted(range(len(buffers)), key=lambda i: (buffers[i].first, -sizes[i], i))
    for turn, i in enumerate(order):
        live = [j for j in live if buffers[j].last >= buffers[i].first]
        starts = (0, *(offsets[j] + sizes[j] for j in live))
        ends = (bound, *(offsets[j] for j in live))
        free = [s for s in starts if _free(s, sizes[i], live, offsets, sizes, bound)]
        free += [
            e - sizes[i] for e in ends if _free(e - sizes[i], sizes[i], live, offsets, sizes, bound)
        ]
        if not free:
            return None
        offsets[i] = max(free) if turn % 2 else min(free)
        live.append(i)
    return offsets


def _free(
    start: int,
    size: int,
    live: Sequence[int],
    offsets: Sequence[int],
    sizes: Sequence[int],
    bound: int,
) -> bool:
    """Whether nothing that lives lies in these bytes."""
    inside = start >= 0 and start + size <= bound
    return inside and all(
        start + size <= offsets[j] or offsets[j] + sizes[j] <= start for j in live
    )


def _conflicts(buffers: Sequence[Buffer]) -> nx.Graph[int]:
    """Which buffers live together; linear in buffers and pairs."""
    import networkx as nx  # slow to import, and most models are swept

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(buffers)))
    live: list[int] = []
    for i in sorted(range(len(buffers)), key=lambda i: buffers[i].first):
        live = [j for j in live if buffers[j].last >= buffers[i].first]
        graph.add_edges_from((i, j) for j in live)
        live.append(i)
    return graph


def lower_bound(buffers: Sequence[Buffer], alignment: int = 16) -> int:
    """The most bytes that live at one time."""
    changes: dict[int, int] = {}
    for buffer in buffers:
        size = -(-buffer.size // alignment) * alignment
        changes[buffer.first] = changes.get(buffer.first, 0) + size
        changes[buffer.last + 1] = changes.get(buffer.last + 1, 0) - size
    total = peak = 0
    for step in sorted(changes):
        total += changes[step]
        peak = max(peak, total)
    return peak


def _place(
    buffers: Sequence[Buffer],
    sizes: Sequence[int],
    conflicts: nx.Graph[int],
    order: Callable[[Buffer], tuple[int, ...]],
) -> list[int]:
    """First fit: each buffer at the lowest gap among those placed that live with it."""
    offsets: list[int] = [-1] * len(buffers)
    for i in sorted(range(len(buffers)), key=lambda i: (*order(buffers[i]), i)):
        taken = sorted((offsets[j], sizes[j]) for j in conflicts[i] if offsets[j] >= 0)
        offset = 0
        for start, size in taken:
            if offset + sizes[i] <= start:
                break
            offset = max(offset, start + size)
        offsets[i] = offset
    return offsets
