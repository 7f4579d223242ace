"""How much of each memory a plan may take. Knows regions, and no tensor."""

from collections.abc import Iterable, Iterator, Mapping

from helia_aot.ir.program import PORT, MemoryType, Region


def parse_limit(text: str) -> tuple[str, int]:
    """`dtcm=1024` as a memory and its bytes."""
    name, _, size = text.partition("=")
    if not size.isdecimal():
        raise ValueError(f"{text!r} is no limit: expected memory=bytes")
    return MemoryType(name).value, int(size)


def exceeded(regions: Iterable[Region], limits: Mapping[str, int]) -> Iterator[str]:
    """Every memory whose regions are larger than its limit, in words."""
    used: dict[str, int] = {}
    for region in regions:
        if region.role != PORT:
            for memory in {region.memory, region.source_memory}:
                needed = region.size + MemoryType(memory).guard
                used[memory] = used.get(memory, 0) + needed
    for memory, need in used.items():
        limit = limits.get(memory)
        if limit is not None and need > limit:
            yield f"{memory} holds {limit} bytes, the plan needs {need} there"
