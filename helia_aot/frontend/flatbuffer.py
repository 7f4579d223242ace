"""Proves a flatbuffer well-formed before anything reads it. Knows the encoding; knows no table.

The generated accessors trust every offset: a wrapped one reads elsewhere in silence, a vector
length of 2^32 hangs. Everything they will follow is checked here first, once per place. Tables
wait on a list, so nothing recurses, and each visit is paid from a budget in proportion to the
file: offsets that share their targets cannot make a small file expensive to unpack.

Alignment is asked of tables, scalars and vector lengths, as other verifiers do; the elements of
a vector may stand anywhere, since the files of some writers have them so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from struct import Struct, unpack_from

from helia_aot.errors import InvalidModelError
from helia_aot.frontend.flatbuffer_layout import OFFSET_BYTES, Field, Kind, layout_of

_U16 = Struct("<H").unpack_from
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

Unions = Mapping[tuple[type, str], Mapping[int, type]]
"""By accessor class and field name: which table each union type number stands for."""

Path = tuple["Path", str, int] | None
"""Way from the root: the way to the parent, field, index in the field's vector or -1."""

Visit = tuple[int, type, Path]
"""A table to be checked: its position, accessor class and the way there."""


@dataclass(frozen=True, slots=True)
class _Reference:
    """A field of one vtable that leads out of its table."""

    field: Field
    """What it leads to."""
    place: int
    """Where in the table its offset stands."""
    type_place: int
    """Where in the table the type number of a union stands; 0 if nowhere."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """What one vtable says about the tables that use it."""

    size: int
    """Bytes of the table."""
    references: tuple[_Reference, ...]
    """Fields that lead out of it."""


def verify(
    data: bytes | memoryview, name: str, identifier: bytes, root: type, unions: Unions
) -> None:
    """Raise `InvalidModelError` unless accessors can read all of `data` from table `root`."""
    _check_head(data, name, identifier)
    _Verifier(data, name, unions).run(root)


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
        steps.append(field if index < 0 else f"{field}[{index}]")
    return ".".join(reversed(steps)) or "root table"


class _Verifier:
    """One run over one file."""

    def __init__(self, data: bytes | memoryview, name: str, unions: Unions):
        self.data, self.name, self.unions = data, name, unions
        self.end = len(data)
        self.budget = _SHARING * self.end + _SLACK
        self.shapes: dict[tuple[int, type, int], _Shape] = {}
        self.todo: list[Visit] = []

    def run(self, root: type) -> None:
        self.todo.append((self.follow(0, None), root, None))
        while self.todo:
            self.check_table(*self.todo.pop())

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

    def check_table(self, position: int, table: type, path: Path) -> None:
        """Check one table and everything its fields refer to; tables among those join the list."""
        self.spend(_TABLE_COST, path)
        vtable = position - _I32(self.data, position)[0]
        key = (vtable, table, position % _WIDEST)
        shape = self.shapes.get(key)
        if shape is None:
            shape = self.shapes[key] = self.read_vtable(vtable, position, table, path)
        if position + shape.size > self.end:
            raise self.past_end(path, f"table of {shape.size} bytes", position)
        for reference in shape.references:
            self.check_reference(reference, position, table, path)

    def read_vtable(self, vtable: int, position: int, table: type, path: Path) -> _Shape:
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
        present = [field for field in layout_of(table) if self.place(places, field.slot)]
        for field in present:
            self.check_place(field, places[field.slot // 2], size, position, path)
        return _Shape(size, tuple(self.references(present, places)))

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

    def references(self, present: list[Field], places: tuple[int, ...]) -> Iterator[_Reference]:
        """The fields that lead out of a table."""
        for field in present:
            if field.kind is not Kind.SCALAR:
                type_place = self.place(places, field.slot - 2) if field.kind is Kind.UNION else 0
                yield _Reference(field, places[field.slot // 2], type_place)

    def check_reference(
        self, reference: _Reference, position: int, table: type, path: Path
    ) -> None:
        field = reference.field
        here = (path, field.name, -1)
        target = self.follow(position + reference.place, here)
        match field.kind:
            case Kind.STRING:
                self.check_string(target, here)
            case Kind.TABLE if field.target:
                self.todo.append((target, field.target, here))
            case Kind.UNION if reference.type_place:
                number = self.data[position + reference.type_place]
                member = self.unions[table, field.name].get(number)
                if member:
                    self.todo.append((target, member, here))
            case Kind.BYTES | Kind.SCALARS | Kind.STRINGS | Kind.TABLES:
                self.check_vector(target, field, path)
            case _:
                pass

    def check_string(self, position: int, path: Path) -> None:
        (length,) = _U32(self.data, position)
        stop = position + OFFSET_BYTES + length
        if stop >= self.end:
            raise self.past_end(path, f"string of {length} bytes", position)
        if self.data[stop]:
            raise self.fail(path, f"string of {length} bytes at offset {position} has no zero end")
        self.spend(length, path)

    def check_vector(self, position: int, field: Field, path: Path) -> None:
        (count,) = _U32(self.data, position)
        start, nbytes = position + OFFSET_BYTES, count * field.element
        if start + nbytes > self.end:
            raise self.past_end((path, field.name, -1), f"vector of {count} elements", position)
        if field.kind is not Kind.BYTES:
            self.spend(nbytes, (path, field.name, -1))
        if field.kind in (Kind.STRINGS, Kind.TABLES):
            self.check_elements(start, count, field, path)

    def check_elements(self, start: int, count: int, field: Field, path: Path) -> None:
        """Follow every offset of a vector; backwards, so that the list gives them in order."""
        for index in range(count - 1, -1, -1):
            here = (path, field.name, index)
            target = self.follow(start + OFFSET_BYTES * index, here)
            if field.target:
                self.todo.append((target, field.target, here))
            else:
                self.check_string(target, here)
