"""First step: the generated LiteRT schema under one typed roof. Knows its names; knows no meaning.

The accessors are what the reader learns the table layouts from; the object API (`ModelT`,
`SubGraphT`, ...) is what model hooks edit. The package carries no type stubs, so it is imported
here only.
"""

# pyright: reportMissingTypeStubs=false

from typing import Any, cast

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

from helia_aot.frontend.litert.layout import Layouts, Table

__all__ = [
    "CUSTOM",
    "FILE_IDENTIFIER",
    "LAYOUTS",
    "OPERATORS",
    "OPTION_TYPES",
    "OPTION_TYPES_2",
    "QUANTIZATION_DETAILS",
    "ROOT",
    "SCHEMA_VERSION",
    "TENSOR_TYPES",
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
    "model_object",
]

FILE_IDENTIFIER = b"TFL3"
"""Bytes 4 to 7 of every LiteRT model."""

SCHEMA_VERSION = 3
"""The only schema version there is in the field."""

ROOT = "Model"
"""The table that a file begins with."""


def _names(enumeration: type) -> dict[int, str]:
    """Value to name of a generated enumeration."""
    return {value: name for name, value in vars(enumeration).items() if not name.startswith("_")}


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


def _members(names: dict[int, str]) -> dict[int, str]:
    """Tables of a union by type number; number 0 is none of them."""
    return {number: name for number, name in names.items() if number}


LAYOUTS = Layouts(
    _schema,
    union_fields={
        ("Operator", "builtinOptions"): "BuiltinOptions",
        ("Operator", "builtinOptions2"): "BuiltinOptions2",
        ("QuantizationParameters", "details"): "QuantizationDetails",
        ("DimensionMetadata", "arraySegments"): "SparseIndexVector",
        ("DimensionMetadata", "arrayIndices"): "SparseIndexVector",
    },
    unions={
        "BuiltinOptions": _members(OPTION_TYPES),
        "BuiltinOptions2": _members(OPTION_TYPES_2),
        "QuantizationDetails": _members(QUANTIZATION_DETAILS),
        "SparseIndexVector": _members(_names(_schema.SparseIndexVector)),
    },
)
"""What a file is read by."""


def model_object(model: Any) -> ModelT:
    """A model of the object API, from the tables of one that has been read: nothing reads a file's
    bytes a second time."""
    return cast("ModelT", _object(model))


def _object(value: Any) -> Any:
    """What stands in the object API for a field's value."""
    if isinstance(value, list):
        return [_object(item) for item in cast("list[Any]", value)]
    if not isinstance(value, Table):
        return value
    made = getattr(_schema, type(value).__name__)()
    for name, field in vars(value).items():
        setattr(made, name, _object(field))
    return made
