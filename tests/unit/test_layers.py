"""Imports point one way."""

import ast
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
