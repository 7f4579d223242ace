"""Table layouts, learned from the generated accessors. Knows how accessors read; knows no table.

The schema's many tables are described once, by the accessor classes that flatc generated. Calling
each accessor on a recorder tells which slot it reads and as what, so the verifier checks exactly
what will be read later, and no second description can fall behind the schema.
"""

# pyright: reportMissingTypeStubs=false

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from inspect import isfunction
from re import sub
from typing import Any, cast

from flatbuffers.number_types import Uint8Flags

OFFSET_BYTES = 4
"""Size of a reference to a table, vector, string or union."""

_DERIVED = ("Length", "AsNumpy", "IsNone")
"""Suffixes of the accessors that read the same slot as the plain one."""


class Kind(Enum):
    """What stands in a field's slot."""

    SCALAR = auto()
    STRING = auto()
    TABLE = auto()
    UNION = auto()
    BYTES = auto()
    """A vector of uint8: read as one block, never element by element."""
    SCALARS = auto()
    STRINGS = auto()
    TABLES = auto()


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a table, as its accessor reads it."""

    name: str
    """Name as in the schema file, for messages."""
    slot: int
    """Where the field's place stands in the vtable, in bytes."""
    kind: Kind
    """What the slot holds."""
    size: int
    """Bytes in the table itself: the scalar, or the offset."""
    element: int
    """Bytes per element of a vector, else 0."""
    target: type | None
    """Accessor class of the table or tables referred to."""


Layout = tuple[Field, ...]
"""The fields of one table in slot order."""


class _Recorder:
    """Stands in for `flatbuffers.table.Table` and remembers what one accessor call reads."""

    Bytes = b""
    Pos = 0

    def __init__(self):
        self.slot = 0
        self.size = 0
        self.vector = self.string = self.indirect = self.union = self.uint8 = False

    def Offset(self, slot: int) -> int:
        self.slot = slot
        return slot

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
        self.size, self.uint8 = flags.bytewidth, flags is Uint8Flags
        return flags.py_type(0)

    def kind(self) -> Kind:
        if self.union:
            return Kind.UNION
        if self.string:
            return Kind.STRINGS if self.vector else Kind.STRING
        if self.indirect:
            return Kind.TABLES if self.vector else Kind.TABLE
        if self.vector:
            return Kind.BYTES if self.uint8 else Kind.SCALARS
        return Kind.SCALAR


@cache
def layout_of(table: type) -> Layout:
    """The fields of the table that the accessor class `table` reads."""
    fields = (_probe(table, name) for name in _accessors(vars(table)))
    return tuple(sorted(fields, key=lambda field: field.slot))


def _accessors(members: Mapping[str, Any]) -> list[str]:
    """Names of the accessors that read a field itself."""
    names = {name for name, value in members.items() if isfunction(value) and name != "Init"}
    return [name for name in names if not _is_derived(name, names)]


def _is_derived(name: str, names: set[str]) -> bool:
    return any(name.endswith(end) and name.removesuffix(end) in names for end in _DERIVED)


def _probe(table: type, name: str) -> Field:
    """Call one accessor on a recorder."""
    recorder, accessor = _Recorder(), vars(table)[name]
    reader: Any = table()
    reader._tab = recorder
    result: object = accessor(reader, *[0] * (accessor.__code__.co_argcount - 1))
    kind, size = recorder.kind(), recorder.size or OFFSET_BYTES
    return Field(
        name=snake_case(name),
        slot=recorder.slot,
        kind=kind,
        size=size if kind is Kind.SCALAR else OFFSET_BYTES,
        element=size if recorder.vector else 0,
        target=cast("type", type(result)) if recorder.indirect else None,
    )


def snake_case(name: str) -> str:
    """The schema file's spelling of an accessor's name."""
    return sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
