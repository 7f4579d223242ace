"""Which tensor of a module is which of its model. Knows provenance, and no operator.

A module's operator says which operators of the file it stands for. Its outputs are those of the
last of them, unless a rewrite made something else of them; then the name or the type differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from helia_aot.verify.result import Producer, Uncompared
from helia_aot.verify.subject import Subject, numpy_type

if TYPE_CHECKING:
    from helia_aot.backend_c.program import Operator, Program
    from helia_aot.backend_c.program import Tensor as ModuleTensor
    from helia_aot.frontend.litert.records import Tensor


@dataclass(frozen=True)
class Match:
    """A tensor that module and model both have."""

    index: int
    """In the model's graph."""
    operator: Operator
    """Of the module: writes it."""
    tensor: ModuleTensor
    """Of the module."""

    @property
    def producer(self) -> Producer:
        return producer(self.operator)


def producer(operator: Operator) -> Producer:
    return Producer(operator.layer_index, operator.kind, operator.source_indices)


def matches(program: Program, subject: Subject) -> tuple[Match, ...]:
    """The tensors both have, in order of execution; each of the model's at most once."""
    found: dict[int, Match] = {}
    for operator in (o for o in _own(program) if not o.control):
        for position, tensor in enumerate(operator.outputs):
            index = _index(subject, operator, position, tensor)
            if index is not None and tensor.placement.region >= 0:
                # Where a rewrite made several operators of one, the last writes its result.
                found.pop(index, None)
                found[index] = Match(index, operator, tensor)
    return tuple(found.values())


def _own(program: Program) -> Iterator[Operator]:
    """The operators that are those of the model's own graph, and not of what it runs in a block."""
    return (o for o in program.operators if not o.nested)


def uncompared(
    program: Program, subject: Subject, matched: Sequence[Match]
) -> tuple[Uncompared, ...]:
    """Every tensor that an operator of the model writes and that is in no match, and why."""
    known = {m.index for m in matched}
    kept = {i for o in _own(program) for i in o.source_indices}
    return tuple(
        _uncompared(program, subject, index, operator.position in kept)
        for operator in subject.graph.operators
        for index in operator.outputs
        if index not in known
    )


def _uncompared(program: Program, subject: Subject, index: int, kept: bool) -> Uncompared:
    tensor = subject.graph.tensors[index]
    dtype = numpy_type(tensor)
    name = tensor.name or f"tensor_{index}"
    if dtype is None:
        return Uncompared(index, name, "not an array")
    if 0 in tensor.shape:
        return Uncompared(index, name, "no elements")
    computed = (t for o in _own(program) if o.control for t in o.outputs)
    if tensor.name and any(t.name == tensor.name for t in computed):
        return Uncompared(index, name, "control flow")
    if not kept:
        return Uncompared(index, name, "folded")
    named = [t for o in program.operators for t in o.outputs if t.name and t.name == tensor.name]
    alike = [t for t in named if t.shape == tensor.shape and t.dtype == dtype.name]
    return Uncompared(index, name, "requantized" if alike else "fused")


def _index(subject: Subject, operator: Operator, position: int, tensor: ModuleTensor) -> int | None:
    """The model's tensor that an output of a module's operator is."""
    for index in _candidates(subject, operator, position):
        if _same(subject.graph.tensors[index], tensor):
            return index
    return None


def _candidates(subject: Subject, operator: Operator, position: int) -> Iterator[int]:
    """First the output at the same position of the last source, then those of the other sources
    with names that can tell."""
    operators = subject.graph.operators
    sources = [operators[i].outputs for i in operator.source_indices if i < len(operators)]
    if not sources:
        return
    if position < len(sources[-1]):
        yield sources[-1][position]
    for outputs in reversed(sources):
        yield from (i for i in outputs if subject.graph.tensors[i].name)


def _same(model: Tensor, module: ModuleTensor) -> bool:
    """Whether the values mean the same: type, size, quantization, and name where both have one."""
    dtype = numpy_type(model)
    if dtype is None or dtype.name != module.dtype or _elements(model) != module.elements:
        return False
    if model.name and module.name and model.name != module.name:
        return False
    if model.quantization is None or module.quant is None:
        return (model.quantization is None) == (module.quant is None)
    return (
        len(model.quantization.scale) == len(module.quant.scales) == 1
        and float(model.quantization.scale[0]) == module.quant.scale
        and _zero_point(model) == module.quant.zero_point
    )


def _elements(tensor: Tensor) -> int:
    count = 1
    for dimension in tensor.shape:
        count *= dimension
    return count


def _zero_point(tensor: Tensor) -> int:
    quantization = tensor.quantization
    return int(quantization.zero_point[0]) if quantization and len(quantization.zero_point) else 0
