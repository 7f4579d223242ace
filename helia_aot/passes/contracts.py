"""Whether the contracts in a program's text are those of its kernels. A text can be edited."""

from xdsl.utils.exceptions import PassFailedException

from helia_aot.ir import aot
from helia_aot.ir.ops import record_of
from helia_aot.ir.provenance import where
from helia_aot.kernels.overlaps import overlaps


def expect_contracts(module: aot.ModuleOp) -> None:
    """Raise where a call says that its output may run further into an input than is proven."""
    provider = module.config.data.provider
    for call in module.walk():
        if not isinstance(call, aot.KernelOp) or call.overlap is None:
            continue
        for helper in call.shared_kernel_helpers():
            record = record_of(helper.struct_kind)
            proven = {
                o.input: o.distance
                for o in overlaps(record, helper, dict(call.numbers.data), provider)
            }
            for given in call.overlaps():
                least = proven.get(given.input)
                if least is None or given.distance < least:
                    raise PassFailedException(
                        f"{where(call)}: kernel {helper.key}: overlap with input {given.input} has"
                        f" distance {given.distance}, proven is {_words(least)}"
                    )


def _words(distance: int | None) -> str:
    return "none" if distance is None else f"{distance} at least"
