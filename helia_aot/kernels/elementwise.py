"""The descriptors of kernels that work element by element, as every instruction set has them.

Knows neither arithmetic nor operators.
"""

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
