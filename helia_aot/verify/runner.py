"""Runs a built image on cases and reads back what it did. Knows no compiler and no operator."""

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from helia_aot.errors import VerificationError
from helia_aot.platforms import Board
from helia_aot.verify.build import Image
from helia_aot.verify.cases import Case, Record, RecordKind, read_records, write_cases
from helia_aot.verify.counts import Counts, minimum_ticks, read_counts
from helia_aot.verify.toolchain import find_tool


@dataclass(frozen=True)
class Captured:
    """The bytes of one capture, after its operator ran once."""

    capture: int
    """Index into `captures` of the module."""
    data: bytes


@dataclass(frozen=True)
class CaseResult:
    """What one case wrote."""

    outputs: tuple[bytes, ...]
    captures: tuple[Captured, ...]
    """In the order they were made: an operator in a loop makes its captures several times."""


@dataclass(frozen=True)
class RunResult:
    """What a run wrote."""

    cases: tuple[CaseResult, ...]
    counts: Counts | None
    """Instructions, where they were asked for and can be counted."""
    stack_bytes: int | None
    """Used by one run of the model, where it was asked for and can be measured."""
    stderr: str


def run(
    image: Image,
    cases: Sequence[Case],
    *,
    capture: bool = False,
    count: bool = False,
    stack: bool = False,
    timeout: float = 120,
) -> RunResult:
    """Runs the cases in order on one context.

    A fault, an error status, a lost result or the end of `timeout` seconds is a VerificationError.
    """
    board = image.platform.board
    ticks = minimum_ticks(board) if count and board else 0
    text = write_cases(image.module, cases, capture=capture, stack=stack, minimum_ticks=ticks)
    with TemporaryDirectory() as directory:
        files = Path(directory, "cases.bin"), Path(directory, "results.bin")
        files[0].write_bytes(text)
        done = _execute(_command(image, files), Path(directory), timeout)
        results = files[1].read_bytes() if files[1].exists() else b""
    records = tuple(read_records(results))
    _check(done, records)
    return _result(records, len(cases), board, done.stderr)


def _command(image: Image, files: tuple[Path, Path]) -> tuple[str, ...]:
    board = image.platform.board
    executable = str(image.executable.resolve())
    if board is None:
        return (executable, *(str(f) for f in files))
    return (
        *(find_tool("qemu-system-arm"), "-M", board.machine, "-nographic"),
        *("-monitor", "none", "-serial", "none", "-icount", "shift=0"),
        *("-semihosting-config", "enable=on,target=native", "-kernel", executable),
    )


def _execute(command: Sequence[str], cwd: Path, timeout: float) -> subprocess.CompletedProcess[str]:
    # Sanitizers look for the symbols of a report; the rest of the environment does not matter.
    environment = {**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1"}
    try:
        return subprocess.run(
            command,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            env=environment,
        )
    except subprocess.TimeoutExpired as error:
        raise VerificationError(f"the image did not end within {timeout:g} s") from error


def _check(done: subprocess.CompletedProcess[str], records: Sequence[Record]) -> None:
    last = records[-1] if records else None
    if done.returncode == 0 and last is not None and last.kind is RecordKind.END:
        return
    said = f"\n{(done.stderr or done.stdout).strip()}".rstrip()
    match last:
        case Record(RecordKind.STATUS, a, b, payload):
            text = payload.decode(errors="replace")
            raise VerificationError(f"the module returned {text!r} {_place(a, b)}{said}")
        case Record(RecordKind.FAULT, a, b):
            raise VerificationError(f"the module faulted {_place(a, b)}{said}")
        case _:
            raise VerificationError(f"the image ended with code {done.returncode}{said}")


def _place(case: int, operator: int) -> str:
    when = f"in case {case}" if case >= 0 else "at initialization"
    return when + (f", operator {operator}" if operator >= 0 else "")


def _result(records: Sequence[Record], cases: int, board: Board | None, stderr: str) -> RunResult:
    by_kind = {r.kind: r for r in records}
    stack = by_kind.get(RecordKind.STACK)
    return RunResult(
        tuple(_case_result(records, number) for number in range(cases)),
        read_counts(by_kind, board) if board and RecordKind.COUNTS in by_kind else None,
        None if stack is None else stack.a,
        stderr,
    )


def _case_result(records: Sequence[Record], number: int) -> CaseResult:
    mine = [r for r in records if r.a == number]
    return CaseResult(
        tuple(r.payload for r in mine if r.kind is RecordKind.OUTPUT),
        tuple(Captured(r.b, r.payload) for r in mine if r.kind is RecordKind.CAPTURE),
    )
