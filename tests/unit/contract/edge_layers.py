"""Layers of int8 of which one integer is at an edge of 15 or 16 bits, all others are small."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from tests.unit.contract.random_nets import Layer, Net, Shape, T

NUMBERS = (0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x10001)
MOST = 0xFFFF
"""The longest window and stride that a descriptor holds."""

Named = Iterator[tuple[str, Layer]]


def edges() -> Named:
    """By a name that says which integer is at which edge."""
    for n in NUMBERS:
        for family in (_convolutions, _matrices, _pools, _elements):
            for name, layer in family(n):
                yield f"{name} {n:#x}", layer


def _conv(net: Net, shape: Shape, kernel: tuple[int, int], **options: Any) -> T:
    return net.conv(net.input(shape), kernel, **options)


def _convolutions(n: int) -> Named:
    kinds: dict[str, dict[str, Any]] = {
        "conv": {"channels": 2},
        "depthwise": {"channels": 0, "multiplier": 2},
    }
    for kind, of in kinds.items():
        valid = {**of, "padding": "VALID"}
        yield f"{kind} images", partial(_conv, shape=(n, 1, 1, 2), kernel=(1, 1), **of)
        yield f"{kind} images of windows", partial(_conv, shape=(n, 1, 2, 1), kernel=(1, 2), **of)
        yield f"{kind} height", partial(_conv, shape=(1, n, 1, 1), kernel=(2, 1), **of)
        yield f"{kind} width", partial(_conv, shape=(1, 1, n, 4), kernel=(1, 3), **of)
        yield f"{kind} depth", partial(_conv, shape=(1, 1, 1, n), kernel=(1, 1), **of)
        yield f"{kind} column", partial(_conv, shape=(1, 1, 2, n), kernel=(1, 2), **valid)
        if n <= MOST:
            yield f"{kind} taps", partial(_conv, shape=(1, n, 1, 1), kernel=(n, 1), **valid)
            stride = {**of, "strides": (n, n)}
            yield f"{kind} stride", partial(_conv, shape=(1, 5, 5, 4), kernel=(3, 3), **stride)
        if n < MOST:
            dilation = {**of, "dilations": (n, n)}
            yield f"{kind} dilation", partial(_conv, shape=(1, 3, 3, 4), kernel=(2, 2), **dilation)
    yield "conv channels", partial(_conv, shape=(1, 2, 1, 1), kernel=(1, 1), channels=n)
    multiplier = {"channels": 0, "multiplier": n}
    yield "depthwise multiplier", partial(_conv, shape=(1, 1, 2, 1), kernel=(1, 1), **multiplier)


def _matrix(net: Net, rows: int, depth: int, units: int) -> T:
    return net.fully_connected(net.input((rows, depth)), units)


def _matrices(n: int) -> Named:
    yield "rows", partial(_matrix, rows=n, depth=1, units=2)
    yield "depth", partial(_matrix, rows=2, depth=n, units=2)
    yield "units", partial(_matrix, rows=1, depth=2, units=n)


def _pool(net: Net, code: str, shape: Shape, window: tuple[int, int], padding: str) -> T:
    return net.pool(net.input(shape), code, window, (1, 1), padding)


def _pools(n: int) -> Named:
    shapes = {
        "images": (n, 1, 2, 1),
        "height": (1, n, 1, 1),
        "width": (1, 1, n, 1),
        "channels": (1, 1, 2, n),
    }
    for code in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
        pool = partial(_pool, code=code)
        for name, shape in shapes.items():
            yield f"{code} {name}", partial(pool, shape=shape, window=(1, 2), padding="SAME")
        if n <= MOST:
            whole = partial(pool, shape=(1, n, 1, 3), window=(n, 1), padding="VALID")
            yield f"{code} window", whole


def _two(net: Net, code: str, size: int) -> T:
    a, b = (net.input((size,), 0.1, 3) for _ in range(2))
    return net.elementwise(code, a, b)


def _softmax(net: Net, rows: int) -> T:
    return net.softmax(net.input((rows, 2)))


def _elements(n: int) -> Named:
    for code in ("ADD", "MUL", "MINIMUM", "MAXIMUM"):
        yield f"{code} size", partial(_two, code=code, size=n)
    yield "softmax rows", partial(_softmax, rows=n)
