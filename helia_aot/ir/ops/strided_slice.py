"""STRIDED_SLICE: what NumPy's basic indexing picks from a tensor, of any type; movement, exact.

Begin, end and stride stand in operands; masks say by bits which of their entries are no range.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import EllipsisType
from typing import ClassVar, Self

from xdsl.dialects.builtin import I64, BoolAttr, IntegerAttr, TensorType, i64
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from helia_aot.ir.ops.families.movement import StridedOperator
from helia_aot.ir.ops.families.operator import expect_constant, expect_types, rule
from helia_aot.ir.ops.families.shape_arithmetic import WHOLE, integers
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import Array, dtype, shape

MASKS = {
    "begin_mask": "beginMask",
    "end_mask": "endMask",
    "ellipsis_mask": "ellipsisMask",
    "new_axis_mask": "newAxisMask",
    "shrink_axis_mask": "shrinkAxisMask",
}
"""Property and schema name of each mask."""

_NONE = IntegerAttr(0, i64)

Entry = slice | int | EllipsisType | None
"""One entry of an index, as NumPy takes it."""

RANGE, ONE, ELLIPSIS, NEW = "a range", "one element", "an ellipsis", "a new axis"
AXES = (RANGE, ONE)
"""What an entry can be, and what names an axis of the input."""


@irdl_op_definition
class StridedSliceOp(StridedOperator):
    name = "tfl.strided_slice"
    CODE: ClassVar = "STRIDED_SLICE"

    input = operand_def(TensorType)
    begin = operand_def(TensorType)
    end = operand_def(TensorType)
    strides = operand_def(TensorType)
    begin_mask = prop_def(IntegerAttr[I64], default_value=_NONE)
    """Entries that start at the first element, or at the last if their stride is negative."""
    end_mask = prop_def(IntegerAttr[I64], default_value=_NONE)
    """Entries that go up to and including the last element, or the first."""
    ellipsis_mask = prop_def(IntegerAttr[I64], default_value=_NONE)
    """The entry, if any, that stands for all axes that no other entry names."""
    new_axis_mask = prop_def(IntegerAttr[I64], default_value=_NONE)
    """Entries that are no axis of the input, but a new one of one element."""
    shrink_axis_mask = prop_def(IntegerAttr[I64], default_value=_NONE)
    """Entries that pick one element, whose axis goes away."""
    offset = prop_def(BoolAttr, default_value=BoolAttr.from_bool(False))
    """Whether `end` counts from `begin`."""
    output = result_def(TensorType)

    FORMAT: ClassVar = (
        "$input `[` $begin `,` $end `,` $strides `]` (`begin_mask` $begin_mask^)?"
        " (`end_mask` $end_mask^)? (`ellipsis_mask` $ellipsis_mask^)?"
        " (`new_axis_mask` $new_axis_mask^)? (`shrink_axis_mask` $shrink_axis_mask^)?"
        " (`offset` $offset^)? attr-dict `:` functional-type(operands, results)"
    )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        masks = {n: IntegerAttr(int(record.option(o, 0)), i64) for n, o in MASKS.items()}
        offset = BoolAttr.from_bool(bool(record.option("offset", False)))
        return cls.create(
            operands=[record.input(i) for i in range(4)],
            properties={**masks, "offset": offset},
            result_types=[record.output()],
        )

    @rule("input and output have one element type, begin, end and strides are int32 or int64")
    def _types(self) -> str | None:
        return expect_types(
            output=(self.output, dtype(self.input)),
            begin=(self.begin, WHOLE),
            end=(self.end, WHOLE),
            strides=(self.strides, WHOLE),
        )

    @rule("begin, end and strides have one element per entry")
    def _one_per_entry(self) -> str | None:
        shapes = [shape(v) for v in (self.begin, self.end, self.strides)]
        if len(set(shapes)) == 1 and len(shapes[0]) == 1:
            return None
        return f"begin, end and strides are {shapes}"

    @rule("there are no more entries than axes, and at most one ellipsis")
    def _entries(self) -> str | None:
        kinds = self.kinds()
        axes, ellipses = sum(k in AXES for k in kinds), kinds.count(ELLIPSIS)
        if axes <= len(shape(self.input)) and ellipses <= 1:
            return None
        return f"input is {shape(self.input)}, entries are {', '.join(kinds)}"

    @rule("no stride is 0, and one element is picked with a positive stride")
    def _strides(self) -> str | None:
        strides = integers(self.strides) or ()
        pairs = zip(strides, self.kinds(), strict=False)
        bad = any(s < 1 if kind == ONE else s == 0 for s, kind in pairs)
        return f"strides are {strides}" if bad else None

    @rule("one element is picked from inside its axis")
    def _inside(self) -> str | None:
        begin = integers(self.begin) or ()
        for i, (at, size) in enumerate(zip(begin, self.sizes(), strict=False)):
            at = 0 if self._has(self.begin_mask, i) else at
            if self._kind(i) == ONE and not -size <= at < size:
                return f"element {at} of {size}"
        return None

    @rule("begin, end and strides are known at compile time", lowered=True)
    def _constant(self) -> str | None:
        return expect_constant(begin=self.begin, end=self.end, strides=self.strides)

    @staticmethod
    def _has(mask: IntegerAttr[I64], i: int) -> bool:
        return bool(mask.value.data >> i & 1)

    def _kind(self, i: int) -> str:
        if self._has(self.ellipsis_mask, i):
            return ELLIPSIS
        if self._has(self.new_axis_mask, i):
            return NEW
        return ONE if self._has(self.shrink_axis_mask, i) else RANGE

    def kinds(self) -> tuple[str, ...]:
        """What each entry is."""
        return tuple(map(self._kind, range(shape(self.begin)[0])))

    def sizes(self) -> tuple[int, ...]:
        """Per entry the elements of its axis; 1 where it has none of its own."""
        dims, kinds, found = list(shape(self.input)), self.kinds(), list[int]()
        for i, kind in enumerate(kinds):
            if kind == ELLIPSIS:
                del dims[: len(dims) - sum(k in AXES for k in kinds[i + 1 :])]
            found.append(dims.pop(0) if kind in AXES else 1)
        return tuple(found)

    def index(self, rows: Iterable[tuple[int, ...]]) -> tuple[Entry, ...]:
        """The index as NumPy takes it, from begin, end and stride of every entry."""
        places = zip(self.kinds(), self.sizes(), rows, strict=True)
        entries = tuple(self._entry(i, *place) for i, place in enumerate(places))
        return entries if Ellipsis in entries else (*entries, ...)

    def _entry(self, i: int, kind: str, size: int, row: tuple[int, ...]) -> Entry:
        begin, end, stride = row
        first = None if self._has(self.begin_mask, i) else begin
        if kind == RANGE:
            start = slice(first, None, stride).indices(size)[0]
            last = None if self._has(self.end_mask, i) else end + start * self.offset.value.data
            picked = range(*slice(first, last, stride).indices(size))
            stop = picked.stop if picked.stop >= 0 else None
            return slice(picked.start, stop, stride) if picked else slice(0, 0)
        return {ELLIPSIS: ..., NEW: None, ONE: first or 0}[kind]

    def view(self, *operands: Array | None) -> Array | None:
        x, *rest = operands
        known = [numbers for v in rest if (numbers := integers(v)) is not None]
        if x is None or len(known) < len(rest):
            return None
        return x[self.index(zip(*known, strict=True))]
