"""Movement of bytes: the kernels that operators on tensors of any element type share.

An operator that only picks and repeats elements says so with NumPy: its output is a view of its
input, with a stride per axis. The kernel walks the same strides. Knows no operator.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from math import prod
from typing import ClassVar, NamedTuple

import numpy as np
from xdsl.ir import SSAValue

from helia_aot.ir.constants import constant
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.operator import AotOperator, rule
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, dtype, encoding, nbytes, shape, tensor, tensor_type
from helia_aot.kernels.broadcast import MAX_RANK
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role

COPY = KernelHelper("copy_bytes", "copy_bytes", "copy_bytes", "uint8_t", "")
COPY_RECORD = Record(
    "copy_bytes",
    (
        Field("input", "uint8_t", Role.INPUT),
        Field("output", "uint8_t", Role.OUTPUT),
        Field("size", "uint32_t"),
    ),
)

CONCATENATION = KernelHelper(
    "concatenation_bytes", "concatenation_bytes", "concatenation_bytes", "uint8_t", ""
)
CONCATENATION_RECORD = Record(
    "concatenation_bytes",
    (
        Field("inputs", "uint8_t", Role.INPUT, variadic=True),
        Field("row_bytes", "uint32_t", Role.CONSTANT),
        Field("output", "uint8_t", Role.OUTPUT),
        Field("rows", "int32_t"),
    ),
)

STRIDED = KernelHelper(
    "copy_strided_bytes", "copy_strided_bytes", "copy_strided_bytes", "uint8_t", ""
)
STRIDED_RECORD = Record(
    "copy_strided_bytes",
    (
        Field("input", "uint8_t", Role.INPUT),
        Field("output", "uint8_t", Role.OUTPUT),
        Field("first", "int32_t"),
        Field("run", "int32_t"),
        Field("rows", "int32_t"),
        Field("sizes", "int32_t", length=MAX_RANK),
        Field("strides", "int32_t", length=MAX_RANK),
    ),
)


def copy_call(output: SSAValue) -> KernelCall:
    """The bytes of operand 0, elsewhere."""
    size = nbytes(tensor_type(output))
    return KernelCall(COPY, {"size": size}, why="bytes that cannot be shared")


def concatenation_call(inputs: Sequence[SSAValue], rows: int) -> KernelCall:
    """All operands as so many rows each; a row of the output is a row of every one that has any
    elements."""
    sizes = [nbytes(tensor_type(v)) // max(1, rows) for v in inputs]
    filled = tuple(i for i, size in enumerate(sizes) if size) or (0,)
    return KernelCall(
        CONCATENATION,
        {"rows": rows if any(sizes) else 0},
        inputs=filled,
        constants={"row_bytes": np.array([sizes[i] for i in filled], np.uint32)},
        why=f"rows of {sum(sizes)} bytes",
    )


class Walk(NamedTuple):
    """How a tensor is read: runs of bytes, by nested loops, the innermost last."""

    first: int
    """Byte of the input where the first run starts."""
    run: int
    """Bytes that lie side by side in input and output."""
    loops: tuple[tuple[int, int], ...]
    """Iterations, and the bytes of the input from one to the next."""


def walk(source: Array, view: Array) -> Walk:
    """How `view`, which is a view of `source`, is read in the order of its elements."""
    first = view.__array_interface__["data"][0] - source.__array_interface__["data"][0]
    axes = [(n, s) for n, s in zip(view.shape, view.strides, strict=True) if n != 1]
    merged: list[tuple[int, int]] = []
    for size, stride in axes:
        if merged and merged[-1][1] == stride * size:
            merged[-1] = merged[-1][0] * size, stride
        else:
            merged.append((size, stride))
    run = view.itemsize
    if merged and merged[-1][1] == run:
        run *= merged.pop()[0]
    return Walk(first, run, tuple(merged))


class StridedOperator(AotOperator):
    """Undecorated base of the operators whose output is a strided view of one operand."""

    RECORDS: ClassVar = (STRIDED_RECORD,)
    SOURCE: ClassVar[int] = 0
    """The operand that is viewed."""

    @abstractmethod
    def view(self, *operands: Array | None) -> Array | None:
        """The output as a view of the source; None while another operand is not known."""

    @rule(f"moving the elements takes at most {MAX_RANK} loops", lowered=True)
    def _loops(self) -> str | None:
        if self.view(*self._known()) is None:
            return None
        count = len(self.path().loops)
        return None if count <= MAX_RANK else f"output is {shape(self.results[0])}: {count} loops"

    def infer(self) -> Sequence[Tensor]:
        output = self.results[0]
        view = self.view(*self._known())
        dims = shape(output) if view is None else view.shape
        return (tensor(dims, dtype(self.operands[self.SOURCE]), encoding(output)),)

    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        view = self.view(*inputs)
        assert view is not None, "an operator is evaluated on all of its operands"
        return (np.ascontiguousarray(view).reshape(view.shape),)

    def path(self) -> Walk:
        known = self._known()
        source, view = known[self.SOURCE], self.view(*known)
        assert source is not None
        assert view is not None, "earlier rules hold"
        return walk(source, view)

    def _known(self) -> list[Array | None]:
        """The operands as far as they are known; for the source an array that nobody reads."""
        known = [constant(v) for v in self.operands]
        source = self.operands[self.SOURCE]
        known[self.SOURCE] = np.empty(shape(source), dtype(source))
        return known

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        path = self.path()
        loops = ((1, 0),) * (MAX_RANK - len(path.loops)) + path.loops
        sizes, strides = (tuple(axis[i] for axis in loops) for i in (0, 1))
        empty = prod(shape(self.results[0])) == 0
        numbers = {
            "first": path.first,
            "run": path.run,
            "rows": 0 if empty else prod(sizes[:-1]),
            "sizes": sizes,
            "strides": strides,
        }
        why = f"runs of {path.run} bytes in {len(path.loops)} loops"
        yield KernelCall(STRIDED, numbers, inputs=(self.SOURCE,), why=why)
