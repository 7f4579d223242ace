"""The plain record between the file format and the IR: one operator as it stands in the file."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from xdsl.ir import Region, SSAValue

from helia_aot.errors import UnsupportedModelError
from helia_aot.ir.types import Tensor

Graphs = Callable[[int, Sequence[SSAValue] | None], Region]
"""Makes the body of an operator of a subgraph of the file, by its index: on given values, or, for
None, on arguments of its own."""


def _no_graphs(index: int, values: Sequence[SSAValue] | None) -> Region:
    raise UnsupportedModelError([f"there is no subgraph {index}"])


class OperatorRecord(NamedTuple):
    """What an operator's `read` gets; it knows its own options and nothing of the file."""

    code: str
    inputs: Sequence[SSAValue | None]
    """None where the file leaves an optional input out."""
    output_types: Sequence[Tensor]
    options: Any
    """The generated options object of the schema, None where the file has none."""
    graphs: Graphs = _no_graphs

    def input(self, index: int) -> SSAValue:
        """An input that must be there."""
        value = self.optional(index)
        if value is None:
            raise UnsupportedModelError([f"input {index} is missing"])
        return value

    def optional(self, index: int) -> SSAValue | None:
        return self.inputs[index] if index < len(self.inputs) else None

    def output(self, index: int = 0) -> Tensor:
        if index >= len(self.output_types):
            raise UnsupportedModelError([f"output {index} is missing"])
        return self.output_types[index]

    def option(self, name: str, default: Any) -> Any:
        """An option by its schema name; `default` where the file has no options table."""
        return default if self.options is None else getattr(self.options, name)
