"""Provenance of operators for model hooks. Knows one attribute; knows no operator.

A hook edits the format's own objects (`ModelT` of LiteRT). Each operator there carries
`source_indices`: its positions in the model file. They are stated when a file is parsed and stay
with the object when a hook reorders or deep-copies it; a hook that fuses or creates operators
states them itself. They are no part of a file format, so
writing a model and reading it again numbers its operators anew.
"""

from collections.abc import Iterable

_ATTRIBUTE = "source_indices"


def state_source_indices(operator: object, indices: Iterable[int]) -> None:
    """State which operators of the model file `operator` stands for; none if it is new."""
    stated = tuple(sorted(set(indices)))
    if stated and stated[0] < 0:
        raise ValueError(f"source index {stated[0]} is negative")
    setattr(operator, _ATTRIBUTE, stated)


def source_indices(operator: object) -> tuple[int, ...]:
    """The stated indices; empty for an operator created without any."""
    return tuple(getattr(operator, _ATTRIBUTE, ()))
