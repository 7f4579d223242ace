"""First step: table layouts, learned from the generated accessors. Knows how accessors read; knows
no table.

The schema's many tables are described once, by the accessor classes that flatc generated. Calling
each accessor on a recorder tells which slot it reads and as what, so a file is read exactly as they
would read it, and no second description can fall behind the schema.
"""

from collections.abc import Iterator, Mapping
from inspect import isfunction
from struct import Struct
from typing import Any, Literal, NamedTuple

import numpy as np

OFFSET_BYTES = 4
"""Size of a reference to a table, vector, string or union."""

_WIDE = {"int32": "i", "uint32": "I", "int64": "q", "uint64": "Q", "float32": "f", "float64": "d"}
_CODES = {"bool": "?", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", **_WIDE}
_NUMBER = {name: Struct(f"<{code}") for name, code in _CODES.items()}
_NUMBERS = {name: np.dtype(f"<{code}") for name, code in _CODES.items()}

_DERIVED = ("Length", "AsNumpy", "IsNone")
"""Suffixes of the accessors that read the same slot as the plain one."""

Kind = Literal["number", "string", "table", "union", "bytes", "numbers", "strings", "tables"]
"""What stands in a field's slot. Bytes are a vector of uint8; what is in the plural, of others."""


class Field(NamedTuple):
    """One field of a table, as its accessor reads it."""

    name: str
    """Name in the object API."""
    slot: int
    """Where the field's place stands in the vtable, in bytes."""
    kind: Kind
    """What the slot holds."""
    size: int
    """Bytes in the table itself: the number, or the offset."""
    target: str
    """Name of the table, the tables or the union referred to."""
    number: Struct | None
    """Reads a number."""
    numbers: np.dtype[Any] | None
    """Type of the elements of a vector of numbers."""
    default: int | float | None
    """What an absent field reads as."""

    @property
    def element(self) -> int:
        """Bytes per element of a vector."""
        return OFFSET_BYTES if self.numbers is None else self.numbers.itemsize


class Table:
    """A table that has been read: an attribute per field, like the objects of the object API."""


class Layout(NamedTuple):
    """One table of a schema."""

    name: str
    """Name in the schema."""
    fields: tuple[Field, ...]
    """In slot order."""
    defaults: dict[str, int | float | None]
    """What absent fields read as, by name."""
    made: type[Table]
    """Class of what is read, named as in the object API."""


class Layouts:
    """The tables of a schema; the layout of each is learned when it is first asked for."""

    def __init__(
        self,
        schema: Any,
        union_fields: Mapping[tuple[str, str], str],
        unions: Mapping[str, Mapping[int, str]],
    ):
        self.schema = schema
        """The generated module."""
        self.union_fields = union_fields
        """The union of each field, by table and name, that holds one: the one fact that an accessor
        does not tell."""
        self.unions = unions
        """Which table each type number of a union stands for."""
        self._layouts: dict[str, Layout] = {}

    def __getitem__(self, name: str) -> Layout:
        if name not in self._layouts:
            table: type = getattr(self.schema, name)
            found = (self._field(table, accessor) for accessor in _accessors(vars(table)))
            fields = tuple(sorted(found, key=lambda field: field.slot))
            defaults = {field.name: field.default for field in fields}
            self._layouts[name] = Layout(name, fields, defaults, type(f"{name}T", (Table,), {}))
        return self._layouts[name]

    def _field(self, table: type, accessor: str) -> Field:
        """Call one accessor on a recorder: of a table that has the field, of one that has not."""
        seen, result = _call(table, accessor, present=True)
        _, absent = _call(table, accessor, present=False)
        name, kind = accessor[0].lower() + accessor[1:], seen.kind()
        target = type(result).__name__ if seen.indirect else ""
        return Field(
            name=name,
            slot=seen.slot,
            kind=kind,
            size=_NUMBER[seen.number].size if kind == "number" else OFFSET_BYTES,
            target=self.union_fields[table.__name__, name] if seen.union else target,
            number=_NUMBER.get(seen.number),
            numbers=_NUMBERS.get(seen.number),
            default=absent if kind == "number" else None,
        )


class _Recorder:
    """Stands in for `flatbuffers.table.Table` and remembers what one accessor call reads."""

    Bytes = b""
    Pos = 0

    def __init__(self, present: bool):
        self.present = present
        self.slot = 0
        self.number = ""
        self.vector = self.string = self.indirect = self.union = False

    def Offset(self, slot: int) -> int:
        self.slot = slot
        return slot if self.present else 0

    def Vector(self, _offset: int) -> int:
        self.vector = True
        return 0

    def String(self, _offset: int) -> bytes:
        self.string = True
        return b""

    def Indirect(self, _offset: int) -> int:
        self.indirect = True
        return 0

    def Union(self, _table: object, _offset: int) -> None:
        self.union = True

    def Get(self, flags: Any, _offset: int) -> Any:
        self.number = flags.__name__.removesuffix("Flags").lower()
        return flags.py_type(0)

    def kind(self) -> Kind:
        if self.union:
            return "union"
        if self.string:
            return "strings" if self.vector else "string"
        if self.indirect:
            return "tables" if self.vector else "table"
        if self.vector:
            return "bytes" if self.number == "uint8" else "numbers"
        return "number"


def _accessors(members: Mapping[str, Any]) -> Iterator[str]:
    """Names of the accessors that read a field itself."""
    names = {name for name, value in members.items() if isfunction(value) and name != "Init"}
    for name in names:
        if not any(name.endswith(e) and name.removesuffix(e) in names for e in _DERIVED):
            yield name


def _call(table: type, accessor: str, present: bool) -> tuple[_Recorder, Any]:
    recorder, reader, function = _Recorder(present), table(), vars(table)[accessor]
    reader._tab = recorder
    return recorder, function(reader, *[0] * (function.__code__.co_argcount - 1))
