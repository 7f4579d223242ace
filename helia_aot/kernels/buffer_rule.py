"""What a rule for the buffer of a kernel is. Knows no kernel."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from helia_aot.ir.target import Target

Numbers = Mapping[str, int]
"""The number fields of a descriptor."""

Size = Callable[[Numbers, Target], int]


class Rule(NamedTuple):
    """Which field of a descriptor holds the buffer, and how large that must be."""

    field: str
    size: Size
    filled: bool = False
    """Whether it is a constant, which is there before the first run; else it is scratch."""


class Spare(NamedTuple):
    """Which tensor field of a descriptor a kernel reads beyond, and how many bytes. What they are
    does not matter, but that they can be read."""

    field: str
    size: Size
