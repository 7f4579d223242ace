"""Imports point one way."""

import ast
import subprocess
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

import helia_aot
from tests.paths import ROOT
from tests.unit.imports import circles, import_graph

PACKAGE = Path(helia_aot.__file__).parent
RANKS = {
    "errors": 0,
    "ir": 1,
    "kernels": 2,
    "ir.ops": 3,
    "ir.tfl": 4,
    "ir.evaluate": 4,
    "platforms": 5,
    "frontend": 6,
    "memory": 6,
    "backend_c": 6,
    "config": 6,
    "passes": 7,
    "views": 7,
    "driver": 8,
    "verify": 9,
    "report": 9,
    "cli": 10,
    "__main__": 11,
}
"""A module imports only what has a lower rank, or its own layer. Operators, and what knows that
there are any, are layers above the kernels, though they stand in `ir/` with their dialect."""

GRAPH = import_graph(PACKAGE)

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
    "importer": 4,
    "graph": 4,
}
"""The step of each module of the LiteRT front end on the way of a byte."""

FILES = sorted(p for p in PACKAGE.rglob("*.py") if p.parent != PACKAGE or p.stem != "__init__")


def layer(module: str) -> str:
    """The longest beginning of a module's name, behind the package's, that has a rank."""
    name = module.removeprefix("helia_aot.")
    found = [rank for rank in RANKS if f"{name}.".startswith(f"{rank}.")]
    return max(found, key=len, default=name)


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(("helia_aot", *parts)).removesuffix(".__init__")


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module.startswith("helia_aot."):
                found |= {layer(f"{module}.{n.name}") for n in names}
            case ast.Import(names=names):
                found |= {layer(n.name) for n in names if n.name.startswith("helia_aot.")}
            case _:
                pass
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    own = layer(module_of(path))
    upward = {i for i in imports(path) if i != own and RANKS[i] >= RANKS[own]}
    assert not upward, f"{own} imports {upward}"


def test_every_module_has_a_rank() -> None:
    assert {layer(module_of(p)) for p in FILES} <= set(RANKS)


@pytest.mark.parametrize("module", sorted(LITERT))
def test_the_way_of_a_byte_goes_one_way(module: str) -> None:
    room = "helia_aot.frontend.litert."
    later = {f"{room}{m}" for m, step in LITERT.items() if step > LITERT[module]}
    assert not later & set(GRAPH.successors(f"{room}{module}"))


def test_every_module_of_litert_is_on_the_way() -> None:
    files = {p.stem for p in (PACKAGE / "frontend/litert").glob("*.py")}
    assert files - {"__init__"} == set(LITERT)


def test_what_all_formats_share_knows_none() -> None:
    shared = {f"helia_aot.frontend.{p.stem}" for p in (PACKAGE / "frontend").glob("*.py")}
    known = nx.subgraph_view(GRAPH, filter_node=lambda m: m.startswith("helia_aot.frontend"))
    assert not {m for a in shared & set(known) for m in known.successors(a)} - shared


def test_no_imports_go_in_a_circle() -> None:
    assert not circles(GRAPH)


PLANTED = {
    "plainly": "from planted.{other} import f\n",
    "by the package": "from planted import {other}\n",
    "by its name": "import planted.{other}\n",
    "relatively": "from .{other} import f\n",
    "late": "def g() -> None:\n    from planted.{other} import f\n",
    "for type checkers": "if TYPE_CHECKING:\n    from planted.{other} import f\n",
}


@pytest.mark.parametrize("text", PLANTED.values(), ids=PLANTED)
def test_a_planted_circle_is_found(tmp_path: Path, text: str) -> None:
    package = tmp_path / "planted"
    (package / "room").mkdir(parents=True)
    for name in ("__init__", "alone", "room/__init__"):
        (package / f"{name}.py").write_text("")
    (package / "near.py").write_text("from planted.room.far import f\nimport planted.alone\n")
    (package / "room/far.py").write_text("from planted import between\nimport planted.alone\n")
    (package / "between.py").write_text(text.format(other="alone"))
    assert not circles(import_graph(package))
    (package / "between.py").write_text(text.format(other="near"))
    assert circles(import_graph(package)) == [
        ["planted.between", "planted.near", "planted.room.far"]
    ]


def test_a_planted_circle_through_a_package_is_found(tmp_path: Path) -> None:
    """What a package itself imports counts as its own."""
    package = tmp_path / "planted"
    package.mkdir()
    (package / "__init__.py").write_text("from planted.near import f\n")
    (package / "near.py").write_text("from planted import f\n")
    assert circles(import_graph(package)) == [["planted", "planted.near"]]


MOST_FILES = 32


def crowded(root: Path) -> dict[str, int]:
    """Folders with more files beside each other than one takes in at a glance. One file per
    operator is the point of `ir/ops`, and the tests of a thing stand together."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
    )
    if listed.returncode:
        pytest.skip("git does not say which files are the project's")
    files = [name for name in listed.stdout.splitlines() if (root / name).is_file()]
    count = Counter(str(Path(name).parent) for name in files)
    free = ("helia_aot/ir/ops", "tests")
    return {
        folder: n
        for folder, n in count.items()
        if n > MOST_FILES and folder != free[0] and not folder.startswith(free[1])
    }


def test_no_folder_is_crowded() -> None:
    assert not crowded(ROOT)


def test_a_crowded_folder_is_found(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    for folder in ("runtime", "helia_aot/ir/ops", "tests/unit", "full"):
        (tmp_path / folder).mkdir(parents=True)
        for i in range(MOST_FILES + (folder != "full")):
            (tmp_path / folder / f"{i}.c").touch()
    assert crowded(tmp_path) == {"runtime": MOST_FILES + 1}
