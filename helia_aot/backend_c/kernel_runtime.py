"""Shared kernels in C: their parameters, their calls, and the runtime files that hold them.

Repeated call sites collapse into one shared function per distinct signature. Everything here
follows from `KernelHelper` and its `Record`; no operator is known by name.
"""

import re
from collections.abc import Iterable
from pathlib import Path

import helia_aot
from helia_aot.ir.kernel import Field, KernelHelper, Role, collect_kernel_helpers
from helia_aot.ir.operator import AotOperator
from helia_aot.ir.ops import RECORDS
from helia_aot.ir.ops.fully_connected import PER_CHANNEL

__all__ = ["KernelHelper", "collect", "fully_connected_kernel_helper"]


def fully_connected_kernel_helper() -> KernelHelper:
    """The plain-layout signature of per-channel int8 FULLY_CONNECTED."""
    return PER_CHANNEL


def collect(operators: Iterable[AotOperator]) -> list[KernelHelper]:
    """The distinct shared helpers that operators run through, sorted by key."""
    return collect_kernel_helpers(h for op in operators for h in op.shared_kernel_helpers())


def parameters(prefix: str, helper: KernelHelper) -> list[str]:
    """Parameter declarations of a kernel: the descriptor, then one pointer per tensor field."""
    record = RECORDS[helper.struct_kind]
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
    record = RECORDS[helper.struct_kind]
    return ["d", *(a for f in record.tensors for a in _argument(prefix, f))]


def _argument(prefix: str, field: Field) -> list[str]:
    if field.variadic:
        return [f"d->{field.name}", f"d->{field.name}_count", "regions"]
    const = "const " if field.role in (Role.INPUT, Role.CONSTANT) else ""
    return [f"({const}{field.ctype} *){prefix}_at(regions, d->{field.name})"]


def runtime_directory() -> Path:
    """Where the runtime's C sources are: in the package, or beside it in a checkout."""
    package = Path(helia_aot.__file__).parent
    installed = package / "runtime" / "cmsis"
    return installed if installed.is_dir() else package.parent / "runtime" / "cmsis"


def runtime_files(helpers: Iterable[KernelHelper]) -> list[Path]:
    """The sources of the kernels, with what they include and what stands beside that."""
    directory = runtime_directory()
    pending = ["helia_runtime.h", *(f"helia_{h.helper_name}.c" for h in helpers)]
    found: set[str] = set()
    while pending:
        name = pending.pop()
        if name in found or not (directory / name).is_file():
            continue
        found.add(name)
        text = (directory / name).read_text()
        pending += re.findall(r'#include "(helia_\w+\.h)"', text)
        stem = name.rpartition(".")[0]
        pending += [f"{stem}.c", f"{stem}.S"]
    return [directory / name for name in sorted(found)]


def with_prefix(text: str, prefix: str) -> str:
    """Runtime text or a file name under a module's own prefix."""
    renamed = re.sub(r"\bhelia_", f"{prefix}_", text)
    return re.sub(r"\bHELIA_", f"{prefix.upper()}_", renamed)
