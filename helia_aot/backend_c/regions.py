"""The regions of a module as the C knows them: objects, guards, sidecars. Knows no operator."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from zlib import crc32

from helia_aot.backend_c.tensors import Tensor
from helia_aot.ir.program import PORT, MemoryType, ModuleConfig, Region, RegionRole


class ModuleRegion:
    """A region of the plan with the objects that hold it."""

    def __init__(self, id: int, plan: Region, config: ModuleConfig, constants: Sequence[Tensor]):
        self.id = id
        """Its enumerator."""
        self.role, self.memory, self.source_memory = plan.role, plan.memory, plan.source_memory
        self.size, self.alignment, self.lower_bound = plan.size, plan.alignment, plan.lower_bound
        self.staged = plan.staged
        self.prefix = config.prefix
        self.allocated = config.allocate_arenas
        """Whether the module emits its memory; if not, the application binds it."""
        self.constants = constants
        """In the order of their offsets."""

    @property
    def name(self) -> str:
        """`constant_dtcm_from_mram`."""
        source = f"_from_{self.source_memory}" if self.staged else ""
        return f"{self.role}_{self.memory}{source}"

    @property
    def constant(self) -> bool:
        return self.role == RegionRole.CONSTANT

    @property
    def cold(self) -> bool:
        """Whether it is constants that are read where they lie."""
        return self.constant and not self.staged

    @property
    def symbol(self) -> str | None:
        """The object that operators use."""
        return f"{self.prefix}_{self.name}" if self.allocated else None

    @property
    def source_symbol(self) -> str | None:
        """The object that a staged region is copied from."""
        return f"{self.prefix}_{self.name}_source" if self.staged else None

    @property
    def constants_symbol(self) -> str | None:
        """The object that holds the constants' bytes, if the module has one."""
        return (self.source_symbol if self.staged else self.symbol) if self.constant else None

    @property
    def offset(self) -> int:
        """Bytes of the guard in `symbol`."""
        return MemoryType(self.memory).guard if self.allocated else 0

    @property
    def source_offset(self) -> int:
        """Bytes of the guard in `source_symbol`."""
        return MemoryType(self.source_memory).guard if self.staged else 0

    @property
    def constants_offset(self) -> int:
        """Bytes of the guard in `constants_symbol`."""
        return self.source_offset if self.staged else self.offset

    @property
    def sidecar(self) -> str | None:
        """The file of its bytes, relative to the module, when the application owns the memory."""
        if not self.constant or self.allocated:
            return None
        return f"sidecars/{self.prefix}_{self.name}.bin"

    @cached_property
    def data(self) -> bytes:
        """The bytes of a region of constants."""
        data = bytearray(self.size)
        for tensor in self.constants:
            start = tensor.placement.offset
            data[start : start + tensor.placement.size] = tensor.little_endian
        return bytes(data)

    @property
    def crc(self) -> int:
        return crc32(self.data)

    def members(self) -> Iterator[tuple[Tensor, int]]:
        """The constants with the bytes that follow each before the next."""
        ends = [t.placement.offset for t in self.constants[1:]] + [self.size]
        for tensor, end in zip(self.constants, ends, strict=True):
            yield tensor, end - tensor.placement.offset - tensor.placement.size


def module_regions(
    config: ModuleConfig, plan: Sequence[Region], tensors: Sequence[Tensor]
) -> Iterator[ModuleRegion]:
    """The regions of the plan, without the application's own buffers."""
    for id, region in enumerate(plan):
        if region.role != PORT:
            found = [t for t in tensors if t.array is not None and t.placement.region == id]
            yield ModuleRegion(id, region, config, sorted(found, key=lambda t: t.placement.offset))
