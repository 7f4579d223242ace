"""The two files of a run: cases in, records out. Knows their bytes and no process."""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from helia_aot.errors import VerificationError
from helia_aot.verify.module import Module

_MAGIC = 0x48414331
_HEADER = struct.Struct("<5I")
_RECORD = struct.Struct("<IiiI")


@dataclass(frozen=True)
class Case:
    """Inputs of one run of the model."""

    inputs: tuple[bytes, ...]
    fresh: bool = False
    """Whether the context is initialized anew before it; else state is kept from the last case."""


class RecordKind(IntEnum):
    """As in records.h."""

    OUTPUT = 1
    CAPTURE = 2
    STATUS = 3
    FAULT = 4
    COUNTS = 5
    OPERATORS = 6
    STACK = 7
    END = 8


@dataclass(frozen=True)
class Record:
    """One record of the results; what the fields mean stands in records.h."""

    kind: RecordKind
    a: int
    b: int
    payload: bytes


def write_cases(
    module: Module, cases: Sequence[Case], *, capture: bool, stack: bool, minimum_ticks: int
) -> bytes:
    """The file of cases, in the order the runner reads it."""
    header = _HEADER.pack(_MAGIC, len(cases), capture, stack, minimum_ticks)
    return header + b"".join(_case(module, number, case) for number, case in enumerate(cases))


def _case(module: Module, number: int, case: Case) -> bytes:
    given = tuple(len(i) for i in case.inputs)
    if given != module.input_nbytes:
        wanted = module.input_nbytes
        raise VerificationError(
            f"case {number}: inputs have {given} bytes, the model takes {wanted}"
        )
    return struct.pack("<I", case.fresh) + b"".join(case.inputs)


def read_records(results: bytes) -> Iterator[Record]:
    """The records that are complete: a run that died leaves the last one cut off."""
    at = 0
    while at + _RECORD.size <= len(results):
        kind, a, b, nbytes = _RECORD.unpack_from(results, at)
        at += _RECORD.size
        if at + nbytes > len(results):
            return
        yield Record(RecordKind(kind), a, b, results[at : at + nbytes])
        at += nbytes
