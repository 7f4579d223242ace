"""All generated C is clean with two compilers at every level, and its headers are C++ too."""

import subprocess
from pathlib import Path

import pytest

from helia_aot import AotConverter, ConvertArgs
from helia_aot.verify.toolchain import find_tool
from tests.paths import DIGITS, shared
from tests.tools import require_tool

FLAGS = [
    "-std=c99",
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wshadow",
    "-Werror",
    "-ffp-contract=off",
]
LEVELS = ["-O0", "-O2", "-Os", "-O3"]
VARIANTS = {
    "default": {},
    "callbacks": {"callbacks": True},
    "calls": {"schedule": "calls"},
    "calls_callbacks": {"schedule": "calls", "callbacks": True, "names": False},
}


def converted(tmp_path: Path, model: Path, variant: str = "default", **sections: object) -> Path:
    module = {"path": str(tmp_path / "m"), "prefix": "m", **VARIANTS[variant]}
    return AotConverter(ConvertArgs(model=model, module=module, **sections)).convert().output_dir  # pyright: ignore[reportArgumentType] # sections


def compile_all(directory: Path, *command: str) -> None:
    for source in sorted((directory / "src").glob("*.c")):
        includes = [f"-I{directory / 'includes-api'}", f"-I{directory / 'src'}"]
        full = [*command, *FLAGS, *includes, "-c", str(source), "-o", "/dev/null"]
        done = subprocess.run(full, capture_output=True, text=True)
        assert done.returncode == 0, f"{source.name}: {done.stderr}"


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("level", LEVELS)
def test_digits_is_clean(tmp_path: Path, compiler: str, level: str) -> None:
    require_tool(compiler)
    compile_all(converted(tmp_path, DIGITS), find_tool(compiler), level)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("allocate", [True, False])
def test_variants_are_clean(tmp_path: Path, variant: str, allocate: bool) -> None:
    require_tool("gcc", "clang")
    memory = {"allocate_arenas": allocate}
    directory = converted(tmp_path, DIGITS, variant, memory=memory)
    for compiler in ("gcc", "clang"):
        compile_all(directory, find_tool(compiler), "-O2")


@pytest.mark.parametrize("platform", ["mps2-an386", "mps3-an547"])
@pytest.mark.parametrize("model", ["kws_dscnn", "vww", "ad01"])
def test_modules_for_a_core_are_clean_on_the_host(
    tmp_path: Path, platform: str, model: str
) -> None:
    require_tool("gcc", "clang")
    path = shared("models", f"mlperf_{model}_int8.tflite")
    directory = converted(tmp_path, path, target={"platform": platform})
    for compiler in ("gcc", "clang"):
        compile_all(directory, find_tool(compiler), "-O2")


def test_headers_are_cplusplus(tmp_path: Path) -> None:
    require_tool("g++")
    directory = converted(tmp_path, DIGITS)
    source = tmp_path / "use.cpp"
    headers = sorted(p.name for p in (directory / "includes-api").iterdir())
    source.write_text("".join(f'#include "{h}"\n' for h in headers))
    subprocess.run(
        ["g++", "-std=c++11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
         f"-I{directory / 'includes-api'}", str(source)],
        check=True,
    )  # fmt: skip


def test_only_prefixed_symbols_leave_the_module(tmp_path: Path) -> None:
    require_tool("gcc", "nm")
    directory = converted(tmp_path, DIGITS)
    for source in sorted((directory / "src").glob("*.c")):
        out = tmp_path / f"{source.stem}.o"
        includes = [f"-I{directory / 'includes-api'}", f"-I{directory / 'src'}"]
        subprocess.run(["gcc", *includes, "-c", str(source), "-o", str(out)], check=True)
        names = subprocess.run(
            ["nm", "-g", "--defined-only", "--format=posix", str(out)],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        assert [n for n in names.splitlines() if not n.startswith("m_")] == []


def test_identical_input_gives_identical_bytes(tmp_path: Path) -> None:
    first, second = (converted(tmp_path / name, DIGITS) for name in ("one", "two"))
    names = sorted(p.relative_to(first) for p in first.rglob("*") if p.is_file())
    assert names == sorted(p.relative_to(second) for p in second.rglob("*") if p.is_file())
    for name in names:
        content = (first / name).read_bytes()
        assert content == (second / name).read_bytes()
        assert str(tmp_path).encode() not in content
