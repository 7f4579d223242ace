"""What the outputs and inner tensors should be: from oracles, from a file, or from both.

Chooses who is asked, and knows when one may be doubted. Knows no module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from helia_aot.errors import VerificationError
from helia_aot.verify.bounds import tensor_bounds
from helia_aot.verify.differences import known_to_differ
from helia_aot.verify.golden import Golden, Source
from helia_aot.verify.inputs import Batch
from helia_aot.verify.oracle import (
    OracleError,
    OracleRun,
    comparable_tensors,
    run_oracle,
    tflm_is_wrong,
)
from helia_aot.verify.subject import Array, Subject

Choice = Literal["tflm", "litert", "both"]


@dataclass(frozen=True)
class Expectation:
    """What is right, by one judge or by two."""

    oracle: str
    """Who said so: tflm, litert, both, or golden with the source behind a colon."""
    outputs: tuple[Sequence[Array], ...]
    """Per judge, the first to be obeyed everywhere: an array per output, cases first."""
    tensors: tuple[Mapping[int, Array], ...]
    """Per judge: inner tensors by index, where they were asked for."""
    doubtful: frozenset[int]
    """Tensors where the second judge is known to differ from the first."""
    note: str | None = None
    """Why LiteRT was asked where TFLM would have been."""
    bounds: Mapping[int, float] = field(default_factory=dict[int, float])
    """By how much floats may differ, by tensor; 0 where it says nothing."""

    def output(self, position: int, index: int) -> list[Array]:
        """All arrays that an output must equal."""
        return self._trusted([o[position] for o in self.outputs], index)

    def tensor(self, index: int) -> list[Array]:
        """All arrays that an inner tensor must equal."""
        return self._trusted([t[index] for t in self.tensors], index)

    def _trusted(self, arrays: list[Array], index: int) -> list[Array]:
        return arrays[:1] if index in self.doubtful else arrays


def expect(
    subject: Subject,
    batch: Batch,
    choice: Choice | None,
    *,
    golden: Golden | None = None,
    path: Path | None = None,
    intermediates: bool = False,
) -> Expectation:
    """What the module must compute. A file has no inner tensors: these come from an oracle."""
    tensors = comparable_tensors(subject) if intermediates else ()
    runs: list[OracleRun] = []
    if golden is None or intermediates:
        runs = ask(subject, batch, choice, tensors)
    if golden is None:
        oracle = "both" if len(runs) > 1 else runs[0].oracle
        outputs = tuple(r.outputs for r in runs)
    else:
        sources = choose_sources(golden, choice, path)
        oracle = _golden_name(sources)
        outputs = tuple(golden.expected[s] for s in sources)
    return Expectation(
        oracle=oracle,
        outputs=outputs,
        tensors=tuple(r.tensors for r in runs),
        doubtful=known_to_differ(subject) if max(len(runs), len(outputs)) > 1 else frozenset(),
        note=runs[0].note if runs else None,
        bounds=tensor_bounds(subject, lambda: _values(subject, batch, choice, runs)),
    )


def ask(
    subject: Subject, batch: Batch, choice: Choice | None, tensors: Sequence[int]
) -> list[OracleRun]:
    """Runs the chosen oracles; without a choice TFLM, or LiteRT where TFLM cannot tell."""
    wrong = tflm_is_wrong(subject)
    if choice in ("tflm", "both") and wrong is not None:
        raise VerificationError(f"{subject.name}: {wrong}: use the oracle litert")
    if choice == "both":
        return [run_oracle(o, subject, batch, tensors) for o in ("tflm", "litert")]
    if choice is not None:
        return [run_oracle(choice, subject, batch, tensors)]
    try:
        if wrong is None:
            return [run_oracle("tflm", subject, batch, tensors)]
    except OracleError as refused:
        wrong = str(refused)
    return [_otherwise(wrong, subject, batch, tensors)]


def _otherwise(reason: str, subject: Subject, batch: Batch, tensors: Sequence[int]) -> OracleRun:
    """LiteRT's answer where TFLM has none, or a wrong one."""
    try:
        return replace(run_oracle("litert", subject, batch, tensors), note=reason)
    except OracleError as error:
        raise OracleError(f"{reason}\n{error}") from error


def choose_sources(
    golden: Golden, choice: Choice | None, path: Path | None = None
) -> tuple[Source, ...]:
    """Whose expected outputs of a file count; a file that does not say has one source only."""
    if "output" in golden.expected:
        return ("output",)
    wanted: dict[Choice, tuple[Source, ...]] = {
        "tflm": ("tflm",),
        "litert": ("ref",),
        "both": ("tflm", "ref"),
    }
    if choice is None:
        return ("tflm",) if "tflm" in golden.expected else ("ref",)
    for source in wanted[choice]:
        if source not in golden.expected:
            has = " and ".join(golden.expected)
            raise VerificationError(
                f"{path or 'the golden file'} has no {source} outputs, which the oracle"
                f" {choice} asks for; it has {has}"
            )
    return wanted[choice]


def _golden_name(sources: Sequence[Source]) -> str:
    if len(sources) > 1:
        return "golden:both"
    return "golden" if sources[0] == "output" else f"golden:{sources[0]}"


def _values(
    subject: Subject, batch: Batch, choice: Choice | None, runs: Sequence[OracleRun]
) -> Mapping[int, Array]:
    """Every tensor, by the first judge."""
    wanted = comparable_tensors(subject)
    if not runs or any(t not in runs[0].tensors for t in wanted):
        runs = ask(subject, batch, choice, wanted)
    given = {p.index: a for p, a in zip(subject.inputs, batch.arrays, strict=True)}
    return {**given, **runs[0].tensors}
