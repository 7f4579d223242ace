"""Everything that options add to a module is as clean and as readable as the rest."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from helia_aot.backend_c.layout import COLUMNS, wrapped
from helia_aot.backend_c.runtime_sources import exists
from helia_aot.verify.toolchain import find_tool
from tests.tools import require_tool
from tests.unit.contract.harness import STAGED, WARNINGS, convert
from tests.unit.contract.test_regions_bytes import FROM_ITCM

VARIANTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "plain": ({}, {}),
    "bound": ({"checks": True}, {"allocate_arenas": False, "tensors": STAGED}),
    "application": ({"schedule": "calls", "callbacks": True}, {"io": "application"}),
    "everything": (
        {"schedule": "calls", "callbacks": True, "checks": True, "names": False},
        {"io": "application", "allocate_arenas": False, "tensors": FROM_ITCM},
    ),
    "guarded": (
        {"checks": True},
        {"tensors": [{"type": t, "attributes": {"memory": "itcm"}} for t in ("*", "constant")]},
    ),
}


def printed(directory: Path) -> list[Path]:
    """The files that are printed from templates, without the kernels' own."""
    files = sorted(p for p in directory.rglob("m_*") if p.suffix in (".c", ".h"))
    return [p for p in files if not exists(p.stem.replace("m_", "helia_", 1))]


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants_are_clean_at_every_level(tmp_path: Path, variant: str) -> None:
    require_tool("gcc", "clang")
    module, memory = VARIANTS[variant]
    directory = convert(tmp_path / "m", module=module, memory=memory).output_dir
    sources = [str(p) for p in printed(directory) if p.suffix == ".c"]
    includes = (f"-I{directory / 'includes-api'}", f"-I{directory / 'src'}")
    for compiler in ("gcc", "clang"):
        for level in ("-O0", "-O2", "-Os", "-O3"):
            command = [find_tool(compiler), level, *WARNINGS.split(), *includes, "-c", *sources]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("variant", VARIANTS)
def test_headers_are_cplusplus(tmp_path: Path, variant: str) -> None:
    require_tool("g++")
    module, memory = VARIANTS[variant]
    directory = convert(tmp_path / "m", module=module, memory=memory).output_dir
    headers = sorted(p.name for p in (directory / "includes-api").iterdir())
    source = tmp_path / "use.cpp"
    source.write_text("".join(f'#include "{h}"\n' for h in headers))
    flags = ("-std=c++11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only")
    include = f"-I{directory / 'includes-api'}"
    subprocess.run(["g++", *flags, include, str(source)], check=True)


@pytest.mark.parametrize("variant", VARIANTS)
def test_lines_keep_to_their_columns(tmp_path: Path, variant: str) -> None:
    module, memory = VARIANTS[variant]
    directory = convert(tmp_path / "m", module=module, memory=memory).output_dir
    long = [
        f"{path.name}: {line}"
        for path in printed(directory)
        for line in path.read_text().splitlines()
        if len(line) > COLUMNS and not line.startswith('    "')
    ]
    assert long == []


def test_wrapping() -> None:
    assert wrapped("f(", ["int a", "int b"], ");") == "f(int a, int b);"
    items = [f"int argument_{i}" for i in range(12)]
    text = wrapped("void function(", items, ");", 4)
    first, *rest = text.splitlines()
    assert first.startswith("void function(int argument_0, ")
    assert all(line.startswith(" " * 18 + "int") for line in rest)
    assert max(len(first) + 4, *map(len, rest)) <= COLUMNS
    head = wrapped("x" * 70 + "(", items, ")").splitlines()
    assert head[0] == "x" * 70 + "("
    assert head[1].startswith("    int argument_0")
