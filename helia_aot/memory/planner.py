"""Offsets for buffers with lifetimes: several greedy orders, the best one wins.

Knows lifetimes, sizes and alignments, and nothing of tensors. Deterministic: no clock, no
randomness; the proven lower bound is the largest sum of sizes that live at one time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import networkx as nx


@dataclass(frozen=True)
class Buffer:
    """`size` bytes that are in use in steps `first` to `last`, both included."""

    first: int
    last: int
    size: int


@dataclass(frozen=True)
class Plan:
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
    conflicts = _conflicts(buffers)
    bound = _lower_bound(buffers, sizes)
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


def _conflicts(buffers: Sequence[Buffer]) -> "nx.Graph[int]":
    """Which buffers live together; linear in buffers and pairs."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(buffers)))
    live: list[int] = []
    for i in sorted(range(len(buffers)), key=lambda i: buffers[i].first):
        live = [j for j in live if buffers[j].last >= buffers[i].first]
        graph.add_edges_from((i, j) for j in live)
        live.append(i)
    return graph


def _lower_bound(buffers: Sequence[Buffer], sizes: Sequence[int]) -> int:
    changes: dict[int, int] = {}
    for buffer, size in zip(buffers, sizes, strict=True):
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
    conflicts: "nx.Graph[int]",
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
