"""The options of `plan-memory` from a configuration's section and a platform. Knows no IR."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from helia_aot.ir.program import MemoryType
from helia_aot.memory.rules import ANY, Rule, Setting
from helia_aot.platforms.record import Platform


def rule_texts(
    platform: Platform, io: str, tensors: Sequence[Mapping[str, Any]]
) -> tuple[str, ...]:
    """The rules: what the platform is built with, who owns inputs and outputs, then the given."""
    own = _platform_rules(platform)
    ports = (Rule(kind, ANY, Setting(io=io)) for kind in ("input", "output") if io != "arena")
    given = (_rule(platform, number, t) for number, t in enumerate(tensors))
    return tuple(map(str, (*own, *ports, *given)))


def limit_texts(platform: Platform, constraints: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Bytes of each memory: the given limits, else what the platform has."""
    limits = {m.name: m.size for m in platform.memories}
    for number, constraint in enumerate(constraints):
        name = _memory(platform, f"memory.constraints.{number}.name", constraint["name"])
        limits[name] = constraint["max_size"]
    return tuple(f"{name}={size}" for name, size in limits.items())


def _platform_rules(platform: Platform) -> Iterator[Rule]:
    """A board says where its image keeps data and constants, which are the defaults there."""
    if platform.board:
        yield Rule(ANY, ANY, Setting(platform.board.data))
        yield Rule("constant", ANY, Setting(platform.board.constants))


def _rule(platform: Platform, number: int, rule: Mapping[str, Any]) -> Rule:
    place, given = f"memory.tensors.{number}.attributes", rule["attributes"]

    def memory(key: str) -> str:
        return _memory(platform, f"{place}.{key}", given[key]) if given[key] else ""

    setting = Setting(memory("memory"), memory("constant_destination_memory"), given["io"] or "")
    made = Rule(rule["type"], rule["id"], setting)
    if problem := made.problem:
        raise ValueError(f"{place}: {problem}")
    return made


def _memory(platform: Platform, place: str, name: str) -> str:
    known = [*dict.fromkeys([*MemoryType, *(m.name for m in platform.memories)])]
    if name.lower() not in known:
        raise ValueError(f"{place}: unknown memory {name!r}: known are {', '.join(known)}")
    return name.lower()
