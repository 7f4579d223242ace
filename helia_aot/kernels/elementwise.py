"""The descriptors of kernels that work element by element, as every instruction set has them.

Knows neither arithmetic nor operators.
"""

from collections.abc import Mapping

from helia_aot.ir.fields import Value
from helia_aot.kernels.broadcast import MAX_RANK
from helia_aot.kernels.kernel import Field, Role


def tensors(ctype: str) -> tuple[Field, ...]:
    """The tensors of a descriptor of such a kernel on elements of one type."""
    return (
        Field("input1", ctype, Role.INPUT),
        Field("input2", ctype, Role.INPUT),
        Field("output", ctype, Role.OUTPUT),
    )


TENSORS = tensors("int8_t")

LOOPS = (
    Field("rows", "int32_t"),
    Field("sizes", "int32_t", length=MAX_RANK),
    Field("strides1", "int32_t", length=MAX_RANK),
    Field("strides2", "int32_t", length=MAX_RANK),
)
"""How a kernel walks operands that are stretched to the output."""


# How far outputs may run into inputs. The kernels read an element of every input before they write
# the one that comes of it, from the front to the back, and so many at a time as they write; what
# follows (a clamp) reads the output alone. Elements of input and output have one size.


def over_input(numbers: Mapping[str, Value]) -> Mapping[str, int]:
    """One input of the output's shape and size of elements: in place."""
    return {"input": 0}


def over_both(numbers: Mapping[str, Value]) -> Mapping[str, int]:
    """Two inputs of the output's shape: in the place of either, or of both where they are one."""
    return {"input1": 0, "input2": 0}


def over_first(numbers: Mapping[str, Value]) -> Mapping[str, int]:
    """The second input is a single element."""
    return {"input1": 0}
