"""Measures a program on an emulated platform: instructions and bytes. Knows no operator by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from helia_aot.errors import ConfigError, VerificationError
from helia_aot.platforms import Platform, platform
from helia_aot.verify.build import Image, build
from helia_aot.verify.cases import Case
from helia_aot.verify.counts import Counts
from helia_aot.verify.elf import module_sizes
from helia_aot.verify.emitted import (
    constant_symbols,
    region_bytes,
    with_callbacks,
    write_module,
)
from helia_aot.verify.inputs import random_batch
from helia_aot.verify.mapping import producer
from helia_aot.verify.result import OperatorProfile, ProfileResult
from helia_aot.verify.runner import RunResult, run
from helia_aot.verify.subject import Subject
from helia_aot.verify.toolchain import Compiler

if TYPE_CHECKING:
    from helia_aot.backend_c.program import Program
    from helia_aot.ir import aot

_TIMEOUT = 600.0


def profile(
    subject: Subject,
    module: aot.ModuleOp,
    platform_name: str,
    compiler: Compiler = "gcc",
    *,
    optimization: str = "-O2",
    progress: Callable[[str], None] = lambda stage: None,
) -> ProfileResult:
    """What one warm inference of a planned program costs.

    The totals are of the program without callbacks; the share of each operator is measured on a
    second build that has them.
    """
    from helia_aot.backend_c.program import read_program

    board = platform(platform_name)
    if board.board is None:
        raise ConfigError(f"profile counts on an emulated board, and {platform_name} is none")
    case = Case(random_batch(subject, 1, 0).case(0))

    def measure(callbacks: bool, work: Path) -> tuple[Program, Image, RunResult]:
        progress("build")
        variant = with_callbacks(module, callbacks)
        program = read_program(variant)
        written = write_module(variant, program, work / "module")
        image = build(written, board, work, compiler=compiler, optimization=optimization)
        progress("run")
        return program, image, run(image, [case], count=True, stack=True, timeout=_TIMEOUT)

    with TemporaryDirectory() as name:
        program, image, result = measure(False, Path(name, "plain"))
        sizes = module_sizes(image, constant_symbols(program))
        _, _, detailed = measure(True, Path(name, "callbacks"))
    if result.stack_bytes is None:
        raise VerificationError(f"the stack cannot be measured on {platform_name}")
    return ProfileResult(
        platform=platform_name,
        compiler=compiler,
        instructions=_counts(result, board).instructions,
        operators=_operators(program, _counts(detailed, board)),
        code_bytes=sizes.code_bytes,
        constant_bytes=sizes.constant_bytes,
        scratch_bytes=region_bytes(program, "scratch"),
        persistent_bytes=region_bytes(program, "persistent"),
        stack_bytes=result.stack_bytes,
    )


def _counts(result: RunResult, board: Platform) -> Counts:
    if result.counts is None:
        raise VerificationError(f"instructions cannot be counted on {board.name}")
    return result.counts


def _operators(program: Program, counts: Counts) -> tuple[OperatorProfile, ...]:
    return tuple(
        OperatorProfile(producer(operator), instructions, operator.macs)
        for operator, instructions in zip(program.operators, counts.operators, strict=True)
    )
