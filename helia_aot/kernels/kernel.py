"""What the compiler says about a kernel: its descriptor record, one call of it.

The C of a kernel and the Python that fills its descriptor meet in these records and nowhere else:
the struct in `<prefix>_kernels.h`, the shared helper in `<prefix>_kernels.c` and the descriptor in
`<prefix>_model.c` are all printed from a `Record`.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.fields import Value
from helia_aot.ir.helper import CtxBufUsage, KernelHelper


class Role(StrEnum):
    """What a tensor is to the kernel that is handed it."""

    INPUT = "input"
    OUTPUT = "output"
    CONSTANT = "constant"
    SCRATCH = "scratch"


class Field(NamedTuple):
    """One member of a descriptor: a tensor when it has a role, else a number or a short array."""

    name: str
    ctype: str
    """C element type of the tensor or of the number (`int8_t`, `uint16_t`, `float`)."""
    role: Role | None = None
    length: int = 1
    """Elements of a number field; above 1 it is an array member."""
    variadic: bool = False
    """An input of any number of tensors; the kernel resolves them itself."""


Reach = Callable[[Mapping[str, Value]], Mapping[str, int]]
"""From the numbers of a descriptor, by input field, how far the output may run into that input once
it is dead: the distance of `helia_aot.ir.overlap`. A field that is not named shares no byte."""


def apart(numbers: Mapping[str, Value]) -> Mapping[str, int]:
    """Of kernels whose output never shares a byte with an input."""
    return {}


class Record(NamedTuple):
    """The layout of a descriptor: its tensors in the order the kernel takes them, its numbers."""

    kind: str
    fields: tuple[Field, ...]
    reach: Reach = apart
    """What holds for all bodies of all bundled kernels with this descriptor, on every core."""
    rows: bool = False
    """Whether a call makes some rows of the output, which it is told behind the descriptor."""

    @property
    def tensors(self) -> tuple[Field, ...]:
        return tuple(f for f in self.fields if f.role is not None)

    @property
    def numbers(self) -> tuple[Field, ...]:
        return tuple(f for f in self.fields if f.role is None)


Array = NDArray[np.generic]
Number = int | float | tuple[int, ...]


class KernelCall(NamedTuple):
    """One node of the program, as an operator lowers itself: everything that emission needs."""

    helper: KernelHelper
    numbers: Mapping[str, Number]
    """The number fields of the record, by name."""
    inputs: Sequence[int] = (0,)
    """The operands of the operator that fill the record's INPUT fields, in their order."""
    constants: Mapping[str, "int | Array | None"] = {}
    """The CONSTANT fields by name: an operand number, an array made at compile time, or absent.
    With a packing: what the packing needs, by the packing's own names."""
    states: Sequence[int] = ()
    """The operands that are variables and are written: they fill the record's OUTPUT fields, behind
    the results of the operator."""
    packing: str | None = None
    """Name of the packing that makes the CONSTANT fields from `constants`."""
    scratch: int = 0
    """Bytes of the SCRATCH field."""
    ctx_buf: CtxBufUsage = CtxBufUsage.NO_CTX
    """What the chosen kernel does with its buffer here: never CONDITIONAL."""
    why: str = ""
    """Why this kernel was chosen, for the report."""
