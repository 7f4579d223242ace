"""Give every tensor a place: scratch over lifetimes in schedule order, the rest one after another.

Where each tensor lies is what the rules say (`helia_aot.memory.rules`); a region is all that has
one role, one memory and one source memory.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from helia_aot.ir import aot
from helia_aot.ir.program import (
    CANARY_BYTES,
    MAX_REGION_BYTES,
    MAX_REGIONS,
    NOWHERE,
    PORT,
    Placement,
    Region,
    RegionRole,
)
from helia_aot.ir.provenance import tensor_name
from helia_aot.ir.storage import Storage, storages
from helia_aot.ir.tensor_table import Key, tensor_ids
from helia_aot.memory.limits import exceeded, parse_limit
from helia_aot.memory.planner import Buffer, plan
from helia_aot.memory.rules import ANY, Rule, Setting, parse_rule, resolve
from helia_aot.passes.read_behind import behind_values

ALIGNMENT = 16
"""Of every tensor: what the widest vector load of any target asks for."""

DEFAULTS = ("*=sram", "constant=mram")
"""The rules that stand before all others."""


@dataclass(frozen=True)
class PlanMemoryPass(ModulePass):
    """Place every tensor in a region: scratch by lifetime, constants in order."""

    name = "plan-memory"

    planner: Literal["greedy"] = "greedy"
    rules: tuple[str, ...] = ()
    """Where tensors lie: `type/id=memory>destination@io`, as `helia_aot.memory.rules` says."""
    limits: tuple[str, ...] = ()
    """Bytes a memory holds: `dtcm=65536`."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        try:
            rules = [parse_rule(text) for text in (*DEFAULTS, *self.rules)]
            limits = dict(parse_limit(text) for text in self.limits)
        except ValueError as e:
            raise PassFailedException(str(e)) from e
        for module in op.body.block.ops:
            if isinstance(module, aot.ModuleOp):
                plan_module(module, rules, limits)


def plan_module(
    module: aot.ModuleOp, rules: Sequence[Rule], limits: Mapping[str, int] = {}
) -> None:
    """Write regions and placements into a module; PassFailedException when there is no plan."""
    settings = _settings(module, storages(module), rules)
    behind = behind_values(module)
    regions: list[Region] = []
    places: dict[Key, Placement] = {}
    for (role, memory, source), members in _groups(settings).items():
        region, offsets = _region(role, memory, source, members, module.config.data.checks)
        region = _with_spare(region, members, offsets, behind)
        for storage, offset in zip(members, offsets, strict=True):
            for key in storage.values or (storage.key,):
                places[key] = Placement(len(regions), offset, storage.size)
        regions.append(region)
    _check(regions, limits)
    module.memory = ArrayAttr(aot.RegionAttr(r) for r in regions)
    _write(module, places)


# Which memory


def _settings(
    module: aot.ModuleOp, found: Sequence[Storage], rules: Sequence[Rule]
) -> dict[Storage, Setting]:
    """What the rules say of each storage; one by id that can say nothing is an error."""
    ids = tensor_ids(module)
    names = {s: _names(s, ids) for s in found}
    for rule in rules:
        if rule.id != ANY and not any(_applies(rule, s, n) for s, n in names.items()):
            what = "tensor" if rule.type == ANY else f"tensor of type {rule.type}"
            raise PassFailedException(
                f"the memory rule for {rule.id!r} applies to no {what}: {rule}"
            )
    return {s: resolve(rules, _types(s), n) for s, n in names.items()}


def _applies(rule: Rule, storage: Storage, names: frozenset[str]) -> bool:
    """Whether a rule selects a storage and can be followed there."""
    constant, setting = storage.role is RegionRole.CONSTANT, rule.setting
    possible = (constant or not setting.destination) and (
        setting.io != "application" or _can_be_bound(storage)
    )
    return possible and rule.selects(_types(storage), names)


def _can_be_bound(storage: Storage) -> bool:
    """Bytes that serve two ports cannot be two buffers of the application; constants none."""
    return storage.ports == 1 and storage.role is not RegionRole.CONSTANT


def _types(storage: Storage) -> frozenset[str]:
    return storage.kinds | {storage.role}


def _names(storage: Storage, ids: Mapping[Key, str]) -> frozenset[str]:
    """Identifiers and model names of all tensors that share these bytes."""
    keys = storage.values or (storage.key,)
    return frozenset(ids[k] for k in keys) | {n for v in storage.values if (n := tensor_name(v))}


Group = tuple[str, str, str]
"""Role, memory and source memory of a region; a port is a group of its own, known by its number."""


def _groups(settings: Mapping[Storage, Setting]) -> dict[Group, list[Storage]]:
    """What shares a region, in the order of the regions: by role, then memory; ports behind."""
    groups: dict[Group, list[Storage]] = {}
    for number, (storage, setting) in enumerate(settings.items()):
        if storage.size:
            groups.setdefault(_group(storage, setting, number), []).append(storage)
    roles = [*RegionRole, PORT]
    return dict(sorted(groups.items(), key=lambda g: (roles.index(g[0][0]), g[0][1:])))


def _group(storage: Storage, setting: Setting, number: int) -> Group:
    if storage.role is RegionRole.CONSTANT:
        return storage.role, setting.destination or setting.memory, setting.memory
    if setting.io == "application" and _can_be_bound(storage):
        return PORT, f"{number:09}", ""
    return storage.role, setting.memory, setting.memory


# Where in it


def _region(
    role: str, memory: str, source: str, members: Sequence[Storage], checks: bool
) -> tuple[Region, Sequence[int]]:
    """A region and the offset of each of its members."""
    if role == PORT:
        size = members[0].size
        return Region(PORT, "application", "application", size, ALIGNMENT, size), [0]
    if role != RegionRole.SCRATCH:
        *offsets, end = _in_sequence(m.size for m in members)
        return Region(role, memory, source, end, ALIGNMENT, end), offsets
    more = CANARY_BYTES if checks else 0
    found = plan([Buffer(m.first, m.last, m.size + more) for m in members], ALIGNMENT)
    return Region(role, memory, source, found.peak, ALIGNMENT, found.lower_bound), found.offsets


def _with_spare(
    region: Region,
    members: Sequence[Storage],
    offsets: Sequence[int],
    behind: Mapping[SSAValue, int],
) -> Region:
    """The region with as many bytes at its end as kernels read behind its last members; behind all
    others they read in their neighbours."""
    read = (
        offset + m.size + behind.get(v, 0)
        for m, offset in zip(members, offsets, strict=True)
        for v in m.values
    )
    end = -(-max(read, default=0) // ALIGNMENT) * ALIGNMENT
    return region if end <= region.size else region._replace(size=end)


def _in_sequence(sizes: Iterable[int]) -> Iterator[int]:
    """Aligned offsets one after another, and the end."""
    end = 0
    for size in sizes:
        yield end
        end += -(-size // ALIGNMENT) * ALIGNMENT
    yield end


def _check(regions: Sequence[Region], limits: Mapping[str, int]) -> None:
    if len(regions) > MAX_REGIONS:
        raise PassFailedException(
            f"the plan has {len(regions)} regions and application buffers; {MAX_REGIONS} can be"
        )
    for region in regions:
        if region.size >= MAX_REGION_BYTES:
            raise PassFailedException(
                f"the {region.role} region in {region.memory} needs {region.size} bytes; a region"
                f" is smaller than {MAX_REGION_BYTES}"
            )
    if found := list(exceeded(regions, limits)):
        raise PassFailedException("; ".join(found))


def _write(module: aot.ModuleOp, places: Mapping[Key, Placement]) -> None:
    def at(keys: Iterable[Key]) -> ArrayAttr[aot.PlacementAttr]:
        return ArrayAttr(aot.PlacementAttr(places.get(k, NOWHERE)) for k in keys)

    module.placements = at(module.block.args)
    for op in module.block.ops:
        match op:
            case aot.KernelOp():
                op.placements = at([*op.results, op] if op.scratch.value.data else op.results)
            case aot.ConstantOp() | aot.ViewOp():
                op.placements = at(op.results)
            case _:
                pass
