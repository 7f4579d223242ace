"""Where every tensor of a module lies: as records for the views, as a report, as a hash."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from helia_aot.backend_c.program import Program, Tensor
from helia_aot.backend_c.regions import ModuleRegion
from helia_aot.ir.program import MemoryType, RegionRole, TensorKind

SCHEMA = "helia-aot/residency-1"

_NOWHERE = {RegionRole.CONSTANT: MemoryType.MRAM}
"""The memory of what has no bytes in the plan, where it is not the usual one."""


def region_of(p: Program, tensor: Tensor) -> ModuleRegion | None:
    """None for a tensor without elements, and for one whose buffer the application brings."""
    number = tensor.placement.region
    return p.regions[number] if 0 <= number < len(p.regions) else None


def kind_of(p: Program, tensor: Tensor) -> TensorKind:
    """What a tensor is to the model: an input before an output before its role."""
    if tensor in p.inputs:
        return TensorKind.INPUT
    return TensorKind.OUTPUT if tensor in p.outputs else TensorKind(role_of(p, tensor))


def role_of(p: Program, tensor: Tensor) -> RegionRole:
    region = region_of(p, tensor)
    if region is not None:
        return RegionRole(region.role)
    return RegionRole.SCRATCH if tensor.array is None else RegionRole.CONSTANT


def memory_of(p: Program, tensor: Tensor) -> MemoryType:
    """Where a tensor is read and written; without bytes in the plan, where its role usually is."""
    region = region_of(p, tensor)
    default = _NOWHERE.get(role_of(p, tensor), MemoryType.SRAM)
    return default if region is None else MemoryType(region.memory)


def source_memory_of(p: Program, tensor: Tensor) -> MemoryType:
    """What a tensor is copied from when it is staged, else its memory."""
    region = region_of(p, tensor)
    return memory_of(p, tensor) if region is None else MemoryType(region.source_memory)


def plan_hash(p: Program) -> str:
    """Equal for equal plans: 16 hex digits of the SHA-256 of the report without it."""
    text = json.dumps(_plan(p), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def residency(p: Program) -> str:
    """The report, as JSON text."""
    head = {"schema": SCHEMA, "prefix": p.prefix, "plan_hash": plan_hash(p)}
    return json.dumps(head | _plan(p), indent=2) + "\n"


def _plan(p: Program) -> dict[str, Any]:
    return {
        "regions": [dict(_region(r)) for r in p.regions],
        "tensors": [dict(_tensor(p, t)) for t in p.tensors],
    }


def _region(region: ModuleRegion) -> Mapping[str, Any]:
    return {
        "region_id": region.id,
        "role": region.role,
        "memory": region.memory,
        "source_memory": region.source_memory,
        "size": region.size,
        "alignment": region.alignment,
        "symbol": region.symbol,
        "sidecar_file": region.sidecar,
    }


def _tensor(p: Program, tensor: Tensor) -> Mapping[str, Any]:
    region = region_of(p, tensor)
    return {
        "id": tensor.id,
        "name": tensor.name or None,
        "region_id": None if region is None else region.id,
        "memory": memory_of(p, tensor).value,
        "source_memory": source_memory_of(p, tensor).value,
        "offset": tensor.placement.offset,
        "size": tensor.placement.size,
        "role": role_of(p, tensor).value,
        "staged": region is not None and region.staged,
    }
