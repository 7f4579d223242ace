"""Kernels of a whole layer as kernels of some of its rows; the proof that a loop over them works.

The row form of a kernel is an instance of the same source (`HELIA_ROWS`): the descriptor is that of
the layer with the heights of both rings behind it, and which rows a call makes it is told at run
time. Knows the numbers of windows, and no operator.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from xdsl.ir import SSAValue

from helia_aot.ir import aot
from helia_aot.ir.aot_nested import terminator
from helia_aot.ir.fields import Value
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.provenance import where
from helia_aot.ir.rows import Rows
from helia_aot.ir.types import shape
from helia_aot.kernels.kernel import Field, Record
from helia_aot.kernels.kinds import integers

ROW_FIELDS = (Field("input_rows", "int32_t"), Field("output_rows", "int32_t"))
"""How many rows the rings of input and output hold: their heights, where they are whole."""


def rows_record(record: Record) -> Record:
    """The descriptor of the row form of a kernel over windows."""
    return Record(f"{record.kind}_rows", (*record.fields, *ROW_FIELDS), rows=True)


def rows_helper(helper: KernelHelper) -> KernelHelper:
    """The row form of a kernel."""
    h = helper
    kind, name = f"{h.struct_kind}_rows", f"{h.helper_name}_rows"
    return KernelHelper(f"{h.key}_rows", kind, name, h.ctype, "")


def rows_numbers(numbers: Mapping[str, Value], input: int, output: int) -> dict[str, Value]:
    """The numbers of the row form of a call, with the heights of both rings."""
    return {**numbers, "input_rows": input, "output_rows": output}


class _Layer(NamedTuple):
    """One call of a loop, as its numbers describe it."""

    call: aot.KernelOp
    rows: Rows
    numbers: Mapping[str, int]

    @property
    def height(self) -> int:
        return self.numbers["output_h"]

    def made(self, step: int) -> int:
        return self.rows.made(step, self.height)

    def reads(self, row: int) -> tuple[int, int]:
        """The rows of the input that a row of the output is made from: first and end."""
        n = self.numbers
        first = row * n["stride_h"] - n["pad_h"]
        taps = range(first, first + n["kernel_h"] * (d := n.get("dilation_h", 1)), d)
        inside = [tap for tap in taps if 0 <= tap < n["input_h"]]
        return (inside[0], inside[-1] + 1) if inside else (0, 0)


def mistakes(loop: aot.RowsOp) -> Iterator[str]:
    """Why a loop over rows does not compute what its calls do as whole layers, in words."""
    layers: dict[SSAValue, _Layer] = {}
    for call in loop.calls:
        assert isinstance(call, aot.KernelOp), "only calls stand in a loop over rows"
        assert call.rows is not None, "they make rows"
        layer = _Layer(call, call.rows.data, integers(dict(call.numbers.data)))
        found = [*_unfit(layer, layers)]
        found = found or [*_misread(layer, layers.get(call.inputs[0]), loop.steps.value.data)]
        if found:
            yield f"{where(call)}: {found[0]}"
            return
        layers[call.outputs[0]] = layer
    last = loop.steps.value.data - 1
    for value in terminator(loop.body.block).values:
        layer = layers[value]
        if layer.made(last) < layer.height or shape(value)[1] != layer.height:
            yield (
                f"{where(layer.call)}: {layer.made(last)} of {layer.height} rows are made, in a"
                f" tensor of {shape(value)[1]}: not the whole output"
            )


def _unfit(layer: _Layer, before: Mapping[SSAValue, _Layer]) -> Iterator[str]:
    """What the numbers of a call say that its tensors do not."""
    n, call = layer.numbers, layer.call
    if missing := {"output_h", "input_h", "stride_h", "pad_h", "kernel_h"} - n.keys():
        yield f"has no number {min(missing)}, so it slides no window"
        return
    if len(call.inputs) != 1:
        yield f"has {len(call.inputs)} inputs, should have one"
        return
    if n.get("batches", 1) != 1:
        yield f"computes {n['batches']} images, rows are of one"
    source = before.get(call.inputs[0])
    if source is not None and source.height != n["input_h"]:
        yield f"reads {n['input_h']} rows of a layer that makes {source.height}"
    for name, value in (("input", call.inputs[0]), ("output", call.outputs[0])):
        held, height = n.get(f"{name}_rows"), n[f"{name}_h"]
        if shape(value)[1:2] != (held,) or not 1 <= shape(value)[1] <= height:
            yield f"{name}_rows is {held} of {height}, the {name} has shape {shape(value)}"
    if source is None and shape(call.inputs[0])[1] != n["input_h"]:
        yield f"reads {n['input_h']} rows of a tensor of {shape(call.inputs[0])[1]}"


def _misread(layer: _Layer, source: _Layer | None, steps: int) -> Iterator[str]:
    """The first row that a call reads before it is made, or after it is overwritten."""
    if source is None:
        return
    held = layer.numbers["input_rows"]
    for step in range(steps):
        there = source.made(step)
        for row in range(layer.made(step - 1), layer.made(step)):
            first, end = layer.reads(row)
            if end > there:
                yield (
                    f"row {row} in step {step} reads rows {first} to {end - 1} of its input, of"
                    f" which {there} are made"
                )
                return
            if first < end and first < there - held:
                yield (
                    f"row {row} in step {step} reads row {first} of its input, of which the last"
                    f" {held} of {there} are held"
                )
                return
