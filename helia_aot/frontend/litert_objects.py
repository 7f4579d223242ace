"""The generated LiteRT schema under one typed roof. Knows its names; knows no meaning.

The object API (`ModelT`, `SubGraphT`, ...) is what model hooks edit, the accessors are what the
verifier learns the table layouts from. The package carries no type stubs, so it is imported here
only.
"""

# pyright: reportMissingTypeStubs=false

from typing import Any

from ai_edge_litert import schema_py_generated as _schema
from ai_edge_litert.schema_py_generated import (
    BufferT,
    MetadataT,
    ModelT,
    OperatorCodeT,
    OperatorT,
    QuantizationParametersT,
    SignatureDefT,
    SubGraphT,
    TensorMapT,
    TensorT,
)

__all__ = [
    "CUSTOM",
    "FILE_IDENTIFIER",
    "OPERATORS",
    "OPTION_TYPES",
    "OPTION_TYPES_2",
    "QUANTIZATION_DETAILS",
    "ROOT",
    "SCHEMA_VERSION",
    "TENSOR_TYPES",
    "UNIONS",
    "BufferT",
    "MetadataT",
    "ModelT",
    "OperatorCodeT",
    "OperatorT",
    "QuantizationParametersT",
    "SignatureDefT",
    "SubGraphT",
    "TensorMapT",
    "TensorT",
    "unpack",
]

FILE_IDENTIFIER = b"TFL3"
"""Bytes 4 to 7 of every LiteRT model."""

SCHEMA_VERSION = 3
"""The only schema version there is in the field."""

ROOT: type = _schema.Model
"""Accessor class of the root table."""


def _names(enum: type) -> dict[int, str]:
    """Value to name of a generated enumeration."""
    return {value: name for name, value in vars(enum).items() if not name.startswith("_")}


OPERATORS = _names(_schema.BuiltinOperator)
"""Builtin operator names by code."""

CUSTOM = _schema.BuiltinOperator.CUSTOM
"""The code of operators that are named by a string."""

TENSOR_TYPES = _names(_schema.TensorType)
"""Element type names by code."""

OPTION_TYPES = _names(_schema.BuiltinOptions)
"""Names of the option tables by their number in `builtin_options`."""

OPTION_TYPES_2 = _names(_schema.BuiltinOptions2)
"""Names of the option tables by their number in `builtin_options_2`."""

QUANTIZATION_DETAILS = _names(_schema.QuantizationDetails)
"""Names of the quantization schemes beyond scale and zero point."""


def _members(names: dict[int, str]) -> dict[int, type]:
    """Accessor classes of a union by type number."""
    return {value: getattr(_schema, name) for value, name in names.items() if value}


_SEGMENTS = _members(_names(_schema.SparseIndexVector))

UNIONS: dict[tuple[type, str], dict[int, type]] = {
    (_schema.Operator, "builtin_options"): _members(OPTION_TYPES),
    (_schema.Operator, "builtin_options2"): _members(OPTION_TYPES_2),
    (_schema.QuantizationParameters, "details"): _members(QUANTIZATION_DETAILS),
    (_schema.DimensionMetadata, "array_segments"): _SEGMENTS,
    (_schema.DimensionMetadata, "array_indices"): _SEGMENTS,
}
"""What each union field may refer to: the one fact that an accessor does not tell."""


def unpack(data: bytes) -> ModelT:
    """Read verified bytes into the object API; vectors of numbers stay views into `data`."""
    schema: Any = _schema
    return schema.ModelT.InitFromObj(schema.Model.GetRootAs(data, 0))
