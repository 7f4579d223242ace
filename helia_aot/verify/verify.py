"""Proves a program: emits, builds and runs it, and compares with what is right.

Knows the order of the steps; the steps live in files of their own. Prints nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from helia_aot.errors import VerificationError
from helia_aot.platforms import platform
from helia_aot.verify.build import build
from helia_aot.verify.cases import Case
from helia_aot.verify.compare import compare
from helia_aot.verify.emitted import with_callbacks, write_module
from helia_aot.verify.expectation import Choice, Expectation, expect
from helia_aot.verify.golden import read_golden, write_golden
from helia_aot.verify.inputs import Batch, random_batch
from helia_aot.verify.mapping import Match, matches, producer, uncompared
from helia_aot.verify.result import Comparison, Difference, Producer, TensorResult, VerifyResult
from helia_aot.verify.runner import CaseResult, run
from helia_aot.verify.subject import Array, Port, Subject
from helia_aot.verify.toolchain import Compiler

if TYPE_CHECKING:
    from helia_aot.backend_c.program import Program
    from helia_aot.ir import aot

Progress = Callable[[str], None]
"""Told the name of each stage before it runs."""

_TIMEOUT = 600.0


@dataclass(frozen=True)
class VerifyOptions:
    """How a program is verified; fields are named as the command's flags."""

    platform: str = "host"
    cases: int = 3
    """Random cases; a golden file has its own."""
    seed: int = 0
    golden: Path | None = None
    oracle: Choice | None = None
    """None: TFLM, or LiteRT where TFLM cannot run the model or is known to be wrong."""
    intermediates: bool = False
    dump: Path | None = None
    compiler: Compiler = "gcc"
    optimization: str = "-O2"
    flags: tuple[str, ...] = ()
    """Further flags for compiling and linking, such as sanitizers."""


def verify(
    subject: Subject,
    module: aot.ModuleOp,
    options: VerifyOptions = VerifyOptions(),
    progress: Progress = lambda stage: None,
) -> VerifyResult:
    """Whether a planned program computes what its model means.

    A difference is a result; VerificationError says that nothing could be compared.
    """
    from helia_aot.backend_c.program import read_program

    platform(options.platform)  # an unknown name is refused before any work
    golden = None if options.golden is None else read_golden(options.golden, subject)
    batch = random_batch(subject, options.cases, options.seed) if golden is None else golden.batch
    module = with_callbacks(module, module.config.data.callbacks or options.intermediates)
    program = read_program(module)
    _check_ports(subject, program)
    matched = matches(program, subject) if options.intermediates else ()
    results = _execute(module, program, matched, batch, options, progress)
    outputs = _outputs(subject.outputs, results)
    if options.dump is not None:
        write_golden(options.dump, subject, batch, outputs)
    progress("oracle")
    expectation = expect(
        subject,
        batch,
        options.oracle,
        golden=golden,
        path=options.golden,
        intermediates=options.intermediates,
    )
    progress("compare")
    compared = _compare_outputs(subject, outputs, expectation)
    tensors = _compare_tensors(subject, matched, results, expectation)
    return VerifyResult(
        cases=batch.count,
        oracle=expectation.oracle,
        platform=options.platform,
        outputs=compared,
        first_difference=_first(_producers(program), compared, tensors),
        note=expectation.note,
        tensors=tensors if options.intermediates else None,
        uncompared=uncompared(program, subject, matched) if options.intermediates else None,
    )


def _execute(
    module: aot.ModuleOp,
    program: Program,
    captures: Sequence[Match],
    batch: Batch,
    options: VerifyOptions,
    progress: Progress,
) -> tuple[CaseResult, ...]:
    with TemporaryDirectory() as name:
        work = Path(name)
        progress("emit")
        written = write_module(module, program, work / "module", captures)
        progress("build")
        image = build(
            written,
            platform(options.platform),
            work / "build",
            compiler=options.compiler,
            optimization=options.optimization,
            flags=options.flags,
        )
        progress("run")
        cases = [Case(batch.case(i)) for i in range(batch.count)]
        return run(image, cases, capture=bool(captures), timeout=_TIMEOUT).cases


def _check_ports(subject: Subject, program: Program) -> None:
    """The program must be of the subject's graph."""
    for role, ports, tensors in (
        ("input", subject.inputs, program.inputs),
        ("output", subject.outputs, program.outputs),
    ):
        wanted = [(p.shape, p.dtype.name) for p in ports]
        found = [(t.shape, t.dtype) for t in tensors]
        if wanted != found:
            raise VerificationError(
                f"{subject.name}: the module has {role}s {found}, the model {wanted}"
            )


def _outputs(ports: Sequence[Port], results: Sequence[CaseResult]) -> list[Array]:
    """What the module wrote: an array per output, cases first."""
    return [
        np.stack([np.frombuffer(r.outputs[i], p.dtype).reshape(p.shape) for r in results])
        for i, p in enumerate(ports)
    ]


def _compare_outputs(
    subject: Subject, outputs: Sequence[Array], expected: Expectation
) -> tuple[Comparison, ...]:
    return tuple(
        compare(p.name, got, expected.output(i, p.index), expected.bounds.get(p.index, 0.0))
        for i, (p, got) in enumerate(zip(subject.outputs, outputs, strict=True))
    )


def _compare_tensors(
    subject: Subject,
    matched: Sequence[Match],
    results: Sequence[CaseResult],
    expected: Expectation,
) -> tuple[TensorResult, ...]:
    """Every inner tensor that was captured, in order of execution."""
    captured = [{c.capture: c.data for c in r.captures} for r in results]
    found: list[TensorResult] = []
    for number, m in enumerate(matched):
        name = subject.graph.tensors[m.index].name or m.tensor.id
        got = np.stack([np.frombuffer(c[number], m.tensor.dtype) for c in captured])
        bound = expected.bounds.get(m.index, 0.0)
        result = compare(name, got, expected.tensor(m.index), bound)
        found.append(TensorResult(m.index, m.producer, result))
    return tuple(found)


def _producers(program: Program) -> list[Producer | None]:
    """Who writes each output."""
    by_tensor = {t.index: producer(o) for o in program.operators for t in o.outputs}
    return [by_tensor.get(t.index) for t in program.outputs]


def _first(
    producers: Sequence[Producer | None],
    outputs: Sequence[Comparison],
    tensors: Sequence[TensorResult],
) -> Difference | None:
    """The difference that was made first: state carries one to earlier operators of later cases."""
    pairs = [*zip(producers, outputs, strict=True), *((t.producer, t.comparison) for t in tensors)]
    wrong = [(p, c) for p, c in pairs if c.first_case is not None]

    def when(pair: tuple[Producer | None, Comparison]) -> tuple[int, int]:
        who, what = pair
        return what.first_case or 0, who.layer_index if who else -1

    if not wrong:
        return None
    who, what = min(wrong, key=when)
    return Difference(who, what.name, what.mismatches)
