"""The module written by hand that the tests of the verifier run, and what it computes."""

from pathlib import Path

from helia_aot.platforms import platform
from helia_aot.verify.build import Image, build
from helia_aot.verify.cases import Case
from helia_aot.verify.module import Arena, Capture, Module
from helia_aot.verify.toolchain import Compiler
from tests.tools import require_platform

DIRECTORY = Path(__file__).parent / "toy"
CONSTANTS = bytes(3 * i % 256 for i in range(64))
SUM = Capture(operator=0, region=0, offset=64, nbytes=64)
OUTPUT = Capture(operator=1, region=0, offset=128, nbytes=64)

TARGETS: tuple[tuple[str, Compiler], ...] = (
    *(("host", "gcc"), ("host", "clang")),
    *(("mps2-an385", "gcc"), ("mps2-an385", "clang")),
    *(("mps2-an386", "gcc"), ("mps2-an386", "clang")),
    *(("mps2-an500", "gcc"), ("mps2-an500", "clang")),
    *(("mps3-an547", "gcc"), ("mps3-an547", "clang")),
)
"""Every platform that runs code, with every compiler."""

BOARDS = tuple(t for t in TARGETS if t[0] != "host")


def case(seed: int, step: int = 1, fresh: bool = False) -> Case:
    """Inputs that differ by the seed."""
    return Case((bytes((seed + 7 * i) % 256 for i in range(64)), bytes([step])), fresh)


def expected_sum(c: Case) -> bytes:
    """What operator 0 writes."""
    return bytes((x + y) % 256 for x, y in zip(c.inputs[0], CONSTANTS, strict=True))


def expected(c: Case, runs: int) -> bytes:
    """What the module writes after that many runs before on the same context."""
    return bytes((x + c.inputs[1][0] * runs) % 256 for x in expected_sum(c))


def toy(callbacks: bool = False, arenas: tuple[Arena, ...] = ()) -> Module:
    """The module; callbacks and arenas need the macro as well: see `build_toy`."""
    captures = (SUM, OUTPUT) if callbacks else ()
    return Module(DIRECTORY, "toy", (64, 1), callbacks, captures, arenas)


def build_toy(
    work: Path,
    target: tuple[str, Compiler],
    *macros: str,
    flags: tuple[str, ...] = (),
    arenas: tuple[Arena, ...] = (),
) -> Image:
    """The module built with some of its macros defined; skips where a tool is missing."""
    name, compiler = target
    require_platform(name, compiler)
    module = toy("TOY_CALLBACKS" in macros, arenas)
    options = (*(f"-D{m}" for m in macros), *flags)
    return build(module, platform(name), work, compiler=compiler, flags=options)
