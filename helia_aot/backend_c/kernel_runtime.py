"""Shared kernels in C: their parameters, their calls, and the runtime files that hold them.

Repeated call sites collapse into one shared function per distinct signature. Everything here
follows from `KernelHelper` and its `Record`; no operator is known by name.
"""

import re
from collections.abc import Iterable
from typing import Protocol

import numpy as np
from numpy.typing import DTypeLike

from helia_aot.backend_c.runtime_sources import Source, closure
from helia_aot.ir.helper import KernelHelper, distinct_helpers
from helia_aot.ir.ops import BY_CODE, record_of
from helia_aot.ir.ops.fully_connected import PER_CHANNEL
from helia_aot.ir.program import ModuleConfig
from helia_aot.kernels.kernel import Field, Role

__all__ = [
    "KernelHelper",
    "collect_kernel_helpers",
    "elementwise_kernel_helper",
    "fully_connected_kernel_helper",
]


class SharesKernels(Protocol):
    """An operator of the graph, or a node of the program."""

    def shared_kernel_helpers(self) -> list[KernelHelper]: ...


def elementwise_kernel_helper(family: str, dtype: DTypeLike) -> KernelHelper | None:
    """The plain-layout signature of an elementwise family ("add", "mul", ...) for operands of one
    shape, by the type of the output's elements; None where the family shares no kernel for it."""
    operator = BY_CODE.get(family.upper())
    return operator.ELEMENTWISE_KERNELS.get(np.dtype(dtype).name) if operator else None


def fully_connected_kernel_helper() -> KernelHelper:
    """The plain-layout signature of per-channel int8 FULLY_CONNECTED."""
    return PER_CHANNEL


def collect_kernel_helpers(operators: Iterable[SharesKernels]) -> list[KernelHelper]:
    """The helpers that operators run through, one per distinct key, sorted by key; ValueError when
    two operators declare one key with differing descriptors."""
    return distinct_helpers(h for op in operators for h in op.shared_kernel_helpers())


def forwards(helper: KernelHelper, provider: str) -> bool:
    """Whether the body of a kernel calls a function of CMSIS-NN, whose status it returns; bundled
    bodies return nothing, since everything that could fail was proven at compile time."""
    return provider == "cmsis-nn" and bool(helper.cmsis)


def kernel_calls(config: ModuleConfig, helper: KernelHelper | None) -> dict[str, str]:
    """By its role, the C function that does the work of a node; none for a view."""
    if helper is None:
        return {}
    own = f"{config.prefix}_{helper.helper_name}"
    return {"run": helper.cmsis if forwards(helper, config.provider) else own}


def parameters(prefix: str, helper: KernelHelper) -> list[str]:
    """Parameter declarations of a kernel: the descriptor, then one pointer per tensor field."""
    record = record_of(helper.struct_kind)
    first = f"const {prefix}_{record.kind}_t *d"
    return [first, *(p for f in record.tensors for p in _parameter(prefix, f))]


def _parameter(prefix: str, field: Field) -> list[str]:
    if field.variadic:
        return [
            f"const {prefix}_ref_t *{field.name}",
            f"uint16_t {field.name}_count",
            "uint8_t *const *regions",
        ]
    const = "const " if field.role in (Role.INPUT, Role.CONSTANT) else ""
    return [f"{const}{field.ctype} *{field.name}"]


def arguments(prefix: str, helper: KernelHelper) -> list[str]:
    """Arguments of the call in a shared helper, where `d` is the descriptor."""
    record = record_of(helper.struct_kind)
    return ["d", *(a for f in record.tensors for a in _argument(prefix, f))]


def _argument(prefix: str, field: Field) -> list[str]:
    if field.variadic:
        return [f"d->{field.name}", f"d->{field.name}_count", "regions"]
    const = "const " if field.role in (Role.INPUT, Role.CONSTANT) else ""
    return [f"({const}{field.ctype} *){prefix}_at(regions, d->{field.name})"]


def runtime_files(helpers: Iterable[KernelHelper], provider: str = "bundled") -> list[Source]:
    """The sources of the kernels, with what they include and what stands beside that."""
    bundled, foreign = ["helia_runtime"], list[str]()
    for h in helpers:
        names = foreign if forwards(h, provider) else bundled
        names.append(f"helia_{h.helper_name}")
    found = closure(foreign, "cmsis-nn") | closure(bundled)
    return sorted(found.values())


def with_prefix(text: str, prefix: str) -> str:
    """Runtime text or a file name under a module's own prefix."""
    renamed = re.sub(r"\bhelia_", f"{prefix}_", text)
    return re.sub(r"\bHELIA_", f"{prefix.upper()}_", renamed)
