"""Which channels and widths the cases of a kernel have: kernels differ in their tails alone.

Knows numbers, and no kernel. Channels are 1 to 40, widths 1 to 20.
"""

from collections.abc import Iterable

SAMPLE = 96
"""Cases that meet every channel count mod 16 with every width mod 6."""
MATRIX = SAMPLE + 40 * 20
"""Cases that meet every channel count with every width besides."""

EVERY = {(channels, width) for channels in range(16) for width in range(6)}


def tail(i: int, least: int = 1) -> tuple[int, int]:
    """Channels and width of case `i`; channels below `least` are 16 more."""
    if i < SAMPLE:
        channels = 1 + i % 16 + 16 * (i // 16 % 2)
        width = 1 + i // 16 + 6 * (i % 3)
    else:
        channels, width = 1 + (i - SAMPLE) % 40, 1 + (i - SAMPLE) // 40 % 20
    return channels + (16 if channels < least else 0), width


def residues(shapes: Iterable[tuple[int, ...]]) -> set[tuple[int, int]]:
    """Which tails outputs of NHWC have."""
    return {(shape[-1] % 16, shape[-2] % 6) for shape in shapes}
