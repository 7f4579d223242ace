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


def while_model() -> bytes:
    """Once, if c holds, x and y change places; x is used behind the loop as well."""
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


def nested_model() -> bytes:
    """While c: x = x + x if d else x * x; c, d, e = d, e, false. The last input is not used."""
    m = ModelBuilder()
    flags = [m.input((1,), "BOOL") for _ in range(3)]
    x, unused = m.input((1, 4), **QUANT), m.input((1, 4), **QUANT)
    cond, body = m.subgraph("cond"), m.subgraph("body")
    inits = [*flags, x, unused]
    cond.output(_like(cond)[0])
    _, d, e, v, w = _like(body)
    y = body.tensor((1, 4), **QUANT)
    then, otherwise = branch(m, "then", "ADD", 1), branch(m, "else", "MUL", 1)
    body.operator("IF", [d, v, v], [y], then_subgraph_index=then, else_subgraph_index=otherwise)
    body.output(d, e, body.constant(np.array([False]), "BOOL"), y, w)
    outs = [m.tensor((1,), "BOOL") for _ in range(3)]
    outs += [m.tensor((1, 4), **QUANT) for _ in range(2)]
    m.operator("WHILE", inits, outs, cond_subgraph_index=1, body_subgraph_index=2)
    m.output(outs[3])
    return m.build()


def _like(g: GraphBuilder) -> list[int]:
    flags = [g.input((1,), "BOOL") for _ in range(3)]
    return [*flags, g.input((1, 4), **QUANT), g.input((1, 4), **QUANT)]


def assigned_in_a_branch() -> bytes:
    """y = v + x, where v is what x was when c was true for the last time: an IF without outputs."""
    m = ModelBuilder()
    c, x = m.input((1,), "BOOL"), m.input((1, 4), **QUANT)
    then = m.subgraph("then")
    v = then.input((1, 4), **QUANT)
    h = then.tensor((), "RESOURCE")
    then.operator("VAR_HANDLE", [], [h], shared_name="v", container="")
    then.operator("ASSIGN_VARIABLE", [h, v], [])
    m.subgraph("else").input((1, 4), **QUANT)
    m.operator("IF", [c, x], [], then_subgraph_index=1, else_subgraph_index=2)
    return _read_and_add(m, x)


def _read_and_add(m: ModelBuilder, x: int) -> bytes:
    h = m.tensor((), "RESOURCE")
    m.operator("VAR_HANDLE", [], [h], shared_name="v", container="")
    r, y = m.tensor((1, 4), **QUANT), m.tensor((1, 4), **QUANT)
    m.operator("READ_VARIABLE", [h], [r])
    m.operator("ADD", [r, x], [y])
    m.output(y)
    return m.build()


def accumulated(first: list[int] | None = None) -> bytes:
    """v = v + x, from the first values that CALL_ONCE assigns, or from zero."""
    m = ModelBuilder()
    x = m.input((1, 4), **QUANT)
    if first is not None:
        once = m.subgraph("once")
        g = once.tensor((), "RESOURCE")
        once.operator("VAR_HANDLE", [], [g], shared_name="v", container="")
        values = once.constant(np.array([first], np.int8), **QUANT)
        once.operator("ASSIGN_VARIABLE", [g, values], [])
        m.operator("CALL_ONCE", [], [], init_subgraph_index=1)
    h = m.tensor((), "RESOURCE")
    m.operator("VAR_HANDLE", [], [h], shared_name="v", container="")
    r, y = m.tensor((1, 4), **QUANT), m.tensor((1, 4), **QUANT)
    m.operator("READ_VARIABLE", [h], [r])
    m.operator("ADD", [r, x], [y])
    m.operator("ASSIGN_VARIABLE", [h, y], [])
    m.output(y)
    return m.build()
