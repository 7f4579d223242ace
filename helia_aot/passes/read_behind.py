"""What kernels read behind a tensor: bytes of no use that must be there. Knows no kernel."""

from collections.abc import Iterator

from xdsl.ir import SSAValue

from helia_aot.ir import aot
from helia_aot.ir.target import Target
from helia_aot.kernels.ctx_buffers import spare


def read_behind(call: aot.KernelOp, target: Target) -> Iterator[tuple[SSAValue, int]]:
    """The constants of a call that its kernel reads beyond, each with so many bytes."""
    constants, numbers = call.constant_operands(), dict(call.numbers.data)
    for helper in call.shared_kernel_helpers():
        for field, nbytes in spare(helper.struct_kind, numbers, target).items():
            if field in constants:
                yield constants[field], nbytes


def behind_values(module: aot.ModuleOp) -> dict[SSAValue, int]:
    """The same for a whole program: the most that any kernel reads behind a value."""
    found: dict[SSAValue, int] = {}
    for call in module.walk():
        if isinstance(call, aot.KernelOp):
            for value, nbytes in read_behind(call, module.config.data.target):
                found[value] = max(nbytes, found.get(value, 0))
    return found
