"""Runs a program on a board where nothing answers behind its arena and behind its constants.

Every region stands alone in a memory of its own and ends where that ends: with the MPU on, a byte
beyond is a fault. Knows no operator and no provider.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from helia_aot.backend_c.program import Program, read_program
from helia_aot.backend_c.regions import ModuleRegion
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
MOST = 4
"""Guarded memories: Armv7-M has eight regions of its MPU, and the image takes four."""
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
        target = _guarded(target, read.regions)
        if fillers := "".join(map(_filler, read.regions)):
            # Linked first: it stands ahead.
            (module.directory / "src" / "aaa_filler.c").write_text(fillers)
        flags = _flags(read)
    image = build(module, target, work / "build", flags=flags, compiler=compiler)
    (case,) = run(image, [Case(tuple(x.tobytes() for x in inputs))]).cases
    return [
        np.frombuffer(got, t.dtype).reshape(t.shape)
        for got, t in zip(case.outputs, read.outputs, strict=True)
    ]


def _guarded(target: Platform, regions: Sequence[ModuleRegion]) -> Platform:
    """The platform with a memory per region."""
    assert len(regions) <= MOST
    assert len({r.memory for r in regions}) == len(regions), "sections are named by memory"
    assert not any(r.staged for r in regions)
    shared = target.memory(SHARED)
    half = shared.size // 2
    slot = half // MOST
    guarded = [
        Memory(_name(r), shared.base + half + i * slot, _whole(r)) for i, r in enumerate(regions)
    ]
    kept = [m for m in target.memories if m.name != SHARED]
    return target._replace(memories=(*kept, shared._replace(size=half), *guarded))


def _name(region: ModuleRegion) -> str:
    return f"guarded_{region.id}"


def _whole(region: ModuleRegion) -> int:
    """Bytes of its memory: a power of two, as Armv7-M wants them."""
    return max(MIN_BYTES, 1 << (region.size - 1).bit_length())


def _section(region: ModuleRegion) -> str:
    kind = "rodata" if region.constant else "bss"
    return f'section(".{_name(region)}.{kind}")'


def _filler(region: ModuleRegion) -> str:
    """An object that fills the memory up ahead of the region; it is kept by name."""
    size = _whole(region) - region.size
    if not size:
        return ""
    declared = f"{'const ' if region.constant else ''}unsigned char filler_{region.id}[{size}]"
    return f"extern {declared};\n{declared} __attribute__(({_section(region)}, aligned(16)));\n"


def _flags(program: Program) -> tuple[str, ...]:
    put = f"-D{program.macro}_PUT_IN_"
    places = (f"{put}{r.memory.upper()}=__attribute__(({_section(r)}))" for r in program.regions)
    kept = (f"-Wl,-u,filler_{r.id}" for r in program.regions if _whole(r) > r.size)
    return (*places, *kept)
