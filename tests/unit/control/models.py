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


def while_model(count: int = 4) -> bytes:
    """While the condition holds: (n, c, x, y) becomes (n + 1, d, y, x + y), and so on: x and y
    change places; n is not used behind the loop."""
    m = ModelBuilder()
    c = m.input((1,), "BOOL")
    x, y = m.input((1, 4), **QUANT), m.input((1, 4), **QUANT)
    inits = [c, x, y]
    outs = [m.tensor((1,), "BOOL"), m.tensor((1, 4), **QUANT), m.tensor((1, 4), **QUANT)]
    g = m.subgraph("cond")
    args = [g.input((1,), "BOOL"), g.input((1, 4), **QUANT), g.input((1, 4), **QUANT)]
    g.output(args[0])
    g = m.subgraph("body")
    args = [g.input((1,), "BOOL"), g.input((1, 4), **QUANT), g.input((1, 4), **QUANT)]
    stop = g.constant(np.array([False]), "BOOL")
    g.output(stop, args[2], args[1])
    m.operator("WHILE", inits, outs, cond_subgraph_index=1, body_subgraph_index=2)
    z = m.tensor((1, 4), **QUANT)
    m.operator("ADD", [outs[1], x], [z])
    m.output(z, outs[2])
    return m.build()
