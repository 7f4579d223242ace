"""Builds all MVE kernels and the runner into one image, and streams cases through it."""

import struct
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from helia_aot.backend_c.kernel_runtime import runtime_files
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.types import Array
from helia_aot.kernels.kernel import Record, Role
from helia_aot.platforms import platform
from helia_aot.verify.linker import linker_script
from helia_aot.verify.toolchain import (
    SANITIZERS,
    WARNINGS,
    Compiler,
    call,
    find_tool,
    find_toolchain,
)
from tests.unit.kernels_mve.header import descriptor, kernel_calls, kernels_header
from tests.unit.runtime import write

_HERE = Path(__file__).parent
_ROOT = _HERE.parents[2]
_IMAGE = _ROOT / "helia_aot" / "platforms" / "image"

ABSENT, GIVEN, OUTPUT, SCRATCH = range(4)


@dataclass(frozen=True)
class KernelCase:
    """One call of a kernel: its tensors by field, and what it has to write."""

    kernel: str
    """Key of the kernel."""
    record: Record
    numbers: Mapping[str, object]
    tensors: Mapping[str, Array]
    """Of the INPUT and CONSTANT fields that are there."""
    scratch: int
    expected: Array
    label: str = ""

    def serialize(self, position: int) -> bytes:
        """For the runner; `position` is that of the kernel in its image."""
        d = descriptor(self.record, self.numbers)
        parts = [struct.pack("<2I", position, len(d)), d]
        parts.append(struct.pack("<I", len(self.record.tensors)))
        parts += [self._tensor(f.name, f.role) for f in self.record.tensors]
        return b"".join(parts)

    def _tensor(self, name: str, role: Role | None) -> bytes:
        if role is Role.OUTPUT:
            return struct.pack("<2I", OUTPUT, self.expected.nbytes)
        if role is Role.SCRATCH:
            return struct.pack("<2I", SCRATCH, self.scratch)
        array = self.tensors.get(name)
        if array is None:
            return struct.pack("<2I", ABSENT, 0)
        return struct.pack("<2I", GIVEN, array.nbytes) + array.tobytes()


@dataclass(frozen=True)
class Outcome:
    """What one case did."""

    case: KernelCase
    damaged: int
    """Bit i: the bytes around tensor i were written."""
    instructions: int
    output: Array

    @property
    def wrong(self) -> int:
        """Elements of the output that are not as expected."""
        return int(np.count_nonzero(self.output != self.case.expected))


@dataclass(frozen=True)
class KernelImage:
    """A built image."""

    executable: Path
    platform: str
    kernels: tuple[str, ...]
    """Their keys, by position."""

    def run(self, cases: Sequence[KernelCase]) -> list[Outcome]:
        work = self.executable.parent
        data = struct.pack("<I", len(cases)) + b"".join(
            c.serialize(self.kernels.index(c.kernel)) for c in cases
        )
        (work / "cases.bin").write_bytes(data)
        done = subprocess.run(
            self._command(), cwd=work, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return list(self._outcomes(cases, (work / "results.bin").read_bytes()))

    def _command(self) -> tuple[str, ...]:
        board = platform(self.platform).board
        if board is None:
            return (str(self.executable),)
        return (
            *(find_tool("qemu-system-arm"), "-M", board.machine, "-nographic"),
            *("-monitor", "none", "-serial", "none", "-icount", "shift=0"),
            *("-semihosting-config", "enable=on,target=native"),
            *("-kernel", str(self.executable)),
        )

    def _outcomes(self, cases: Sequence[KernelCase], results: bytes) -> Iterator[Outcome]:
        board = platform(self.platform).board
        per_tick = 1e9 / board.clock_hz if board else 0
        at = 0
        for case in cases:
            damaged, ticks = struct.unpack_from("<2I", results, at)
            size = case.expected.nbytes
            output = np.frombuffer(results, case.expected.dtype, case.expected.size, at + 8)
            yield Outcome(
                case, damaged, round(ticks * per_tick), output.reshape(case.expected.shape)
            )
            at += 8 + size


def build_image(
    work: Path,
    kernels: Sequence[tuple[KernelHelper, Record]],
    where: str,
    *,
    compiler: Compiler = "gcc",
    optimization: str = "-O2",
    flags: Sequence[str] = (),
) -> KernelImage:
    """For the platform of that name; on the host with the sanitizers."""
    work.mkdir(parents=True, exist_ok=True)
    target = platform(where)
    toolchain = find_toolchain(target, compiler)
    (work / "helia_kernels.h").write_text(kernels_header(kernels))
    (work / "calls.c").write_text(kernel_calls(kernels))
    host = _IMAGE / "host.c"
    machine = [host] if target.board is None else sorted({*_IMAGE.glob("*.c")} - {host})
    memory = _HERE / ("memory_host.c" if target.board is None else "memory_board.c")
    around = [_HERE / "runner.c", memory, work / "calls.c", *machine]
    sources = write(work, runtime_files(helper for helper, _ in kernels))
    options = ["-ffunction-sections", f"-I{work}", f"-I{_IMAGE}", f"-I{_HERE}"]
    options += SANITIZERS if target.board is None else ()
    objects: list[str] = []
    for source in [*sources, *around]:
        out = str(work / f"{source.name}.o")
        level = (*WARNINGS, optimization) if source in sources else ("-O2",)
        mine = (*level, *flags)
        call((*toolchain.compile, *options, *mine, "-c", str(source), "-o", out))
        objects.append(out)
    link: list[str] = list(SANITIZERS) if target.board is None else _script(work, where)
    call((*toolchain.link, *link, *objects, "-lm", "-o", str(work / "image.elf")))
    return KernelImage(work / "image.elf", where, tuple(helper.key for helper, _ in kernels))


def _script(work: Path, where: str) -> list[str]:
    target = platform(where)
    assert target.board is not None
    (work / "image.ld").write_text(linker_script(target, target.board))
    return ["-nostartfiles", f"-T{work / 'image.ld'}", "-Wl,--gc-sections"]
