"""The descriptors of pools over windows, as every instruction set has them. Knows no operator."""

from helia_aot.kernels.kernel import Field, Role
from helia_aot.kernels.window import WINDOW_FIELDS

POOL_FIELDS = (
    Field("input", "int8_t", Role.INPUT),
    Field("output", "int8_t", Role.OUTPUT),
    Field("act_min", "int32_t"),
    Field("act_max", "int32_t"),
    Field("batches", "int32_t"),
    Field("channels", "int32_t"),
    *WINDOW_FIELDS,
)

PADDED_FIELDS = (*POOL_FIELDS, Field("pad_value", "int32_t"))
