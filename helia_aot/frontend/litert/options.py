"""Second step: which option table belongs to which operator. Knows the schema's naming; reads no
option.

`CONV_2D` has `Conv2DOptions`: all but a few follow from the name.
"""

from functools import cache

from helia_aot.frontend.litert.objects import OPTION_TYPES, OPTION_TYPES_2

_SHARED = {
    "AVERAGE_POOL_2D": "Pool2DOptions",
    "CONV_3D_TRANSPOSE": "Conv3DOptions",
    "L2_NORMALIZATION": "L2NormOptions",
    "L2_POOL_2D": "Pool2DOptions",
    "MAXIMUM": "MaximumMinimumOptions",
    "MAX_POOL_2D": "Pool2DOptions",
    "MEAN": "ReducerOptions",
    "MINIMUM": "MaximumMinimumOptions",
    "MULTINOMIAL": "RandomOptions",
    "RANDOM_STANDARD_NORMAL": "RandomOptions",
    "RANDOM_UNIFORM": "RandomOptions",
    "REDUCE_ALL": "ReducerOptions",
    "REDUCE_ANY": "ReducerOptions",
    "REDUCE_MAX": "ReducerOptions",
    "REDUCE_MIN": "ReducerOptions",
    "REDUCE_PROD": "ReducerOptions",
    "SUM": "ReducerOptions",
    "UNIDIRECTIONAL_SEQUENCE_RNN": "SequenceRNNOptions",
}
"""Operators whose options are not named after them."""


@cache
def _by_plain_name() -> dict[str, str]:
    tables = [*OPTION_TYPES.values(), *OPTION_TYPES_2.values()]
    return {table.lower(): table for table in tables}


@cache
def options_of(code: str) -> str | None:
    """Name of the option table of an operator; None if it has none."""
    plain = code.replace("_", "").lower() + "options"
    return _SHARED.get(code) or _by_plain_name().get(plain)
