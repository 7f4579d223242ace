"""A generated module on disk, as far as building and running it asks. Knows no operator."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Capture:
    """Bytes of a region to be written each time an operator has run: one tensor, usually."""

    operator: int
    """As the module's callback counts operators."""
    region: int
    """Index into `regions` of the context."""
    offset: int
    nbytes: int


@dataclass(frozen=True)
class Arena:
    """A region that the application owns, and the runner therefore binds."""

    region: str
    """The enumerator that names it (`KWS_ARENA_SCRATCH`)."""
    nbytes: int
    contents: Path | None = None
    """The file of its bytes, for a region of constants."""


@dataclass(frozen=True)
class Module:
    """Where a module is and what the runner must know that its header does not say."""

    directory: Path
    """Holds `src` and `includes-api`."""
    prefix: str
    input_nbytes: tuple[int, ...]
    """Bytes of every model input, in order."""
    callbacks: bool = False
    """Whether it was made with `module.callbacks`: captures and counts per operator need it."""
    captures: tuple[Capture, ...] = ()
    arenas: tuple[Arena, ...] = ()
    """All regions to bind, when it was made with `memory.allocate_arenas: false`."""
    bound_inputs: tuple[bool, ...] = ()
    """Which inputs the application brings a buffer for (`memory.io: application`)."""
    bound_outputs: tuple[int, ...] = ()
    """Bytes of each output that it brings a buffer for, else 0."""
    hydrates: bool = False
    """Whether the application has constants copied after initialization, when it was made with
    `memory.auto_hydrate_constants: false`."""
    cmsis_nn: tuple[str, ...] = ()
    """The functions of Arm's CMSIS-NN that it calls."""

    @property
    def sources(self) -> tuple[Path, ...]:
        files = (self.directory / "src").iterdir()
        return tuple(sorted(f for f in files if f.suffix in (".c", ".S")))

    @property
    def includes(self) -> tuple[Path, ...]:
        return (self.directory / "includes-api", self.directory / "src")
