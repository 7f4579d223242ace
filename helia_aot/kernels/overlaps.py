"""The contracts of a call: how far its output may run into dying inputs, in the words of the IR.

What the contract is, `helia_aot.ir.overlap` defines; what it is for a kernel, the record of its
descriptor says (`Record.reach`).
"""

from collections.abc import Mapping, Sequence

from helia_aot.ir.fields import Value
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.overlap import Overlap
from helia_aot.kernels.kernel import Record, Role


def overlaps(
    record: Record, helper: KernelHelper, numbers: Mapping[str, Value], provider: str
) -> Sequence[Overlap]:
    """One for each input that the output may run into; KeyError where a number lacks. Nothing is
    known of a kernel that forwards to another provider's."""
    if helper.cmsis and provider != "bundled":
        return ()
    reach = record.reach(numbers)
    inputs = [f.name for f in record.tensors if f.role is Role.INPUT]
    return [Overlap(i, reach[name]) for i, name in enumerate(inputs) if name in reach]
