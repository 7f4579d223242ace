"""Plain records of the `aot` dialect: what a module is configured as, and where its bytes lie."""

from dataclasses import dataclass

from helia_aot.ir.target import Target

MAX_REGIONS = 15
MAX_REGION_BYTES = 1 << 28
"""A tensor reference in C is 4 bits of region (15 means none) and 28 bits of offset."""


@dataclass(frozen=True)
class ModuleConfig:
    """Everything that emission must know beyond the program itself."""

    prefix: str
    model_sha256: str = ""
    platform: str = "generic"
    cpu: str = "generic"
    provider: str = "bundled"
    optimize: str = "balanced"
    schedule: str = "table"
    callbacks: bool = False
    checks: bool = False
    names: bool = True
    allocate_arenas: bool = True

    @property
    def target(self) -> Target:
        return Target(self.cpu, self.provider, self.optimize)  # pyright: ignore[reportArgumentType] # verified by ConfigAttr


@dataclass(frozen=True)
class Region:
    """A contiguous piece of one memory, planned as a whole."""

    role: str
    """scratch, persistent or constant."""
    memory: str
    source_memory: str
    size: int
    alignment: int
    lower_bound: int
    """No plan of these tensors in this order can be smaller."""


@dataclass(frozen=True)
class Placement:
    """Where one tensor lives: region number, byte offset in it, bytes allocated."""

    region: int
    offset: int
    size: int


NOWHERE = Placement(-1, 0, 0)
"""The placement of a tensor without elements."""
