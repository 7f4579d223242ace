"""Small models of unusual kinds: names, wiring, provenance and memory that are seldom seen."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.model_builder import ModelBuilder

Q: dict[str, Any] = {"scale": 0.5, "zero_point": -3}
R: dict[str, Any] = {"scale": 0.25, "zero_point": 5}


def identity(m: ModelBuilder) -> None:
    """An input is the output."""
    m.output(m.input((1, 8), **Q))


def view(m: ModelBuilder) -> None:
    """Nothing but a RESHAPE, which an output may not be a view of an input through."""
    x = m.input((2, 6), **Q)
    shape = m.constant(np.array([3, 4], np.int32))
    m.operator("RESHAPE", [x, shape], [y := m.tensor((3, 4), **Q)])
    m.output(y)


def constant_output(m: ModelBuilder) -> None:
    """One output is computed at compile time, the other is a constant of the file."""
    x = m.input((2, 6), **Q)
    m.operator("SHAPE", [x], [dims := m.tensor((2,), "INT32")], out_type="INT32")
    m.operator("RELU", [x], [y := m.tensor((2, 6), **Q)])
    m.output(y, dims, m.constant(np.arange(5, dtype=np.int8), **R))


def ports(m: ModelBuilder) -> None:
    """An input that nobody reads, one that is an output too, an output that stands twice."""
    x, _, z = (m.input((1, 5), **q) for q in (Q, R, Q))
    m.operator("ADD", [x, z], [y := m.tensor((1, 5), **R)])
    m.operator("ADD", [y, y], [w := m.tensor((1, 5), **R)])
    m.output(w, z, y, w)


def names(m: ModelBuilder) -> None:
    """Names that are none, equal, keywords, of other scripts, or those that the module gives."""
    x = m.input((1, 3), name="int", **Q)
    for i, name in enumerate(("gap_2", "guard", "float", "fully_connected_0_shifts", "", None)):
        scales = np.array([0.01, 0.02, 0.03]) * (i + 1)
        rows = np.arange(9, dtype=np.int8).reshape(3, 3) + np.int8(i)
        w = m.constant(rows, scale=scales, name=name)
        b = m.constant(np.arange(3, dtype=np.int32), scale=scales * 0.5, name='größe 層 */ " \\')
        y = m.tensor((1, 3), name="x;y/z:0" if i else "tensors", **Q)
        m.operator("FULLY_CONNECTED", [x, w, b], [y])
        x = y
    m.output(x)


def long_names(m: ModelBuilder) -> None:
    """Names longer than a string of C may be, of one byte a character and of three."""
    x = m.input((1, 3), name="x" * 5000, **Q)
    m.operator("RELU", [x], [y := m.tensor((1, 3), name="層" * 2000, **Q)])
    m.output(y)


def product_of_one(m: ModelBuilder) -> None:
    """A constant times itself, which folds away where constants are folded."""
    c = m.constant(np.arange(-6, 6, dtype=np.int8).reshape(3, 4), scale=0.1, zero_point=0)
    m.operator("FULLY_CONNECTED", [c, c, None], [y := m.tensor((3, 3), **R)])
    m.output(y, m.input((1, 2), **Q))


def one_constant(m: ModelBuilder) -> None:
    """A bias that is equal to the shifts: one constant in two places of one operator."""
    x = m.input((1, 3), **Q)
    w = m.constant(np.ones((2, 3), np.int8), scale=[0.75, 0.8])
    b = m.constant(np.zeros(2, np.int32))
    m.operator("FULLY_CONNECTED", [x, w, b], [y := m.tensor((1, 2), **Q)])
    m.output(y)


def shared_weights(m: ModelBuilder) -> None:
    """Two convolutions with the same constants, and one with equal ones of its own."""
    x = m.input((1, 6, 6, 2), **Q)
    rng = np.random.default_rng(1)
    values = rng.integers(-9, 9, (3, 3, 3, 2)).astype(np.int8)
    bias = m.constant(np.array([1, 2, 3], np.int32), scale=0.05)
    for w in (first := m.constant(values, scale=0.1), first, m.constant(values, scale=0.1)):
        y = m.tensor((1, 4, 4, 3), **Q)
        m.operator("CONV_2D", [x, w, bias], [y], padding="VALID", stride_h=1, stride_w=1)
        m.output(y)


def computed_weights(m: ModelBuilder) -> None:
    """The weights of a matrix product are an input: read, no parameters."""
    x, w = m.input((2, 4), **Q), m.input((3, 4), scale=0.1, zero_point=0)
    m.operator("FULLY_CONNECTED", [x, w, None], [y := m.tensor((2, 3), **R)])
    m.output(y)


def grouped(m: ModelBuilder) -> None:
    """Groups, one scale per channel, no bias, strides."""
    x = m.input((2, 7, 5, 4), **Q)
    w = np.random.default_rng(2).integers(-99, 99, (6, 2, 3, 2)).astype(np.int8)
    w_id = m.constant(w, scale=np.linspace(0.01, 0.02, 6), dimension=0)
    y = m.tensor((2, 4, 3, 6), scale=2.0, zero_point=1)
    m.operator("CONV_2D", [x, w_id, None], [y], padding="SAME", stride_h=2, stride_w=2)
    m.output(y)


def rewritten(m: ModelBuilder) -> None:
    """A PAD, a depthwise of one channel and a RELU; then a chain that becomes a table."""
    x = m.input((1, 5, 5, 1), **Q)
    pads = m.constant(np.array([[0, 0], [1, 0], [1, 0], [0, 0]], np.int32))
    m.operator("PAD", [x, pads], [padded := m.tensor((1, 6, 6, 1), **Q)])
    w = np.random.default_rng(3).integers(-99, 99, (1, 3, 3, 8)).astype(np.int8)
    w_id = m.constant(w, scale=0.02)
    b = m.constant(np.arange(8, dtype=np.int32), scale=0.01)
    y, z = (m.tensor((1, 4, 4, 8), **R) for _ in range(2))
    options: dict[str, Any] = {
        "padding": "VALID",
        "stride_h": 1,
        "stride_w": 1,
        "depth_multiplier": 8,
    }
    m.operator("DEPTHWISE_CONV_2D", [padded, w_id, b], [y], **options)
    m.operator("RELU", [y], [z])
    s = m.tensor((1, 4, 4, 8), scale=1 / 256, zero_point=-128)
    m.operator("LOGISTIC", [z], [s])
    m.operator("QUANTIZE", [s], [t := m.tensor((1, 4, 4, 8), scale=0.01, zero_point=0)])
    m.output(t)


def shapes(m: ModelBuilder) -> None:
    """A flattening whose shape is computed, and a clamp of its result."""
    x = m.input((2, 3, 4), signature=(-1, 3, 4), **Q)
    m.operator("SHAPE", [x], [dims := m.tensor((3,), "INT32")], out_type="INT32")
    ends = [m.constant(np.array([n], np.int32)) for n in (0, 1, 1)]
    m.operator("STRIDED_SLICE", [dims, *ends], [n := m.tensor((), "INT32")], shrink_axis_mask=1)
    rest = m.constant(np.array(12, np.int32))
    m.operator("PACK", [n, rest], [target := m.tensor((2,), "INT32")], values_count=2)
    m.operator("RESHAPE", [x, target], [flat := m.tensor((2, 12), **Q)])
    limit = m.constant(np.array(7, np.int8), **Q)
    m.operator("MINIMUM", [flat, limit], [low := m.tensor((2, 12), **Q)])
    m.operator("MUL", [low, flat], [y := m.tensor((2, 12), scale=3.0, zero_point=0)])
    m.output(y)


def floats(m: ModelBuilder) -> None:
    """Real numbers in, real numbers out, and no zero point given."""
    x = m.input((1, 6), "FLOAT32")
    m.operator("QUANTIZE", [x], [q := m.tensor((1, 6), scale=0.25, zero_point=[])])
    m.operator("RELU", [q], [r := m.tensor((1, 6), scale=0.25, zero_point=[])])
    m.operator("DEQUANTIZE", [r], [y := m.tensor((1, 6), "FLOAT32")])
    m.output(y, r)


def scalar(m: ModelBuilder) -> None:
    """A tensor of no dimension."""
    x = m.input((), **Q)
    m.operator("ADD", [x, m.constant(np.array(9, np.int8), **R)], [y := m.tensor((), **R)])
    m.output(y)


def pools(m: ModelBuilder) -> None:
    """Both pools, a mean and a softmax: 0, 0, none, none."""
    x = m.input((1, 4, 6, 3), **Q)
    pool: dict[str, Any] = {"padding": "SAME", "stride_h": 2, "stride_w": 2}
    pool |= {"filter_height": 3, "filter_width": 3}
    m.operator("AVERAGE_POOL_2D", [x], [a := m.tensor((1, 2, 3, 3), **Q)], **pool)
    m.operator("MAX_POOL_2D", [a], [b := m.tensor((1, 1, 2, 3), **Q)], **pool)
    axes = m.constant(np.array([1, 2], np.int32))
    m.operator("MEAN", [b, axes], [c := m.tensor((1, 3), **Q)], keep_dims=False)
    s = m.tensor((1, 3), scale=1 / 256, zero_point=-128)
    m.operator("SOFTMAX", [c], [s], beta=1.0)
    m.output(s)


def joined(m: ModelBuilder) -> None:
    """An operator of many operands, one of them a constant, one twice."""
    x, y = m.input((1, 2), **Q), m.input((1, 3), **Q)
    c = m.constant(np.array([[4, 5]], np.int8), **Q)
    z = m.tensor((1, 9), **Q)
    m.operator("CONCATENATION", [y, c, x, x], [z], axis=1)
    m.output(z)


def empty(m: ModelBuilder) -> None:
    """Tensors without elements: one that joins others, one that nothing is made of."""
    x, y = m.input((0, 4), **Q), m.input((2, 4), **Q)
    m.operator("CONCATENATION", [x, y], [z := m.tensor((2, 4), **Q)], axis=0)
    m.operator("RELU", [x], [w := m.tensor((0, 4), **Q)])
    m.output(z, w)


def nothing(m: ModelBuilder) -> None:
    """No elements at all."""
    m.output(m.input((0, 3), **Q))


def unread(m: ModelBuilder) -> None:
    """An operator whose output nobody reads."""
    x = m.input((1, 4), **Q)
    m.operator("LOGISTIC", [x], [m.tensor((1, 4), scale=1 / 256, zero_point=-128)])
    m.operator("RELU", [x], [y := m.tensor((1, 4), **Q)])
    m.output(y)


_MAKERS = (
    *(
        identity,
        view,
        constant_output,
        ports,
        names,
        long_names,
        one_constant,
        product_of_one,
        shared_weights,
    ),
    *(computed_weights, grouped, rewritten, shapes, floats, scalar, pools, joined),
    *(empty, nothing, unread),
)
KINDS: dict[str, Callable[[ModelBuilder], None]] = {f.__name__: f for f in _MAKERS}


def odd_model(kind: str) -> bytes:
    """The bytes of one of them."""
    m = ModelBuilder()
    KINDS[kind](m)
    return m.build()
