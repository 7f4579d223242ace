"""First step: reads a flatbuffer and proves it well-formed on the way. Knows the encoding; knows no
table.

A file is hostile: an offset may lead anywhere, a vector may claim 2^32 elements. So everything is
checked before it is followed, once per place. Tables wait on a list, so nothing recurses, and each
visit is paid from a budget in proportion to the file: offsets that share their targets cannot make
a small file expensive to read.

Alignment is asked of tables, numbers and vector lengths, as other verifiers do; the elements of
a vector may stand anywhere, since the files of some writers have them so.
"""

from collections.abc import Iterator
from re import sub
from struct import Struct, unpack_from
from typing import Any, NamedTuple

import numpy as np

from helia_aot.errors import InvalidModelError
from helia_aot.frontend.litert.layout import OFFSET_BYTES, Field, Layout, Layouts, Table

_U32 = Struct("<I").unpack_from
_I32 = Struct("<i").unpack_from

_SMALLEST = 12
"""Bytes of the root offset, the identifier and an empty root table's own offset."""

_TABLE_COST = 8
"""Bytes that a table and the reference to it take at least: what one visit costs."""

_SHARING = 2
"""How many times over the file's size may be visited; without sharing, once is enough."""

_SLACK = 1024
"""Added to the budget, so that a tiny file may share a little."""

_WIDEST = 8
"""The largest alignment there is."""

Path = tuple["Path", str, int] | None
"""Way from the root: the way to the parent, field, index in the field's vector or -1."""

Visit = tuple[int, Layout, Table, Path]
"""A table to be read: its position, its layout, what it is read into and the way there."""

Reference = tuple[Field, int, int]
"""A field that leads out of its table: where in the table its offset stands, and where the type
number of a union does; 0 if nowhere."""


class _Shape(NamedTuple):
    """What one vtable says about the tables that use it."""

    size: int
    """Bytes of the table."""
    numbers: list[tuple[str, Struct, int]]
    """Fields that hold a number: name, how it is read, and where in the table."""
    references: list[Reference]
    """Fields that lead out of the table."""


def read(
    data: bytes | memoryview, name: str, identifier: bytes, root: str, layouts: Layouts
) -> Any:
    """The table `root` that `data` begins with, and in it all that it refers to.

    Vectors of numbers are views of `data`. InvalidModelError where anything is malformed.
    """
    _check_head(data, name, identifier)
    return _Reader(data, name, layouts).run(root)


def _check_head(data: bytes | memoryview, name: str, identifier: bytes) -> None:
    if not len(data):
        raise InvalidModelError(f"{name}: the file is empty")
    if len(data) < _SMALLEST:
        raise InvalidModelError(f"{name}: {len(data)} bytes are too few for a model")
    found = bytes(data[4:8])
    if found != identifier:
        raise InvalidModelError(
            f"{name}: not a LiteRT model: bytes 4 to 7 are {found!r}, expected {identifier!r}"
        )


def _spell(path: Path) -> str:
    """The way to a place as one writes it: `subgraphs[0].tensors[3]`."""
    steps: list[str] = []
    while path is not None:
        path, field, index = path
        name = _snake_case(field)
        steps.append(name if index < 0 else f"{name}[{index}]")
    return ".".join(reversed(steps)) or "root table"


def _snake_case(name: str) -> str:
    """The schema file's spelling of a field."""
    return sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class _Reader:
    """One run over one file."""

    def __init__(self, data: bytes | memoryview, name: str, layouts: Layouts):
        self.data, self.name, self.layouts = data, name, layouts
        self.end = len(data)
        self.budget = _SHARING * self.end + _SLACK
        self.shapes: dict[tuple[int, str, int], _Shape] = {}
        self.todo: list[Visit] = []

    def run(self, root: str) -> Table:
        table = self.later(self.follow(0, None), root, None)
        while self.todo:
            self.read_table(*self.todo.pop())
        return table

    def later(self, position: int, name: str, path: Path) -> Table:
        """A table that is read when its turn comes."""
        layout = self.layouts[name]
        table = layout.made()
        self.todo.append((position, layout, table, path))
        return table

    def fail(self, path: Path, problem: str) -> InvalidModelError:
        return InvalidModelError(f"{self.name}: {_spell(path)}: {problem}")

    def past_end(self, path: Path, what: str, position: int) -> InvalidModelError:
        where = f"{what} at offset {position} runs past the end ({self.end} bytes)"
        return self.fail(path, where)

    def spend(self, nbytes: int, path: Path) -> None:
        """Pay for a visit."""
        self.budget -= nbytes
        if self.budget < 0:
            raise self.fail(
                path, f"shared offsets make over {_SHARING} times the {self.end} bytes there are"
            )

    def follow(self, place: int, path: Path) -> int:
        """Where the offset stored at `place` leads; `place` itself has been checked."""
        (offset,) = _U32(self.data, place)
        target = place + offset
        if offset == 0:
            raise self.fail(path, f"the reference at offset {place} refers to itself")
        if target + OFFSET_BYTES > self.end:
            raise self.past_end(path, "reference", place)
        if target % OFFSET_BYTES:
            raise self.fail(path, f"misaligned: starts at offset {target}")
        return target

    def read_table(self, position: int, layout: Layout, table: Table, path: Path) -> None:
        """Read one table and everything its fields refer to; tables among those join the list."""
        self.spend(_TABLE_COST, path)
        vtable = position - _I32(self.data, position)[0]
        key = (vtable, layout.name, position % _WIDEST)
        shape = self.shapes.get(key)
        if shape is None:
            shape = self.shapes[key] = self.read_vtable(vtable, position, layout, path)
        if position + shape.size > self.end:
            raise self.past_end(path, f"table of {shape.size} bytes", position)
        values = vars(table)
        values.update(layout.defaults)
        for name, number, place in shape.numbers:
            (values[name],) = number.unpack_from(self.data, position + place)
        for reference in shape.references:
            values[reference[0].name] = self.read_reference(reference, position, path)

    def read_vtable(self, vtable: int, position: int, layout: Layout, path: Path) -> _Shape:
        """Check a vtable on first use by a table at this alignment."""
        if not 0 <= vtable <= self.end - 4:
            raise self.fail(path, f"vtable at offset {vtable} is outside the {self.end} bytes")
        nbytes, size = unpack_from("<HH", self.data, vtable)
        if vtable % 2 or nbytes % 2:
            raise self.fail(path, f"misaligned vtable of {nbytes} bytes at offset {vtable}")
        if nbytes < 4 or size < OFFSET_BYTES:
            raise self.fail(path, f"vtable at offset {vtable} is too small")
        if vtable + nbytes > self.end:
            raise self.past_end(path, f"vtable of {nbytes} bytes", vtable)
        places = unpack_from(f"<{nbytes // 2}H", self.data, vtable)
        present = [field for field in layout.fields if self.place(places, field.slot)]
        for field in present:
            self.check_place(field, places[field.slot // 2], size, position, path)
        return _Shape(
            size=size,
            numbers=[
                (field.name, field.number, places[field.slot // 2])
                for field in present
                if field.kind == "number" and field.number
            ],
            references=list(self.references(present, places)),
        )

    @staticmethod
    def place(places: tuple[int, ...], slot: int) -> int:
        """Where in its table a field stands; 0 if absent."""
        return places[slot // 2] if slot // 2 < len(places) else 0

    def check_place(self, field: Field, place: int, size: int, position: int, path: Path) -> None:
        """Check that a field stands inside its table, on its alignment."""
        here = (path, field.name, -1)
        if place < OFFSET_BYTES or place + field.size > size:
            raise self.fail(here, f"{field.size} bytes at {place} in a table of {size} bytes")
        if (position + place) % field.size:
            raise self.fail(here, f"misaligned: {field.size} bytes at offset {position + place}")

    def references(self, present: list[Field], places: tuple[int, ...]) -> Iterator[Reference]:
        """The fields that lead out of a table."""
        for field in present:
            if field.kind != "number":
                type_place = self.place(places, field.slot - 2) if field.kind == "union" else 0
                yield field, places[field.slot // 2], type_place

    def read_reference(self, reference: Reference, position: int, path: Path) -> Any:
        """What a field refers to; None for a union of no known type."""
        field, place, type_place = reference
        here = (path, field.name, -1)
        target = self.follow(position + place, here)
        match field.kind:
            case "string":
                return self.read_string(target, here)
            case "table":
                return self.later(target, field.target, here)
            case "union":
                number = self.data[position + type_place] if type_place else 0
                member = self.layouts.unions[field.target].get(number)
                return self.later(target, member, here) if member else None
            case _:
                return self.read_vector(target, field, path)

    def read_string(self, position: int, path: Path) -> bytes:
        (length,) = _U32(self.data, position)
        start = position + OFFSET_BYTES
        stop = start + length
        if stop >= self.end:
            raise self.past_end(path, f"string of {length} bytes", position)
        if self.data[stop]:
            raise self.fail(path, f"string of {length} bytes at offset {position} has no zero end")
        self.spend(length, path)
        return bytes(self.data[start:stop])

    def read_vector(self, position: int, field: Field, path: Path) -> Any:
        (count,) = _U32(self.data, position)
        start, nbytes = position + OFFSET_BYTES, count * field.element
        if start + nbytes > self.end:
            raise self.past_end((path, field.name, -1), f"vector of {count} elements", position)
        if field.kind != "bytes":
            self.spend(nbytes, (path, field.name, -1))
        if field.numbers is not None:
            return np.frombuffer(self.data, field.numbers, count, start)
        return self.read_elements(start, count, field, path)

    def read_elements(self, start: int, count: int, field: Field, path: Path) -> list[Any]:
        """Follow every offset of a vector; backwards, so that the list gives them in order."""
        elements: list[Any] = []
        for index in range(count - 1, -1, -1):
            here = (path, field.name, index)
            target = self.follow(start + OFFSET_BYTES * index, here)
            if field.kind == "tables":
                elements.append(self.later(target, field.target, here))
            else:
                elements.append(self.read_string(target, here))
        return elements[::-1]
