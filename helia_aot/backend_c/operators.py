"""One operator of a module as the C knows it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helia_aot.backend_c.tensors import Tensor
from helia_aot.ir.helper import KernelHelper


class RowCall(NamedTuple):
    """A call in a loop over rows: which it is, and when it makes which of its rows."""

    operator: "Operator"
    height: int
    lead: int
    pace: int


class Operator(NamedTuple):
    """One node of the schedule."""

    layer_index: int
    kind: str
    id: str
    """`conv_2d_0`: its descriptor and functions are named from it."""
    source_indices: tuple[int, ...]
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]
    helper: KernelHelper | None = None
    """None for an operator that moves no byte, and for control flow."""
    fields: Mapping[str, Tensor | None] = {}
    """The tensor fields of the descriptor; None where absent."""
    variadic: Mapping[str, Sequence[Tensor]] = {}
    numbers: Mapping[str, object] = {}
    locals: tuple[Tensor, ...] = ()
    macs: int | None = None
    parameters: int | None = None
    why: str = "a view of its input"
    control: bool = False
    """Whether it runs other operators: its outputs are complete once these have run."""
    nested: bool = False
    """Whether it stands in a block of another one: then its source indices are those in the
    subgraph that the block was."""
    rows: tuple[RowCall, ...] = ()
    """Of a loop over rows its calls, which are operators themselves."""
    steps: int = 0
    """How often it runs them."""
    in_rows: bool = False
    """Whether it runs in such a loop, and not by itself."""

    @property
    def runs(self) -> bool:
        """Whether it is a function by itself."""
        return bool(self.rows) or (self.helper is not None and not self.in_rows)
