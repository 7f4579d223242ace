"""Which module of a package imports which, read from the text: at the top, inside functions and for
type checkers alike. Knows Python's imports, and no package."""

import ast
from collections.abc import Iterator
from pathlib import Path

import networkx as nx


def import_graph(package: Path) -> "nx.DiGraph[str]":
    """An edge from each module to each that it names in an import.

    A name that is imported from a package is the module of that name where there is one, else a
    matter of the package's own `__init__`."""
    modules = {_name(path, package): path for path in package.rglob("*.py")}
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(modules)
    for module, path in modules.items():
        for name in _imported(module, path):
            found = name if name in modules else name.rpartition(".")[0]
            if found in modules and found != module:
                graph.add_edge(module, found)
    return graph


def circles(graph: "nx.DiGraph[str]") -> list[list[str]]:
    """The modules that import each other, by circle."""
    found = nx.strongly_connected_components(graph)
    return sorted(sorted(members) for members in found if len(members) > 1)


def _name(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def _imported(module: str, path: Path) -> Iterator[str]:
    here = module if path.stem == "__init__" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            steps = here.split(".")[: len(here.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*steps, *filter(None, [node.module])])
            yield from (f"{source}.{name.name}" for name in node.names)
