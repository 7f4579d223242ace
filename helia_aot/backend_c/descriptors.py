"""What fills the descriptor of a call, proven to be what its record asks for. Knows no operator.

The calls of a compiled model are right by construction; one that was edited in a text may not be,
and no C is made from it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helia_aot.backend_c.tensors import Tensor
from helia_aot.kernels.kernel import Field, Record, Role


class Bound(NamedTuple):
    """Which tensors fill the tensor fields of a record."""

    fields: Mapping[str, Tensor | None]
    """None where absent."""
    variadic: Mapping[str, Sequence[Tensor]]


def bind(
    record: Record,
    inputs: Sequence[Tensor],
    constants: Mapping[str, Tensor],
    outputs: Sequence[Tensor],
    scratch: Tensor | None,
) -> Bound:
    """Which tensor fills each tensor field of a record; ValueError where they are not its own."""
    _check_tensors(record, inputs, constants, outputs)
    fields: dict[str, Tensor | None] = {}
    variadic: dict[str, Sequence[Tensor]] = {}
    pending_inputs, pending_outputs = list(inputs), list(outputs)

    def take(member: Field) -> Tensor | None:
        match member.role:
            case Role.INPUT:
                return pending_inputs.pop(0)
            case Role.OUTPUT:
                return pending_outputs.pop(0)
            case Role.SCRATCH:
                return scratch
            case _:
                return constants.get(member.name)

    for member in record.tensors:
        if member.variadic:
            variadic[member.name] = tuple(pending_inputs)
            pending_inputs.clear()
        else:
            fields[member.name] = take(member)
    return Bound(fields, variadic)


def _check_tensors(
    record: Record,
    inputs: Sequence[Tensor],
    constants: Mapping[str, Tensor],
    outputs: Sequence[Tensor],
) -> None:
    for role, given in ((Role.INPUT, inputs), (Role.OUTPUT, outputs)):
        members = [f for f in record.tensors if f.role is role]
        single = sum(not f.variadic for f in members)
        if len(given) < single or (len(given) > single and single == len(members)):
            raise ValueError(f"{record.kind} has {single} {role}s, the call {len(given)}")
    known = {f.name for f in record.tensors if f.role is Role.CONSTANT}
    if unknown := sorted(constants.keys() - known):
        raise ValueError(f"{record.kind} has no constant {unknown[0]}")


def check_numbers(record: Record, numbers: Mapping[str, object]) -> None:
    """ValueError unless every number field has one value that its C type holds, and no other."""
    for member in record.numbers:
        if member.name not in numbers:
            raise ValueError(f"{record.kind} needs the number {member.name}")
        if not _holds(member, numbers[member.name]):
            value = numbers[member.name]
            raise ValueError(f"{record.kind}: {member.name} is {value}, should be {_words(member)}")
    if unknown := sorted(numbers.keys() - {f.name for f in record.numbers}):
        raise ValueError(f"{record.kind} has no number {unknown[0]}")


def _words(member: Field) -> str:
    return member.ctype if member.length == 1 else f"{member.length} times {member.ctype}"


def _holds(member: Field, value: object) -> bool:
    if not isinstance(value, tuple):
        return member.length == 1 and _fits(member.ctype, value)
    values: tuple[object, ...] = value  # pyright: ignore[reportUnknownVariableType] # of anything
    return len(values) == member.length and all(_fits(member.ctype, v) for v in values)


def _fits(ctype: str, value: object) -> bool:
    integer = re.fullmatch(r"(u?)int(\d+)_t", ctype)
    if integer is None:
        return isinstance(value, int | float)
    if not isinstance(value, int):
        return False
    bits = int(integer[2])
    low, high = (0, 1 << bits) if integer[1] else (-(1 << (bits - 1)), 1 << (bits - 1))
    return low <= value < high
