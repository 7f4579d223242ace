"""Third step: operators of a model: code, options, tensor indices. Knows no operator's meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from helia_aot.frontend.hooks import source_indices
from helia_aot.frontend.litert.buffers import Buffers, Bytes
from helia_aot.frontend.litert.objects import (
    CUSTOM,
    OPERATORS,
    OPTION_TYPES,
    OPTION_TYPES_2,
    OperatorCodeT,
    OperatorT,
)
from helia_aot.frontend.litert.options import options_of
from helia_aot.frontend.litert.records import Operator
from helia_aot.frontend.place import Place
from helia_aot.frontend.values import integer, integers, raw, sequence, text


def read_operator(
    source: OperatorT,
    index: int,
    codes: Sequence[OperatorCodeT],
    tensors: int,
    buffers: Buffers,
    graph: Place,
) -> Operator:
    """One operator of a subgraph with that many `tensors`."""
    place = graph.inner(f"operators[{index}]")
    number = place.read("opcode_index", integer, source.opcodeIndex)
    definition = codes[place.index("opcode_index", number, len(codes), "operator code")]
    code = _code(definition, place)
    place = Place(f"{place.text} {code}")
    return Operator(
        position=index,
        code=code,
        custom=_custom_name(definition, place) if code == "CUSTOM" else None,
        version=place.read("version", integer, definition.version),
        inputs=place.indices("inputs", source.inputs, tensors, absent=True),
        outputs=place.indices("outputs", source.outputs, tensors),
        options=_options(source, code, place),
        custom_options=_custom_options(source, buffers, place) if code == "CUSTOM" else None,
        source_indices=place.read("source_indices", source_indices, source),
        mutating_variable_inputs=_flags(source, place),
        intermediates=place.indices("intermediates", source.intermediates, tensors, absent=True),
    )


def _code(definition: OperatorCodeT, place: Place) -> str:
    """Name of the builtin operator. Codes up to 127 also stand in the field of older files."""
    old = place.read("deprecated_builtin_code", integer, definition.deprecatedBuiltinCode)
    code = max(old, place.read("builtin_code", integer, definition.builtinCode))
    if code < 0:
        raise place.fail(f"operator code {code} is negative")
    return OPERATORS.get(code, f"BUILTIN_{code}")


def _custom_name(definition: OperatorCodeT, place: Place) -> str:
    name = place.read("custom_code", text, definition.customCode)
    if not name:
        raise place.fail(f"operator code {CUSTOM} needs a custom_code")
    return name


def _options(source: OperatorT, code: str, place: Place) -> object | None:
    """The operator's options, proven to be of its own type."""
    first = _member(source.builtinOptions, source.builtinOptionsType, OPTION_TYPES, place)
    second = _member(source.builtinOptions2, source.builtinOptions2Type, OPTION_TYPES_2, place)
    found, expected = {first, second} - {"NONE"}, options_of(code)
    if expected and found - {expected}:
        raise place.fail(f"has {', '.join(sorted(found))}, expected {expected}")
    if len(found) > 1:
        raise place.fail(f"has two sets of options: {' and '.join(sorted(found))}")
    return source.builtinOptions if second == "NONE" else source.builtinOptions2


def _member(options: object, number: object, names: dict[int, str], place: Place) -> str:
    """Name of the option table that a union holds."""
    code = place.read("builtin_options_type", integer, number)
    name = names.get(code, f"options of type {code}")
    if options is not None and type(options).__name__ != f"{name}T":
        raise place.fail(f"builtin_options_type says {name}, but it is {type(options).__name__}")
    return name


def _custom_options(source: OperatorT, buffers: Buffers, place: Place) -> Bytes:
    """Option bytes, in the operator itself or elsewhere in the file."""
    data = place.read("custom_options", raw, source.customOptions)
    offset = place.read("large_custom_options_offset", integer, source.largeCustomOptionsOffset)
    if len(data) or offset <= 1:
        return data
    size = place.read("large_custom_options_size", integer, source.largeCustomOptionsSize)
    return buffers.outside(offset, size, place)


def _flags(source: OperatorT, place: Place) -> tuple[bool, ...]:
    flags = place.read("mutating_variable_inputs", sequence, source.mutatingVariableInputs)
    return tuple(bool(flag) for flag in flags)


def called_subgraphs(options: object | None) -> tuple[int, ...]:
    """Indices of the subgraphs that an operator runs, whatever its options call them."""
    fields = {} if options is None else vars(options)
    called = [value for name, value in fields.items() if "subgraph" in name.lower()]
    return tuple(index for value in called for index in integers(_list(value)))


def _list(value: Any) -> Any:
    """A single value as a list of one."""
    return [value] if isinstance(value, int) else value
