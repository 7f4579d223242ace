"""The descriptors of pools over windows, as every instruction set has them. Knows no operator."""

from helia_aot.kernels.kernel import Field, Role
from helia_aot.kernels.window import WINDOW_FIELDS


def pool_fields(ctype: str, number: str) -> tuple[Field, ...]:
    """Of elements of one type, with the clamp as numbers of another."""
    return (
        Field("input", ctype, Role.INPUT),
        Field("output", ctype, Role.OUTPUT),
        Field("act_min", number),
        Field("act_max", number),
        Field("batches", "int32_t"),
        Field("channels", "int32_t"),
        *WINDOW_FIELDS,
    )


POOL_FIELDS = pool_fields("int8_t", "int32_t")

PADDED_FIELDS = (*POOL_FIELDS, Field("pad_value", "int32_t"))
