"""Builds one image with every kernel under test and streams cases through it.

The header of descriptors is printed here from the records, as the C backend does it; descriptors
are packed with the same layout rule. Knows files and processes, and no kernel.
"""

import os
import shutil
import struct
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helia_aot.kernels.kernel import KernelCall, Record, Role
from helia_aot.kernels.kinds import KINDS
from helia_aot.platforms import platform
from helia_aot.verify.toolchain import Compiler, call, find_toolchain
from tests.unit.runtime import INCLUDES, bodies

IMAGE = Path(__file__).parent / "image"
FULL = os.environ.get("HELIA_FULL") == "1"
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]

_FORMAT = {
    "uint8_t": "B",
    "int8_t": "b",
    "uint16_t": "H",
    "int16_t": "h",
    "int32_t": "i",
    "uint32_t": "I",
}
_MOST_BYTES = 2_000_000
"""Of cases in the memory of the machine at a time."""

_ARGUMENTS = {Role.CONSTANT: "constants", Role.OUTPUT: "output", Role.SCRATCH: "scratch"}

RECORDS = [
    found.record for kind, found in KINDS.items() if "_dsp" in kind and not found.record.rows
]
"""Every record under test; the place is the kernel's number in a case."""


@dataclass(frozen=True)
class Case:
    """One call of a kernel and what it has to give."""

    name: str
    call: KernelCall
    inputs: tuple[NDArray[np.int8], ...]
    expected: NDArray[np.int8]
    weights: NDArray[np.int8] | None = None
    """The operand that is packed, as it stands in the model."""

    def operands(self) -> dict[str, NDArray[np.generic]]:
        """The constants before packing."""
        found: dict[str, NDArray[np.generic]] = {}
        for name, value in self.call.constants.items():
            array = self.weights if isinstance(value, int) else value
            assert array is not None, name
            found[name] = array
        return found

    def constants(self) -> dict[str, NDArray[np.generic]]:
        """The constants as the kernel reads them."""
        if self.call.packing is None:
            return self.operands()
        packing = KINDS[self.call.helper.struct_kind].packing(self.call.packing)
        return packing.pack(self.operands(), self.call.numbers)


@dataclass(frozen=True)
class Result:
    ticks: int
    broken: int
    """Guard bytes that changed."""
    output: NDArray[np.int8]


def header(records: Sequence[Record]) -> str:
    """helia_kernels.h: the struct and the prototype of every record."""
    lines = ["#ifndef HELIA_KERNELS_H", "#define HELIA_KERNELS_H", "#include <stdbool.h>"]
    lines.append("#include <stdint.h>")
    lines.append("typedef uint32_t helia_ref_t;")
    for record in records:
        kind = f"helia_{record.kind}"
        refs = [f"    helia_ref_t {f.name};" for f in record.tensors]
        numbers = [_member(f.ctype, f.name, f.length) for f in record.numbers]
        lines += ["typedef struct {", *refs, *numbers, f"}} {kind}_t;"]
        tensors = [_parameter(f.ctype, f.name, f.role) for f in record.tensors]
        lines.append(f"void {kind}({', '.join([f'const {kind}_t *d', *tensors])});")
    return "\n".join([*lines, "#endif", ""])


def _member(ctype: str, name: str, count: int) -> str:
    return f"    {ctype} {name}{f'[{count}]' if count > 1 else ''};"


def _parameter(ctype: str, name: str, role: Role | None) -> str:
    const = "const " if role in (Role.INPUT, Role.CONSTANT) else ""
    return f"{const}{ctype} *{name}"


def calls(records: Sequence[Record]) -> str:
    """The cases of the runner's switch."""
    lines: list[str] = []
    for number, record in enumerate(records):
        inputs, arguments = 0, ["d"]
        for f in record.tensors:
            if f.role is Role.INPUT:
                arguments.append(f"in[{inputs}]")
                inputs += 1
            elif f.role is not None:
                arguments.append(_ARGUMENTS[f.role])
        lines += [
            f"    case {number}:",
            f"        helia_{record.kind}({', '.join(arguments)});",
            "        break;",
        ]
    return "\n".join([*lines, ""])


def descriptor(record: Record, call: KernelCall) -> bytes:
    """The bytes of a descriptor, every member at a multiple of its size."""
    data = bytearray(b"\xff" * 4 * len(record.tensors))
    for f in record.numbers:
        code = _FORMAT[f.ctype]
        size = struct.calcsize(code)
        data += b"\0" * (-len(data) % size)
        value = call.numbers[f.name]
        values = value if isinstance(value, tuple) else (value,)
        data += struct.pack(f"<{f.length}{code}", *values)
    return bytes(data)


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 16)


def _blob(case: Case) -> bytes:
    kinds = [r.kind for r in RECORDS]
    number = kinds.index(case.call.helper.struct_kind)
    inputs = [x.astype(np.int8).tobytes() for x in case.inputs]
    inputs += [b""] * (2 - len(inputs))
    constants = b"".join(a.tobytes() for a in case.constants().values())
    d = descriptor(RECORDS[number], case.call)
    sizes = (
        number,
        len(d),
        *map(len, inputs),
        len(constants),
        case.expected.size,
        case.call.scratch,
    )
    return b"".join(_padded(p) for p in (struct.pack("<7I", *sizes), d, *inputs, constants))


def _results(data: bytes, cases: Sequence[Case]) -> list[Result]:
    results: list[Result] = []
    at = 0
    for case in cases:
        ticks, broken = struct.unpack_from("<2I", data, at)
        output = np.frombuffer(data, np.int8, case.expected.size, at + 8)
        results.append(Result(ticks, broken, output.reshape(case.expected.shape)))
        at += 8 + case.expected.size
    return results


def _sources() -> list[str]:
    return [str(path) for path in bodies("dsp")]


def _generate(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "helia_kernels.h").write_text(header(RECORDS))
    (folder / "calls.inc").write_text(calls(RECORDS))


def _includes(folder: Path) -> list[str]:
    return [f"-I{folder}", *INCLUDES, f"-I{IMAGE}"]


def build_host(folder: Path) -> Path:
    """The portable bodies with the address and undefined-behaviour sanitizers."""
    _generate(folder)
    program = folder / "host"
    checks = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    files = [*_sources(), str(IMAGE / "runner.c"), str(IMAGE / "port_host.c")]
    subprocess.run(["gcc", *checks, *_includes(folder), *files, "-o", program], check=True)
    return program


def build_qemu(folder: Path, options: Sequence[str] = ("-O2",), compiler: Compiler = "gcc") -> Path:
    """The bodies for the DSP extension, for mps2-an386."""
    _generate(folder)
    program = folder / "qemu.elf"
    tools = find_toolchain(platform("mps2-an386"), compiler)
    objects: list[str] = []
    for source in [*_sources(), str(IMAGE / "runner.c"), str(IMAGE / "port_qemu.c")]:
        objects.append(str(folder / f"{Path(source).name}.o"))
        call((*tools.compile, *options, *_includes(folder), "-c", source, "-o", objects[-1]))
    link = ("-nostartfiles", "--specs=nano.specs", "--specs=nosys.specs")
    call((*tools.link, *link, f"-T{IMAGE / 'link.ld'}", *objects, "-o", str(program)))
    return program


def _command(program: Path) -> list[str]:
    if program.suffix != ".elf":
        return [str(program)]
    machine = [
        "-machine",
        "mps2-an386",
        "-nographic",
        "-monitor",
        "none",
        "-serial",
        "none",
        "-icount",
        "shift=0",
    ]
    semihosting = ["-semihosting-config", "enable=on,target=native"]
    return ["qemu-system-arm", *machine, *semihosting, "-kernel", str(program)]


def run(program: Path, cases: Sequence[Case]) -> list[Result]:
    """All cases, through as few starts of the program as its memory allows."""
    results: list[Result] = []
    waiting: list[Case] = []
    blobs: list[bytes] = []
    for case in cases:
        blob = _blob(case)
        if sum(map(len, blobs)) + len(blob) > _MOST_BYTES:
            results += _run(program, waiting, b"".join(blobs))
            waiting, blobs = [], []
        waiting.append(case)
        blobs.append(blob)
    return results + _run(program, waiting, b"".join(blobs))


def _run(program: Path, cases: Sequence[Case], blob: bytes) -> list[Result]:
    folder = program.parent
    (folder / "cases.bin").write_bytes(blob)
    (folder / "results.bin").unlink(missing_ok=True)
    done = subprocess.run(
        _command(program), cwd=folder, capture_output=True, text=True, timeout=600
    )
    data = (folder / "results.bin").read_bytes() if (folder / "results.bin").exists() else b""
    assert done.returncode == 0, f"{done.stdout}{done.stderr} after {len(data)} bytes"
    return _results(data, cases)


def instructions(result: Result) -> int:
    """QEMU's 25 MHz SysTick counts one in forty."""
    return result.ticks * 40


def differences(cases: Sequence[Case], results: Sequence[Result]) -> list[str]:
    """Every case that is wrong, in words."""
    found: list[str] = []
    for case, result in zip(cases, results, strict=True):
        wrong = np.flatnonzero(case.expected.ravel() != result.output.ravel())
        if result.broken:
            found.append(f"{case.name}: {result.broken} bytes beside output or scratch written")
        if wrong.size:
            i = int(wrong[0])
            got, want = int(result.output.ravel()[i]), int(case.expected.ravel()[i])
            found.append(f"{case.name}: {wrong.size} wrong, first {i}: {got}, should be {want}")
    return found


@cache
def missing_tools(compiler: Compiler) -> str:
    """What a run on the target lacks, in words; empty where nothing."""
    tools = ["arm-none-eabi-gcc", "qemu-system-arm", *(["clang-19"] if compiler == "clang" else [])]
    return " ".join(t for t in tools if shutil.which(t) is None)
