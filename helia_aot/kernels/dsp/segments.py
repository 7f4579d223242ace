"""Which output channels stand beside each other where not every pair of neighbours fits a word.

A segment is a run of whole blocks of slots, one for each channel from its first on. A channel that
cannot share a word has zeros for a partner; the segment ends behind it, and what its block writes
for the zeros a later segment overwrites. So a pair that does not fit costs a block, and no more.

Knows which channels are neighbours, and neither weights nor kernels.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.types import Array

Fits = NDArray[np.bool_]
"""Of every channel but the last, whether it shares a word with the next."""


class Segments(NamedTuple):
    """Segments in the order in which they are written."""

    spans: tuple[tuple[int, int], ...]
    """The first channel, and the one after the last slot."""
    channels: int

    @property
    def slots(self) -> int:
        return sum(end - first for first, end in self.spans)

    def order(self) -> list[int]:
        """The channel of every slot; -1 where another slot overwrites it or none reads it."""
        all_ = [c for first, end in self.spans for c in range(first, end)]
        last = {c: i for i, c in enumerate(all_)}
        return [c if last[c] == i and c < self.channels else -1 for i, c in enumerate(all_)]

    def factor(self) -> NDArray[np.int64]:
        """256 for a channel that is a pair's second."""
        factor = np.ones(self.channels, np.int64)
        factor[[c for c in self.order()[1::2] if c >= 0]] = 256
        return factor

    def words(self) -> NDArray[np.int32]:
        """As a kernel reads them: first channel, and the end in the upper half."""
        return np.array([first | end << 16 for first, end in self.spans], np.uint32).view(np.int32)


def of_words(words: Array, channels: int) -> Segments:
    """The inverse of `Segments.words`."""
    numbers = [int(w) & 0xFFFFFFFF for w in words]
    return Segments(tuple((n & 0xFFFF, n >> 16) for n in numbers), channels)


def _spans(sizes: Sequence[int], block: int) -> list[tuple[int, int]]:
    """Blocks one after the other, each of so many channels, as segments."""
    spans: list[tuple[int, int]] = []
    first = at = 0
    for size in sizes:
        at += size
        if size < block:
            spans.append((first, at - size + block))
            first = at
    return spans + ([(first, at)] if first < at else [])


def _fewest(choices: Sequence[Sequence[int]], channels: int) -> list[int]:
    """The sizes of the fewest blocks; `choices` may start at a channel, the best of them first."""
    cost = [0] * (channels + 1)
    taken = [0] * channels
    for c in range(channels - 1, -1, -1):
        taken[c] = min(choices[c], key=lambda size: cost[min(c + size, channels)])
        cost[c] = 1 + cost[min(c + taken[c], channels)]
    sizes: list[int] = []
    at = 0
    while at < channels:
        sizes.append(taken[at])
        at += taken[at]
    return sizes


def in_pairs(fits: Fits, second: Fits) -> Segments:
    """Blocks of two. Channels alone at the end come first where they may be a pair's `second`, the
    last ahead, beside zeros in the place of the channel before; where one may not, or all are
    alone, the last block reaches past the channels."""
    channels = len(fits) + 1
    choices = [[1, 2] if c + 1 < channels and fits[c] else [1] for c in range(channels)]
    sizes = _fewest(choices, channels)
    paired = max((i + 1 for i, size in enumerate(sizes) if size == 2), default=0)
    rest = channels - len(sizes[paired:])
    if paired == 0 or not np.all(second[rest:]):
        return Segments(tuple(_spans(sizes, 2)), channels)
    ahead = ((c - 1, c + 1) for c in range(channels - 1, rest - 1, -1))
    return Segments((*ahead, *_spans(sizes[:paired], 2)), channels)


def in_fours(fits: Fits) -> Segments:
    """Blocks of two pairs, the last of which may reach past the channels."""
    channels = len(fits) + 1
    open_ = np.append(fits, np.ones(4, bool))
    choices = [
        [1] if not open_[c] else [4, 3, 1] if open_[c + 2] else [3, 1] for c in range(channels)
    ]
    return Segments(tuple(_spans(_fewest(choices, channels), 4)), channels)
