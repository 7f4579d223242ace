"""Named values in attributes, `{stride = 2, pad = [1, 1], cpu = "cortex-m4"}`: print and parse."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from xdsl.parser import AttrParser
from xdsl.printer import Printer

Value = int | float | bool | str | tuple[int, ...]


def print_fields(printer: Printer, values: Mapping[str, Value]) -> None:
    printer.print_string("{")
    printer.print_string(", ".join(f"{k} = {_text(v)}" for k, v in values.items()))
    printer.print_string("}")


def print_record(printer: Printer, record: NamedTuple) -> None:
    """A flat record; fields that have their default value are left out."""
    defaults = record._field_defaults
    with printer.in_angle_brackets():
        print_fields(printer, {k: v for k, v in record._asdict().items() if v != defaults.get(k)})


def parse_fields(parser: AttrParser) -> dict[str, Value]:
    def one() -> tuple[str, Value]:
        key = parser.parse_identifier()
        parser.parse_punctuation("=")
        return key, _parse_value(parser)

    return dict(parser.parse_comma_separated_list(parser.Delimiter.BRACES, one))


def parse_record(parser: AttrParser, record: type) -> Any:
    """A flat record, or a flat dataclass, from its fields by name."""
    with parser.in_angle_brackets():
        position = parser.pos
        values = parse_fields(parser)
        for name, kind in record.__annotations__.items():
            if name in values and type(values[name]) is not kind:
                parser.raise_error(f"{name} should be of type {kind.__name__}", position)
        try:
            return record(**values)
        except TypeError as e:
            parser.raise_error(str(e).partition("() ")[2], position)


def _text(value: Value) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case tuple():
            return f"[{', '.join(map(str, value))}]"
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        case float():
            mantissa, e, exponent = repr(value).partition("e")
            return mantissa + ("" if "." in mantissa else ".0") + e + exponent
        case int():
            return str(value)


def _parse_value(parser: AttrParser) -> Value:
    if (boolean := parser.parse_optional_boolean()) is not None:
        return boolean
    if (text := parser.parse_optional_str_literal()) is not None:
        return text
    many = parser.parse_optional_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
    return parser.parse_number() if many is None else tuple(many)
