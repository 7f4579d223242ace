"""Models with control flow, built for tests: each in a few lines, on int8 of one scale."""

from typing import Any

import numpy as np

from tests.model_builder import GraphBuilder, ModelBuilder

QUANT: dict[str, Any] = {"scale": 0.5, "zero_point": -3}


def branch(m: ModelBuilder, name: str, code: str, count: int = 2) -> int:
    """A subgraph of two inputs: applies an operator and hands over the rest; its index."""
    g = m.subgraph(name)
    x, y = g.input((1, 4), **QUANT), g.input((1, 4), **QUANT)
    z = g.tensor((1, 4), **QUANT)
    g.operator(code, [x, y], [z])
    g.output(*(z, x)[:count])
    return len(m.model().subgraphs) - 1


def if_model() -> bytes:
    """y, z = (a + b, a) if c else (a * b, a); what comes out is used again."""
    m = ModelBuilder()
    c = m.input((1,), "BOOL")
    a, b = m.input((1, 4), **QUANT), m.input((1, 4), **QUANT)
    y, z, w = (m.tensor((1, 4), **QUANT) for _ in range(3))
    then, otherwise = branch(m, "then", "ADD"), branch(m, "else", "MUL")
    m.operator("IF", [c, a, b], [y, z], then_subgraph_index=then, else_subgraph_index=otherwise)
    m.operator("MINIMUM", [y, z], [w])
    m.output(w, y)
    return m.build()


def add(g: GraphBuilder, x: int, value: int) -> int:
    """x plus a constant, of the same kind."""
    k = g.constant(np.full((1, 4), value, np.int8), **QUANT)
    y = g.tensor((1, 4), **QUANT)
    g.operator("ADD", [x, k], [y])
    return y
