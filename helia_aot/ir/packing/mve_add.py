"""ADD int8 for MVE: one line instead of three roundings, where all pairs of operands agree.

The kernel is `runtime/cmsis/helia_add_s8_mve.c`. Knows quantizations, and no operator class.
"""

from helia_aot.ir.certify_mve import Table, certify_sum
from helia_aot.ir.kernel import Field, KernelCall, KernelHelper, Record, Role
from helia_aot.ir.packing.dsp_add import Sum

HELPER = KernelHelper("add_s8_mve", "add_s8_mve", "add_s8_mve", "int8_t", "arm_elementwise_add_s8")

RECORD = Record(
    "add_s8_mve",
    (
        Field("input1", "int8_t", Role.INPUT),
        Field("input2", "int8_t", Role.INPUT),
        Field("output", "int8_t", Role.OUTPUT),
        *(Field(n, "int32_t") for n in ("size", "multiplier1", "multiplier2", "addend")),
        *(Field(n, "int32_t") for n in ("act_min", "act_max")),
    ),
)


def add(size: int, total: Sum) -> KernelCall | None:
    """The call, or None where no line gives what the reference gives."""
    plane = certify_sum(Table(total.table(), total.low, total.high), total.ratios())
    if plane is None:
        return None
    numbers = {
        "size": size,
        "multiplier1": plane.multipliers[0],
        "multiplier2": plane.multipliers[1],
        "addend": plane.addend,
        "act_min": total.low,
        "act_max": total.high,
    }
    why = "operands of one shape, proven for every pair of them"
    return KernelCall(HELPER, numbers, inputs=(0, 1), why=why)
