"""Cycles of inner loops as llvm-mca of LLVM 19 estimates them: estimates, no measurements.

    python -m benchmarks.cycles [FILE.S ...]

Every assembly file of the runtime is assembled and disassembled; each innermost loop goes to
llvm-mca. Its models know no flash wait states, and for MVE neither gathers nor LDM costs.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from helia_aot.backend_c.runtime_sources import files
from helia_aot.verify.toolchain import find_tool

ITERATIONS = 100
BRANCH = re.compile(r"(?:b(?!l)\w*|cbn?z|le)(?:\.[nw])?\s+(?:\w+, )?(?:0x)?([0-9a-f]+)\s*<")


@dataclass(frozen=True)
class Core:
    """A core as LLVM names it."""

    name: str
    triple: str


M4 = Core("cortex-m4", "thumbv7em-none-eabihf")
M55 = Core("cortex-m55", "thumbv8.1m.main-none-eabihf")


@dataclass(frozen=True)
class Loop:
    """The body of an innermost loop."""

    function: str
    offset: int
    lines: tuple[str, ...]


def assembly() -> list[Path]:
    return sorted(path for paths in files().values() for path in paths if path.suffix == ".S")


def core_of(path: Path) -> Core:
    return M55 if "mve" in path.stem else M4


def disassembly(path: Path, core: Core) -> str:
    with tempfile.TemporaryDirectory() as name:
        object_file = str(Path(name) / "x.o")
        command = [find_tool("clang"), f"--target={core.triple}", f"-mcpu={core.name}"]
        includes = sorted({f"-I{path.parent}" for paths in files().values() for path in paths})
        subprocess.run([*command, *includes, "-c", str(path), "-o", object_file], check=True)
        dump = [find_tool("llvm-objdump-19"), "-d", "--no-show-raw-insn", object_file]
        return subprocess.run(dump, check=True, capture_output=True, text=True).stdout


def loops(text: str) -> Iterator[Loop]:
    """Stretches from the target of a backward branch to the branch, with no other loop inside."""
    for function, body in re.findall(r"<(\w+)>:\n((?:\s+[0-9a-f]+:.*\n)+)", text):
        lines = [(int(a, 16), i.strip()) for a, i in re.findall(r"\s+([0-9a-f]+):\s+(.*)\n", body)]
        found: list[tuple[int, int]] = []
        for address, instruction in lines:
            target = BRANCH.match(instruction)
            if target and int(target[1], 16) <= address:
                found.append((int(target[1], 16), address))
        for start, end in found:
            if not any(start <= s and e <= end and (s, e) != (start, end) for s, e in found):
                # Branches out of the loop are not taken, and their labels mean nothing alone.
                inside = tuple(i for a, i in lines if start <= a < end and not BRANCH.match(i))
                yield Loop(function, start - lines[0][0], inside)


def cycles(loop: Loop, core: Core) -> float | None:
    """Cycles of one pass; None where llvm-mca refuses an instruction."""
    source = "\n".join(re.sub(r"\s*@.*", "", line) for line in loop.lines)
    command = [
        find_tool("llvm-mca-19"),
        f"-mtriple={core.triple}",
        f"-mcpu={core.name}",
        f"-iterations={ITERATIONS}",
    ]
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    total = re.search(r"Total Cycles:\s+(\d+)", done.stdout)
    return int(total[1]) / ITERATIONS if done.returncode == 0 and total else None


def main() -> None:
    files = [Path(p) for p in sys.argv[1:]] or assembly()
    print("estimates of llvm-mca 19, not measurements")
    for path in files:
        core = core_of(path)
        for loop in loops(disassembly(path, core)):
            found = cycles(loop, core)
            estimate = "no model" if found is None else f"{found:6.1f} cycles"
            where = f"{loop.function}+{loop.offset:#x}"
            print(f"{where:60} {core.name:11} {len(loop.lines):4} instructions {estimate}")


if __name__ == "__main__":
    main()
