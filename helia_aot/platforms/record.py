"""What is known about a platform: one frozen record, filled from its data file."""

from typing import Literal, NamedTuple


class Memory(NamedTuple):
    """One memory of a board, as its bus sees it."""

    name: str
    """itcm, dtcm, sram, mram, flash or psram: also the prefix of the sections placed in it."""
    base: int
    size: int
    description: str = ""


class Flags(NamedTuple):
    """Compiler flags that select the core; the rest is the builder's business."""

    common: tuple[str, ...] = ()
    gcc: tuple[str, ...] = ()
    clang: tuple[str, ...] = ()


class Board(NamedTuple):
    """What an image needs to start under emulation; memories are given by name."""

    machine: str
    """The machine name of qemu-system-arm."""
    clock_hz: int
    """Rate of the core clock, which SysTick counts."""
    vectors: str
    code: str
    constants: str
    data: str
    stack: str
    stack_bytes: int = 0x20000


class Platform(NamedTuple):
    """A machine with a name, on which a module can be compiled and perhaps run."""

    name: str
    description: str
    cpu: str
    """One of `helia_aot.kernels.instruction_sets.cores`."""
    runs_on: Literal["nothing", "host", "qemu"] = "nothing"
    """How a verifier executes its code."""
    flags: Flags = Flags()
    memories: tuple[Memory, ...] = ()
    board: Board | None = None
    """Given exactly when it runs on qemu."""

    def memory(self, name: str) -> Memory:
        """The memory of that name; a KeyError names the missing one."""
        return {m.name: m for m in self.memories}[name]
