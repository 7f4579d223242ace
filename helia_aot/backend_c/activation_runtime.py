"""Shared bodies of activations, the sibling of `kernel_runtime`.

An activation is a function of each element alone. On int8 it is a table of its 256 values, made at
compile time, so that all activations of all kinds run through one body, and those that are equal
share one table too. A clamp behind another operator costs no body: it is two numbers of that
operator's descriptor. Knows what a table is, and no operator.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import DTypeLike

from helia_aot.backend_c.kernel_runtime import (
    KernelHelper,
    SharesKernels,
    collect_kernel_helpers,
)
from helia_aot.ir import aot
from helia_aot.ir.ops import BY_CODE
from helia_aot.ir.ops.families.lut import LUT, LUT_RECORD

BODIES = (LUT,)
"""Every body that activations run through."""


def activation_kernel_helper(family: str, dtype: DTypeLike) -> KernelHelper | None:
    """The shared body of an activation ("relu", "logistic", ...) by the type of the output's
    elements; None where the family shares none for it."""
    operator = BY_CODE.get(family.upper())
    tabled = operator is not None and LUT_RECORD in operator.RECORDS
    return LUT if tabled and np.dtype(dtype) == np.int8 else None


def collect_activation_helpers(operators: Iterable[SharesKernels]) -> list[KernelHelper]:
    """The bodies that activations among the operators run through, sorted by key."""
    return [h for h in collect_kernel_helpers(operators) if h in BODIES]


def lookup_tables(module: aot.ModuleOp) -> list[aot.ConstantOp]:
    """The tables of a program, each once, in its order: several nodes may read one."""
    return list(dict.fromkeys(_tables(module)))


def _tables(module: aot.ModuleOp) -> Iterator[aot.ConstantOp]:
    for call in module.walk():
        if not isinstance(call, aot.KernelOp):
            continue
        (helper,) = call.shared_kernel_helpers()
        table = call.constant_operands().get("table")
        if helper.struct_kind == LUT_RECORD.kind and table is not None:
            assert isinstance(table.owner, aot.ConstantOp), "a table is made at compile time"
            yield table.owner
