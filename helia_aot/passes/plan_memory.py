"""Give every tensor a place: scratch over lifetimes in schedule order, constants one after another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from helia_aot.ir import aot
from helia_aot.ir.program import MAX_REGION_BYTES, NOWHERE, Placement, Region
from helia_aot.ir.types import nbytes, tensor_type
from helia_aot.memory.planner import Buffer, plan

ALIGNMENT = 16
"""Of every tensor: what the widest vector load of any target asks for."""


@dataclass(frozen=True)
class PlanMemoryPass(ModulePass):
    """Place every tensor in a region: scratch by lifetime, constants in order."""

    name = "plan-memory"

    planner: Literal["greedy"] = "greedy"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for module in op.body.block.ops:
            if isinstance(module, aot.ModuleOp):
                plan_module(module)


def plan_module(module: aot.ModuleOp) -> None:
    regions: list[Region] = []
    placements: dict[object, Placement] = {}
    for region, places in (_scratch(module), _constants(module)):
        if region.size >= MAX_REGION_BYTES:
            raise PassFailedException(
                f"the {region.role} region needs {region.size} bytes; a region is smaller than"
                f" {MAX_REGION_BYTES}"
            )
        if region.size:
            placements |= {k: Placement(len(regions), *at) for k, at in places.items() if at[1]}
            regions.append(region)
    module.memory = ArrayAttr(aot.RegionAttr(r) for r in regions)
    _write(module, placements)


Places = dict[object, tuple[int, int]]
"""Offset and size of a value, or of a kernel's scratch (keyed by the kernel)."""


def _scratch(module: aot.ModuleOp) -> tuple[Region, Places]:
    roots = _roots(module)
    lifetimes = list(_lifetimes(module, roots))
    result = plan([buffer for _, buffer in lifetimes], ALIGNMENT)
    places: Places = {
        key: (offset, buffer.size)
        for (key, buffer), offset in zip(lifetimes, result.offsets, strict=True)
    }
    places |= {view: places[root] for view, root in roots.items() if root in places}
    return Region("scratch", "sram", "sram", result.peak, ALIGNMENT, result.lower_bound), places


def _roots(module: aot.ModuleOp) -> dict[SSAValue, SSAValue]:
    """Every value with the value whose bytes it is."""
    roots: dict[SSAValue, SSAValue] = {a: a for a in module.block.args}
    for op in module.block.ops:
        for result in op.results:
            roots[result] = roots[op.input] if isinstance(op, aot.ViewOp) else result
    return roots


def _lifetimes(
    module: aot.ModuleOp, roots: dict[SSAValue, SSAValue]
) -> Iterator[tuple[object, Buffer]]:
    """Inputs live from the start, outputs to the end, everything else from its definition to its
    last use; scratch lives with its kernel alone."""
    first: dict[SSAValue, int] = dict.fromkeys(module.block.args, 0)
    last: dict[SSAValue, int] = dict(first)
    for step, op in enumerate(module.block.ops, 1):
        for operand in op.operands:
            last[roots[operand]] = step
        for result in op.results:
            if not isinstance(op, aot.ViewOp | aot.ConstantOp):
                first[result] = last[result] = step
        if isinstance(op, aot.KernelOp) and op.scratch.value.data:
            yield op, Buffer(step, step, op.scratch.value.data)
    for value, begin in first.items():
        yield value, Buffer(begin, last[value], nbytes(tensor_type(value)))


def _constants(module: aot.ModuleOp) -> tuple[Region, Places]:
    places: Places = {}
    end = 0
    for op in module.block.ops:
        if isinstance(op, aot.ConstantOp):
            size = nbytes(tensor_type(op.output))
            places[op.output] = (end, size)
            end += -(-size // ALIGNMENT) * ALIGNMENT
    return Region("constant", "mram", "mram", end, ALIGNMENT, end), places


def _write(module: aot.ModuleOp, placements: dict[object, Placement]) -> None:
    def at(keys: Sequence[object]) -> ArrayAttr[aot.PlacementAttr]:
        return ArrayAttr(aot.PlacementAttr(placements.get(k, NOWHERE)) for k in keys)

    module.placements = at(module.block.args)
    for op in module.block.ops:
        match op:
            case aot.KernelOp():
                op.placements = at([*op.results, op] if op.scratch.value.data else op.results)
            case aot.ConstantOp() | aot.ViewOp():
                op.placements = at(op.results)
            case _:
                pass
