"""ADD int8 for MVE: one line instead of three roundings, where all pairs of operands agree.

The kernel is `runtime/cmsis/elementwise/helia_add_s8_mve.c`. Knows quantizations, and no operator
class.
"""

from collections.abc import Mapping

from helia_aot.kernels.elementwise import LOOPS, TENSORS, over_both
from helia_aot.kernels.kernel import Field, KernelCall, Number, Record
from helia_aot.kernels.kinds import Kind, own_kernel
from helia_aot.kernels.mve.certify import Plane, Table, certify_sum
from helia_aot.kernels.sums import LINE, Sum, line_numbers

HELPER = own_kernel("add_s8_mve")
BROADCAST = own_kernel("add_broadcast_s8_mve")

KINDS = (
    Kind(Record("add_broadcast_s8_mve", (*TENSORS, *LINE, *LOOPS))),
    Kind(Record("add_s8_mve", (*TENSORS, Field("size", "int32_t"), *LINE), over_both)),
)


def add(size: int, total: Sum) -> KernelCall | None:
    """The call, or None where no line gives what the reference gives."""
    plane = _plane(total)
    if plane is None:
        return None
    numbers = {"size": size, **line_numbers(plane, total)}
    why = "operands of one shape, proven for every pair of them"
    return KernelCall(HELPER, numbers, inputs=(0, 1), why=why)


def broadcast(loops: Mapping[str, Number], total: Sum, order: tuple[int, int]) -> KernelCall | None:
    """The call for operands stretched to one shape by `loops`, which walk them in `order`."""
    plane = _plane(total)
    if plane is None:
        return None
    numbers = {**line_numbers(plane, total, order), **loops}
    why = "operands are broadcast, proven for every pair of them"
    return KernelCall(BROADCAST, numbers, inputs=order, why=why)


def _plane(total: Sum) -> Plane | None:
    return certify_sum(Table(total.table(), total.low, total.high), total.ratios())
