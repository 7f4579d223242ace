"""Finds compilers and emulators. Knows what they are called and which package installs them."""

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from helia_aot.errors import ConfigError, VerificationError
from helia_aot.platforms import Platform

Compiler = Literal["gcc", "clang"]

WARNINGS = (
    *("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"),
    "-ffp-contract=off",
)
"""What every C file is compiled with."""

SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
"""Extra flags on the host that make undefined behaviour an error."""

PACKAGES = {
    "gcc": "gcc",
    "clang": "clang",
    "arm-none-eabi-gcc": "gcc-arm-none-eabi and libnewlib-arm-none-eabi",
    "qemu-system-arm": "qemu-system-arm",
}
"""The Debian packages of the tools."""

_CLANG_VERSIONS = range(30, 13, -1)


@dataclass(frozen=True)
class Toolchain:
    """How to compile and to link for one platform; commands without files and options."""

    compile: tuple[str, ...]
    link: tuple[str, ...]


def find_tool(name: str) -> str:
    """The absolute path of a tool, of any version that is installed."""
    versions = [f"{name}-{v}" for v in _CLANG_VERSIONS] if name == "clang" else []
    for candidate in (name, *versions):
        if path := shutil.which(candidate):
            return str(Path(path).absolute())
    raise VerificationError(f"{name} is not installed: Debian has it in {PACKAGES[name]}")


def find_toolchain(platform: Platform, compiler: Compiler) -> Toolchain:
    """Commands for the platform; clang's Cortex-M objects are linked by GCC, with its libraries."""
    flags = platform.flags
    match platform.runs_on, compiler:
        case "nothing", _:
            raise ConfigError(f"platform {platform.name} runs nowhere: build for one that does")
        case "host", _:
            command = (find_tool(compiler), *flags.common, *getattr(flags, compiler))
            return Toolchain(command, command)
        case _, "gcc":
            command = (find_tool("arm-none-eabi-gcc"), *flags.common, *flags.gcc)
            return Toolchain(command, command)
        case _:
            clang = (find_tool("clang"), "--target=arm-none-eabi", "-fshort-enums", "-nostdlibinc")
            gcc = (find_tool("arm-none-eabi-gcc"), *flags.common, *flags.gcc)
            headers = ("-isystem", str(newlib_headers(gcc[0])))
            return Toolchain((*clang, *headers, *flags.common, *flags.clang), gcc)


@cache
def newlib_headers(gcc: str) -> Path:
    """The directory of the C library's headers, which a bare-metal clang does not know."""
    listing = call((gcc, "-E", "-v", "-x", "c", "/dev/null")).stderr
    for line in listing.splitlines():
        directory = Path(line.strip())
        if line.startswith(" ") and (directory / "newlib.h").is_file():
            return directory.resolve()
    packages = PACKAGES["arm-none-eabi-gcc"]
    raise VerificationError(f"{gcc} has no C library: Debian has it in {packages}")


def call(command: Sequence[str], cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a compiler or linker; what it says becomes the error when it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        raise VerificationError(
            f"{' '.join(command)}\n{done.stderr.strip() or done.stdout.strip()}"
        )
    return done
