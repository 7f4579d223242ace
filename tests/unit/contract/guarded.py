"""Runs a program on a board where nothing answers behind its arena and behind its constants.

Each of the two stands alone in a memory of its own and ends where that ends: with the MPU on, a
byte beyond is a fault. Knows no operator and no provider.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from helia_aot.backend_c.program import Program, read_program
from helia_aot.ir import aot
from helia_aot.ir.types import Array
from helia_aot.platforms import Memory, Platform, platform
from helia_aot.verify.build import build
from helia_aot.verify.cases import Case
from helia_aot.verify.emitted import write_module
from helia_aot.verify.runner import run
from helia_aot.verify.toolchain import Compiler

SHARED = "psram"
"""The memory whose upper half the guarded ones take."""
ROLES = {"scratch": "bss", "constant": "rodata"}
"""Of the regions that are guarded, with the kind of section that holds each."""
MIN_BYTES = 32
"""What an MPU protects at least."""


def outputs_of(
    program: aot.ModuleOp,
    inputs: Sequence[Array],
    where: str,
    work: Path,
    *,
    guards: bool = False,
    compiler: Compiler = "gcc",
) -> list[Array]:
    """What the module writes when it runs on a platform once."""
    read = read_program(program)
    module = write_module(program, read, work / "module")
    target, flags = platform(where), tuple[str, ...]()
    if guards:
        target, fillers = _guarded(target, read)
        filler = module.directory / "src" / "aaa_filler.c"  # linked first: it stands ahead
        filler.write_text(_filler(fillers))
        flags = tuple(_flags(read, fillers))
    image = build(module, target, work / "build", flags=flags, compiler=compiler)
    (case,) = run(image, [Case(tuple(x.tobytes() for x in inputs))]).cases
    return [
        np.frombuffer(got, t.dtype).reshape(t.shape)
        for got, t in zip(case.outputs, read.outputs, strict=True)
    ]


def _sizes(program: Program) -> dict[str, int]:
    """Bytes of the guarded regions by role: one of each, in a memory that no other is in."""
    found = {r.role: r.size for r in program.regions if r.role in ROLES}
    assert len(found) == len(program.regions), "one region of a role"
    assert len({r.memory for r in program.regions}) == len(program.regions)
    return found


def _guarded(target: Platform, program: Program) -> tuple[Platform, dict[str, int]]:
    """The platform with a memory per region, each a power of two as Armv7-M wants them, and the
    bytes that fill it up ahead of the region."""
    kept = [m for m in target.memories if m.name != SHARED]
    shared = target.memory(SHARED)
    half = shared.size // 2
    base, memories, fillers = shared.base + half, list[Memory](), dict[str, int]()
    slot = half // 4
    for role, size in _sizes(program).items():
        whole = max(MIN_BYTES, 1 << (size - 1).bit_length())
        assert whole <= slot
        memories.append(Memory(f"guarded_{role}", base, whole))
        fillers[role] = whole - size
        base += slot
    return target._replace(memories=(*kept, shared._replace(size=half), *memories)), fillers


def _filler(fillers: dict[str, int]) -> str:
    """Objects that are kept by name; the one ahead of the arena lies where it is written."""
    return "".join(
        f"extern {const}unsigned char filler_{role}[{size}];\n"
        f"{const}unsigned char filler_{role}[{size}]"
        f" __attribute__(({_section(role)}, aligned(16)));\n"
        for role, size in fillers.items()
        if size
        for const in ["const " if ROLES[role] == "rodata" else ""]
    )


def _section(role: str) -> str:
    return f'section(".guarded_{role}.{ROLES[role]}")'


def _flags(program: Program, fillers: dict[str, int]) -> list[str]:
    puts = [
        f"-D{program.macro}_PUT_IN_{r.memory.upper()}=__attribute__(({_section(r.role)}))"
        for r in program.regions
    ]
    return puts + [f"-Wl,-u,filler_{role}" for role, size in fillers.items() if size]
