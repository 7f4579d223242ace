"""Makes numbers of instructions of the ticks that an image measured."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from helia_aot.errors import VerificationError
from helia_aot.platforms import Board
from helia_aot.verify.cases import Record, RecordKind

MINIMUM_INSTRUCTIONS = 1_000_000
"""A shorter run is repeated until it is as long."""

CALIBRATION_INSTRUCTIONS = 3_000_000
"""What the calibration loop of the image executes, and must read."""

_COUNTS = struct.Struct("<6Q")


@dataclass(frozen=True)
class Counts:
    """Instructions of one warm run of the model."""

    instructions: int
    operators: tuple[int, ...]
    """The same per operator, without the callbacks; empty for a module without callbacks."""
    repeats: int
    """Runs that the numbers are averages of."""


def instructions_per_tick(board: Board) -> Fraction:
    """The emulator lets one instruction take one nanosecond."""
    return Fraction(1_000_000_000, board.clock_hz)


def minimum_ticks(board: Board) -> int:
    """How long a measurement must be."""
    return int(MINIMUM_INSTRUCTIONS / instructions_per_tick(board))


def read_counts(records: Mapping[RecordKind, Record], board: Board) -> Counts:
    """Instructions from the records; refused when the calibration loop reads anything else."""
    per_tick = instructions_per_tick(board)
    fields = _COUNTS.unpack(records[RecordKind.COUNTS].payload)
    calibration, repeats, run, idle, notify, notify_rounds = fields
    if calibration * per_tick != CALIBRATION_INSTRUCTIONS:
        read = float(calibration * per_tick)
        wanted = CALIBRATION_INSTRUCTIONS
        raise VerificationError(f"the counter reads {read:,.0f} for {wanted:,} instructions")
    operators = tuple[int, ...]()
    if RecordKind.OPERATORS in records:
        payload = records[RecordKind.OPERATORS].payload
        around = Fraction(notify, notify_rounds) if notify_rounds else Fraction(0)
        ticks = struct.unpack(f"<{len(payload) // 8}Q", payload)
        operators = tuple(max(0, round((Fraction(t, repeats) - around) * per_tick)) for t in ticks)
    return Counts(round(Fraction(run - idle, repeats) * per_tick), operators, repeats)
