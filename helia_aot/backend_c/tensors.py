"""One tensor of a module as the C knows it."""

from dataclasses import dataclass
from math import prod

from helia_aot.ir.program import Placement
from helia_aot.ir.types import C_TYPES, Array, QuantAttr, stored, stored_bytes

NO_REF = 0xFFFFFFFF
REGION_SHIFT = 28


@dataclass(eq=False, repr=False)
class Tensor:
    """One tensor of the module."""

    index: int
    """Its number in the tensor enumeration."""
    id: str
    """Its identifier: unique, C-safe, without the prefix."""
    name: str
    """The model's name; empty when there is none."""
    shape: tuple[int, ...]
    dtype: str
    quant: QuantAttr | None
    placement: Placement
    array: Array | None
    """The values of a constant."""
    scratch: bool = False
    """Whether it is a kernel's own scratch and no tensor of the model."""

    @property
    def ctype(self) -> str:
        return C_TYPES[self.dtype]

    @property
    def elements(self) -> int:
        return prod(self.shape)

    @property
    def members(self) -> int:
        """Elements of the C type that it is."""
        return self.nbytes if self.dtype == "int4" else self.elements

    @property
    def nbytes(self) -> int:
        return stored_bytes(self.elements, self.dtype)

    @property
    def little_endian(self) -> bytes:
        """The bytes of a constant as every target of this compiler reads them."""
        return self.stored.astype(self.stored.dtype.newbyteorder("<")).tobytes()

    @property
    def stored(self) -> Array:
        """The values of a constant as the C holds them."""
        assert self.array is not None, "only a constant has bytes"
        return stored(self.array, self.dtype)

    @property
    def reference(self) -> str:
        """The `ref_t` that finds it at run time."""
        p = self.placement
        ref = NO_REF if p.region < 0 else p.region << REGION_SHIFT | p.offset
        return f"UINT32_C(0x{ref:08x})"
