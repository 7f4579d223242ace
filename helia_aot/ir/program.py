"""Plain records of the `aot` dialect: what a module is configured as, and where its bytes lie."""

from enum import StrEnum
from typing import NamedTuple

from helia_aot.ir.target import Target

MAX_REGIONS = 15
MAX_REGION_BYTES = 1 << 28
"""A tensor reference in C is 4 bits of region (15 means none) and 28 bits of offset."""

CANARY_BYTES = 16
"""Behind every scratch tensor of a module with checks."""

GUARD_BYTES = 16
"""Ahead of a region at address zero; a multiple of every alignment."""

PORT = "port"
"""The role of what is no region of the plan: the buffer that the application binds for one input
or output. Such regions stand behind all planned ones."""


class RegionRole(StrEnum):
    """What the bytes of a region are to the program."""

    SCRATCH = "scratch"
    """Activations and the kernels' own buffers: nothing survives a run."""
    PERSISTENT = "persistent"
    """State, kept from run to run."""
    CONSTANT = "constant"


class TensorKind(StrEnum):
    """What a tensor is to the model."""

    INPUT = "input"
    OUTPUT = "output"
    CONSTANT = "constant"
    PERSISTENT = "persistent"
    SCRATCH = "scratch"


class MemoryType(StrEnum):
    """A memory, by the name that rules and macros use; a platform may name more than these, and
    such a name makes a value of this type as well."""

    ITCM = "itcm"
    """Starts at address zero: what the compiler places here gets a guard ahead of it."""
    DTCM = "dtcm"
    SRAM = "sram"
    MRAM = "mram"
    PSRAM = "psram"

    @classmethod
    def _missing_(cls, value: object) -> "MemoryType | None":
        if not isinstance(value, str) or not value.isidentifier():
            return None
        name = value.lower()
        if name in cls._value2member_map_:
            return cls(name)
        named = str.__new__(cls, name)
        named._name_, named._value_ = name.upper(), name
        # One object per name, as of every other enumeration: this is where they are looked up.
        cls._value2member_map_[name] = named
        return named

    @property
    def guard(self) -> int:
        """Bytes ahead of an object here, so that no pointer into it is NULL."""
        return GUARD_BYTES if self is MemoryType.ITCM else 0


class ModuleConfig(NamedTuple):
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
    auto_hydrate: bool = True
    """Whether initialization copies the staged constants."""
    residency: bool = False
    """Whether the residency report is written."""

    @property
    def target(self) -> Target:
        return Target(self.cpu, self.provider, self.optimize)  # pyright: ignore[reportArgumentType] # verified by ConfigAttr


class Region(NamedTuple):
    """A contiguous piece of one memory, planned as a whole: one object in C."""

    role: str
    """A `RegionRole`, or PORT."""
    memory: str
    """Where operators read and write it."""
    source_memory: str
    """Where a staged region of constants is copied from at initialization; else `memory`."""
    size: int
    alignment: int
    lower_bound: int
    """No plan of these tensors in this order can be smaller."""

    @property
    def staged(self) -> bool:
        return self.memory != self.source_memory


class Placement(NamedTuple):
    """Where one tensor lives: region number, byte offset in it, bytes allocated."""

    region: int
    offset: int
    size: int


NOWHERE = Placement(-1, 0, 0)
"""The placement of a tensor without elements."""
