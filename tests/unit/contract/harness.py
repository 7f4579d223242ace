"""Converts models in variants, proves them exact, and runs C programs that use their interface."""

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from helia_aot import AotConverter, ConversionResult, ConvertArgs
from helia_aot.driver import compile_model
from helia_aot.verify.subject import read_subject
from helia_aot.verify.toolchain import SANITIZERS, find_tool
from helia_aot.verify.verify import VerifyOptions, verify
from helia_aot.views import OperatorView, PlacementView, RegionView, TensorView
from tests.paths import DIGITS
from tests.tools import require_platform, require_tool

Section = Mapping[str, Any]

WARNINGS = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off"

STAGED = [{"type": "constant", "attributes": {"constant_destination_memory": "dtcm"}}]
"""All constants are copied to the data TCM."""

PRELUDE = """
#include <stdio.h>
#include <string.h>
#include "m_model.h"

static m_model_context_t ctx;

static void write_inputs(void)
{
    for (int k = 0; k < M_INPUTS; ++k) {
        for (uint32_t i = 0; i < ctx.inputs[k].nbytes; ++i) {
            ((uint8_t *)ctx.inputs[k].data)[i] = (uint8_t)(i * 37u + 5u);
        }
    }
}

static void print_outputs(void)
{
    for (int k = 0; k < M_OUTPUTS; ++k) {
        for (uint32_t i = 0; i < ctx.outputs[k].nbytes; ++i) {
            printf("%02x", ((uint8_t *)ctx.outputs[k].data)[i]);
        }
    }
    printf("\\n");
}

"""
"""What the programs of the tests begin with."""

PLAIN = """
int main(void)
{
    if (m_model_init(&ctx) != M_OK) { return 1; }
    write_inputs();
    if (m_model_run(&ctx) != M_OK) { return 2; }
    print_outputs();
    return 0;
}
"""
"""One inference, and its outputs."""


def convert(
    directory: Path,
    model: Path | bytes = DIGITS,
    prefix: str = "m",
    *,
    module: Section | None = None,
    memory: Section | None = None,
    platform: str = "generic",
    **more: Any,
) -> ConversionResult:
    """A module with its views."""
    own = {"path": str(directory), "prefix": prefix, **(module or {})}
    target = {"platform": platform}
    args = ConvertArgs(
        model=model, module=own, memory=memory or {}, target=target, result_views=True, **more
    )
    return AotConverter(args).convert()


def assert_exact(
    model: Path,
    on: str = "host",
    *,
    module: Section | None = None,
    memory: Section | None = None,
    flags: tuple[str, ...] = (),
) -> None:
    """The module's outputs equal the oracle's, which stand beside a shared model."""
    require_platform(on, "gcc")
    golden = model.with_suffix(".npz") if model != DIGITS else None
    target = {"platform": "generic" if on == "host" else on}
    args = ConvertArgs(
        model=model, module={"prefix": "m", **(module or {})}, memory=memory or {}, target=target
    )
    data = model.read_bytes()
    program = compile_model(data, model.name, args.config)
    options = VerifyOptions(on, golden=golden, flags=flags)
    result = verify(read_subject(data, model.name), program, options)
    assert [o.mismatches for o in result.outputs] == [0] * len(result.outputs)


def run_c(directory: Path, main: str, *flags: str) -> list[str]:
    """What a program prints that is compiled with a module, strictly and with sanitizers."""
    require_tool("gcc")
    source = directory.parent / "main.c"
    source.write_text(PRELUDE + main)
    executable = directory.parent / "main"
    includes = (f"-I{directory / 'includes-api'}", f"-I{directory / 'src'}")
    sources = (*sorted((directory / "src").glob("*.c")), source)
    command = [
        *(find_tool("gcc"), "-O1", *WARNINGS.split(), *SANITIZERS, *flags, *includes),
        *(*map(str, sources), "-lm", "-o", str(executable)),
    ]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    done = subprocess.run([str(executable)], capture_output=True, text=True)
    assert done.returncode == 0, f"{done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout.splitlines()


def source_text(result: ConversionResult) -> str:
    """All C of a module that is not a kernel's body."""
    files = sorted(p for p in result.output_dir.rglob("*") if p.suffix in (".c", ".h"))
    return "\n".join(p.read_text() for p in files)


def operators(result: ConversionResult) -> tuple[OperatorView, ...]:
    assert result.operators is not None, "the views were asked for"
    return result.operators


def tensors(result: ConversionResult) -> tuple[TensorView, ...]:
    assert result.tensors is not None, "the views were asked for"
    return result.tensors


def regions(result: ConversionResult) -> tuple[RegionView, ...]:
    assert result.regions is not None, "the views were asked for"
    return result.regions


def placements(result: ConversionResult) -> Mapping[str, PlacementView]:
    assert result.placements is not None, "the views were asked for"
    return result.placements


def after_kernel(result: ConversionResult, kernel: str, code: str) -> None:
    """Let the shared helper of a kernel end with other code than `return 0;`."""
    path = result.output_dir / "src" / "m_kernels.c"
    start = f"int32_t m_run_{kernel}("
    head, tail = path.read_text().split(start, 1)
    path.write_text(head + start + tail.replace("return 0;", code, 1))
