"""Runs the interpreters that say what is right. Knows their manners, and no operator's meaning.

`tflm` is TensorFlow Lite Micro with its reference kernels, `litert` is LiteRT with
`OpResolverType.BUILTIN_REF`; each runs in a process of its own (see `oracle_worker`).
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import numpy as np

from helia_aot.errors import VerificationError
from helia_aot.verify.inputs import Batch
from helia_aot.verify.subject import Array, Subject, numpy_type

Oracle = Literal["tflm", "litert"]

ORACLES: tuple[Oracle, ...] = ("tflm", "litert")

_PACKAGES: dict[Oracle, str] = {"tflm": "tflite_micro", "litert": "ai_edge_litert"}
_WORKER = Path(__file__).parent / "oracle_worker.py"
_TIMEOUT = 600.0
_ARENA = 16 << 20
_LARGEST_ARENA = 1 << 30
_GROWTH = 4
_TOO_SMALL = "missing: "
"""TFLM says how many bytes are missing, and fails, or crashes, for want of memory only then."""


class OracleError(VerificationError):
    """An oracle that refuses or crashes on a model that may be right nevertheless."""


@dataclass(frozen=True)
class OracleRun:
    """What an oracle computed; the cases are the leading axis of every array."""

    oracle: Oracle
    outputs: tuple[Array, ...]
    tensors: Mapping[int, Array]
    """The tensors that were asked for, by index."""
    note: str | None = None
    """Why this oracle was asked, where another would have been."""


def run_oracle(
    oracle: Oracle, subject: Subject, batch: Batch, tensors: Sequence[int] = ()
) -> OracleRun:
    """Runs the cases in sequence on one interpreter, which keeps its state in between."""
    require_oracle(oracle)
    with TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "model.tflite").write_bytes(subject.data)
        named = {f"i{n}": a for n, a in enumerate(batch.arrays)}
        np.savez(directory / "inputs.npz", allow_pickle=False, **named)
        _run(oracle, subject, batch.count, tensors, directory)
        with np.load(directory / "results.npz") as file:
            outputs = tuple(file[f"o{n}"] for n in range(len(subject.outputs)))
            kept = {t: file[f"t{t}"] for t in tensors}
    _check(oracle, subject, outputs)
    return OracleRun(oracle, outputs, kept)


def require_oracle(oracle: Oracle) -> None:
    """An error that tells what to install when the oracle is not there."""
    if find_spec(_PACKAGES[oracle]) is None:
        alternative = ", or use the oracle litert" if oracle == "tflm" else ""
        raise VerificationError(
            f"the oracle {oracle} needs the package {_PACKAGES[oracle]}:"
            f" pip install '.[verify]'{alternative}"
        )


def comparable_tensors(subject: Subject) -> tuple[int, ...]:
    """Indices of all tensors that operators write and an oracle can show.

    TFLM must be asked for no other: it does not check the index, nor knows resources as arrays.
    """
    written = [i for o in subject.graph.operators for i in o.outputs]
    return tuple(i for i in dict.fromkeys(written) if numpy_type(subject.graph.tensors[i]))


def tflm_is_wrong(subject: Subject) -> str | None:
    """Why LiteRT is right about this model, and TFLM is not; None where TFLM can be trusted."""
    if subject.outside:
        return "TFLM ignores weights outside the flatbuffer"
    for operator in subject.graph.operators:
        quantization = (
            subject.graph.tensors[operator.inputs[0]].quantization if operator.inputs else None
        )
        if operator.code == "DEQUANTIZE" and quantization and len(quantization.scale) > 1:
            return f"TFLM ignores the per-channel scales of #{operator.position} DEQUANTIZE"
    return None


def _run(
    oracle: Oracle, subject: Subject, cases: int, tensors: Sequence[int], directory: Path
) -> None:
    """Writes the results into the directory, with as large an arena as it takes."""
    arena = max(_ARENA, 10 * len(subject.data))
    while True:
        request = {
            "oracle": oracle,
            "cases": cases,
            "inputs": [p.index for p in subject.inputs],
            "outputs": [p.index for p in subject.outputs],
            "tensors": [int(t) for t in tensors],
            "arena": min(arena, _LARGEST_ARENA),
        }
        (directory / "request.json").write_text(json.dumps(request))
        done = _call(oracle, subject, directory)
        if done.returncode == 0:
            return
        if _TOO_SMALL not in done.stderr or arena >= _LARGEST_ARENA:
            raise OracleError(f"the oracle {oracle} {_how(done)} {subject.name}{_said(done)}")
        arena *= _GROWTH


def _call(oracle: Oracle, subject: Subject, directory: Path) -> subprocess.CompletedProcess[str]:
    # -P keeps the worker's directory out of the search path: its files are no top-level modules.
    command = (sys.executable, "-P", str(_WORKER), str(directory))
    try:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_TIMEOUT,
        )
    except subprocess.TimeoutExpired as error:
        raise OracleError(f"the oracle {oracle} did not end on {subject.name}") from error


def _how(done: subprocess.CompletedProcess[str]) -> str:
    if done.returncode >= 0:
        return "refuses"
    return f"crashes ({signal.Signals(-done.returncode).name}) on"


def _said(done: subprocess.CompletedProcess[str]) -> str:
    """What it said about that, without what it says always."""
    lines = [line for line in done.stderr.splitlines() if not line.startswith("INFO:")]
    return "".join(f"\n{line}" for line in lines[-6:])


def _check(oracle: Oracle, subject: Subject, outputs: Sequence[Array]) -> None:
    """An oracle that changes a shape or a type has run something else."""
    for port, found in zip(subject.outputs, outputs, strict=True):
        if found.shape[1:] != port.shape or found.dtype != port.dtype:
            shape = ", ".join(map(str, found.shape[1:]))
            raise OracleError(
                f"the oracle {oracle} gives {port.name} as {found.dtype}[{shape}], not {port.text}"
            )
