"""Operators seen as functions of one element: `y[i] = f(x[i])` with every other operand constant.

What `f` is, the operator's own `evaluate` says: it is run on a vector in the place of the tensor.
Knows no operator: the class says by `ELEMENTWISE` whether the question makes sense.
"""

from collections.abc import Sequence

import numpy as np
from xdsl.ir import Block, SSAValue

from helia_aot.ir.constants import ConstOp, constant
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.types import Array, Tensor, dense, dtype, encoding, shape, tensor

BYTES = ("int8", "uint8")


def variable(op: AotOperator) -> SSAValue | None:
    """The one operand that the output is a function of, element by element; None if there is none.

    The others are constants of one value each, however often they repeat it.
    """
    if not op.ELEMENTWISE or len(op.results) != 1:
        return None
    varying = {v for v in op.operands if not _is_uniform(v)}
    if len(varying) != 1:
        return None
    (x,) = varying
    known = encoding(x) is not None or dtype(x) == "float32"
    return x if known and shape(x) == shape(op.results[0]) else None


def apply(op: AotOperator, elements: Array) -> Array:
    """What the operator makes of `elements` of its variable operand, a vector of any length."""
    x, size = variable(op), elements.size
    assert x is not None
    operands = [_operand(v, size) for v in op.operands]
    probe = type(op).create(
        operands=operands,
        result_types=[_vector(op.results[0], size)],
        properties=dict(op.properties),
    )
    arrays = [elements if v is x else constant(o) for v, o in zip(op.operands, operands)]  # noqa: B905
    assert isinstance(probe, AotOperator)
    (result,) = probe.evaluate(*arrays)
    return result


def table(chain: Sequence[AotOperator]) -> Array:
    """The 256 results of operators one after another, from every byte in its order as unsigned."""
    first = variable(chain[0])
    assert first is not None
    elements: Array = np.arange(256, dtype=np.uint8).view(dtype(first))
    for op in chain:
        elements = apply(op, elements)
    return elements


def is_bytes(value: SSAValue) -> bool:
    return dtype(value) in BYTES


def _is_uniform(value: SSAValue) -> bool:
    array = constant(value)
    return array is not None and array.size > 0 and bool(np.all(array == array.flat[0]))


def _operand(value: SSAValue, size: int) -> SSAValue:
    """A stand-in of `size` elements."""
    array, type = constant(value), _vector(value, size)
    if array is None:
        return Block(arg_types=[type]).args[0]
    return ConstOp(dense(np.full(size, array.flat[0]), type)).output


def _vector(value: SSAValue, size: int) -> Tensor:
    return tensor((size,), dtype(value), encoding(value))
