"""Imports point one way."""

import ast
import re
from pathlib import Path

import pytest

import helia_aot

PACKAGE = Path(helia_aot.__file__).parent
RANKS = {
    "errors": 0,
    "ir": 1,
    "platforms": 2,
    "frontend": 3,
    "memory": 3,
    "passes": 4,
    "backend_c": 3,
    "config": 3,
    "views": 4,
    "driver": 5,
    "verify": 6,
    "report": 6,
    "cli": 7,
    "__main__": 8,
}
"""A module imports only what has a lower rank, or its own package."""

LITERT = {
    "layout": 1,
    "bytes": 1,
    "objects": 1,
    "records": 2,
    "types": 2,
    "options": 2,
    "buffers": 3,
    "quantization": 3,
    "tensors": 3,
    "operators": 3,
    "wiring": 3,
    "subgraphs": 3,
    "signatures": 3,
    "view": 3,
    "graph": 4,
    "frontend": 4,
}
"""The step of each module of the LiteRT front end on the way of a byte."""

FILES = sorted(p for p in PACKAGE.rglob("*.py") if p.parent != PACKAGE or p.stem != "__init__")


def layer(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.ImportFrom(module=str(module)) if module.startswith("helia_aot."):
                found.add(layer(module))
            case ast.Import(names=names):
                found |= {layer(n.name) for n in names if n.name.startswith("helia_aot.")}
            case _:
                pass
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    upward = {i for i in imports(path) if i != own and RANKS[i] >= RANKS[own]}
    assert not upward, f"{own} imports {upward}"


def test_every_module_has_a_rank() -> None:
    assert {p.relative_to(PACKAGE).parts[0].removesuffix(".py") for p in FILES} <= set(RANKS)


@pytest.mark.parametrize("module", sorted(LITERT))
def test_the_way_of_a_byte_goes_one_way(module: str) -> None:
    text = (PACKAGE / "frontend/litert" / f"{module}.py").read_text()
    imported = set(re.findall(r"helia_aot\.frontend\.litert\.(\w+)", text))
    assert not {m for m in imported if LITERT[m] > LITERT[module]}


def test_every_module_of_litert_is_on_the_way() -> None:
    files = {p.stem for p in (PACKAGE / "frontend/litert").glob("*.py")}
    assert files - {"__init__"} == set(LITERT)


def test_what_all_formats_share_knows_none() -> None:
    shared = (PACKAGE / "frontend").glob("*.py")
    assert not [p.name for p in shared if "helia_aot.frontend.litert" in p.read_text()]
