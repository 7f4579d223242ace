"""Where an operation comes from: operator indices and tensor names of the model file.

They are attributes of the operation, so that a print keeps them; the location repeats them for
tools that show locations.
"""

from collections.abc import Iterable, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    ArrayAttr,
    BytesAttr,
    DenseArrayBase,
    IntegerType,
    NameLoc,
    NoneAttr,
    StringAttr,
)
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.irdl import irdl_to_attr_constraint

from helia_aot.ir.types import integers, strings

SOURCE, NAMES = "source_indices", "tensor_names"
INPUTS = "input_names"
"""Of what has a block with arguments: the model's names of these."""

# `isa` would make these anew each time that it is asked.
_INTEGERS = irdl_to_attr_constraint(DenseArrayBase[IntegerType])

_NOWHERE = NoneAttr()
"""What a named location stands in: a model file has no lines."""


def source_indices(op: Operation) -> tuple[int, ...]:
    """Indices, in the model's subgraph, of the operators that `op` was parsed from."""
    indices = op.attributes.get(SOURCE)
    if indices is None or not _INTEGERS.verifies(indices):
        return ()
    return tuple(map(int, indices.get_values()))


def tensor_names(op: Operation) -> tuple[str, ...]:
    """The model's names of the results of `op`, one each; empty for an unnamed tensor."""
    return _texts(op.attributes.get(NAMES), len(op.results))


def tensor_name(value: SSAValue) -> str:
    if isinstance(value, OpResult):
        return tensor_names(value.op)[value.index]
    owner = value.owner
    assert isinstance(owner, Block), "a value is a result or a block's argument"
    parent = owner.parent_op()
    names = parent.attributes.get(INPUTS) if parent else None
    return _texts(names, len(owner.args))[owner.args.index(value)]


def _texts(names: Attribute | None, count: int) -> tuple[str, ...]:
    listed = cast("ArrayAttr[Attribute]", names).data if isinstance(names, ArrayAttr) else ()
    return tuple(map(_text, listed)) if len(listed) == count else ("",) * count


def _text(name: Attribute) -> str:
    """One name: printed, one that is not ASCII is read back as bytes."""
    match name:
        case StringAttr(data=text):
            return text
        case BytesAttr(data=encoded):
            return encoded.decode("utf-8", "backslashreplace")
        case _:
            return ""


def set_provenance(
    op: Operation, indices: Iterable[int], names: Sequence[str], code: str = ""
) -> None:
    """Record where `op` comes from, in its attributes and in its location."""
    if own := sorted(set(indices)):
        op.attributes[SOURCE] = integers(own)
    op.attributes[NAMES] = strings(names)
    op.location = NameLoc(StringAttr(_words(map(int, own), code or op.name, names)), _NOWHERE)


def carry_provenance(sources: Sequence[Operation], target: Operation) -> None:
    """Let `target` stand for `sources`: all their indices, the last one's names and location."""
    last = sources[-1]
    indices = {i for s in sources for i in source_indices(s)}
    if indices:
        target.attributes[SOURCE] = integers(sorted(indices))
    if NAMES in last.attributes:
        target.attributes[NAMES] = last.attributes[NAMES]
    if target.location == UNKNOWN_LOC:
        target.location = last.location


def describe(op: Operation, code: str = "") -> str:
    """`#3 CONV_2D conv1/Relu` from the attributes; the operation's own name without them."""
    return _words(source_indices(op), code or op.name, tensor_names(op))


def _words(indices: Iterable[int], code: str, names: Sequence[str]) -> str:
    numbers = "+".join(f"#{i}" for i in indices)
    return " ".join(filter(None, (numbers, code, names[0] if names else "")))


def where(op: Operation) -> str:
    """How messages name an operation: the model's own words where it has some."""
    match op.location:
        case NameLoc(desc=StringAttr(data=name)):
            return name
        case _:
            kind = op.properties.get("kind")
            code = kind.data if isinstance(kind, StringAttr) else str(getattr(op, "CODE", ""))
            return describe(op, code)
