"""FULLY_CONNECTED int8 for MVE: when, with which numbers, weight stream and scratch.

The kernel is `runtime/cmsis/fully_connected/helia_fully_connected_s8_mve.c`, which takes a row at a
time; of more rows two share the loads of weights in the convolution of `mve_conv`. Knows arrays,
and no operator.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helia_aot.ir.fields import Value
from helia_aot.ir.helper import CtxBufUsage, KernelHelper
from helia_aot.ir.types import Array
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role
from helia_aot.kernels.kinds import Kind, integers, own_kernel
from helia_aot.kernels.layer import Bytes
from helia_aot.kernels.mve.blocks import (
    ANY,
    BLOCK,
    FORM_NAMES,
    LANES,
    RIGHT,
    Requant,
    folded_bias,
    unfolded_bias,
    wrap,
)

HELPER = own_kernel("fully_connected_s8_mve")
FEW = own_kernel("fully_connected_s8_mve_few", HELPER.struct_kind)
"""For fewer units than a group has."""

RECORD = Record(
    "fully_connected_s8_mve",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("weights", "int8_t", Role.CONSTANT),
        Field("params", "int32_t", Role.CONSTANT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("scratch", "int8_t", Role.SCRATCH),
        *(Field(name, "uint16_t") for name in ("batches", "inputs", "depth", "outputs")),
        *(Field(name, "int16_t") for name in ("input_zero", "output_offset", "act_min", "act_max")),
        Field("padded_at", "uint16_t"),
        *(Field(name, "uint16_t") for name in ("kernel_h", "kernel_w")),
        Field("form", "uint8_t"),
        Field("per_channel", "uint8_t"),
        Field("single", "uint8_t"),
    ),
)

MOST_OCTETS = 32
"""Octets of channels whose accumulators stand side by side."""
_CHUNK = 16
_PANEL = 8 * _CHUNK
"""Bytes of depth that all octets of a pass take before the next."""


class FullyConnectedShape(NamedTuple):
    """Rows of `inputs` bytes to rows of `outputs`."""

    batches: int
    inputs: int
    outputs: int
    kernel: tuple[int, int] = (1, 1)
    """Of a convolution whose only window is all of the input."""

    @property
    def depth(self) -> int:
        return self.inputs + -self.inputs % 16

    @property
    def padded_at(self) -> int:
        """Where the padded row begins in the scratch, behind the accumulators."""
        return 32 * max(1, min(MOST_OCTETS, self.outputs // BLOCK))

    @property
    def single(self) -> bool:
        """Whether one pass over octets is all there is to do."""
        octets, tail = divmod(self.outputs, BLOCK)
        return self.batches == 1 and self.depth == self.inputs and tail == 0 < octets <= MOST_OCTETS

    def scratch(self) -> int:
        return self.padded_at + (self.depth if self.depth != self.inputs else 0)


def _octets(outputs: int) -> Iterator[int]:
    """How many octets are computed together, one call after the other."""
    left = outputs // BLOCK
    while left > 0:
        n = min(left, MOST_OCTETS)
        yield n
        left -= n


def order(outputs: int) -> NDArray[np.intp]:
    """The channel of every row of weights: even and odd ones of a pass, then the rest as it is."""
    parts = [np.zeros(0, np.intp)]
    first = 0
    for n in _octets(outputs):
        channels = first + np.arange(n * BLOCK).reshape(n, BLOCK)[:, LANES]
        parts.append(channels.reshape(n, 2, 4).transpose(1, 0, 2).ravel())
        first += n * BLOCK
    return np.concatenate([*parts, np.arange(first, outputs)])


def _stream(outputs: int, depth: int) -> NDArray[np.intp]:
    """Where every byte of the weights stands in the rows, which are in the order of `order`.

    Octets of a pass by panels of depth, of which the first may be narrower; other rows as they are.
    """
    rows = np.arange(outputs * depth).reshape(outputs, depth)
    parts: list[NDArray[np.intp]] = []
    first = 0
    for n in _octets(outputs):
        octets = rows[first : first + n * BLOCK].reshape(n, BLOCK, -1, _CHUNK).swapaxes(1, 2)
        ends = range((depth - 1) % _PANEL + 1, depth + 1, _PANEL)
        panels = [octets[:, max(0, e - _PANEL) // _CHUNK : e // _CHUNK].ravel() for e in ends]
        parts += panels
        first += n * BLOCK
    return np.concatenate([*parts, rows[first:].ravel()])


def helper(shape: FullyConnectedShape) -> KernelHelper:
    return HELPER if shape.outputs >= BLOCK else FEW


def scratch(numbers: Mapping[str, int]) -> int:
    """Bytes that the kernel uses."""
    shape = FullyConnectedShape(numbers["batches"], numbers["inputs"], numbers["outputs"])
    return shape.scratch()


def accepts(shape: FullyConnectedShape) -> bool:
    """Whether every number fits the record: the kernel itself takes any shape."""
    return all(
        0 < n < 1 << 16
        for n in (shape.batches, shape.depth, shape.outputs, shape.scratch(), shape.padded_at)
    )


def per_channel(requant: Requant) -> bool:
    same = [bool(np.all(a == a[0])) for a in (requant.multipliers, requant.shifts)]
    return not all(same)


def _form(requant: Requant) -> int:
    """ANY, or what there is for channels that share multiplier and shift.

    Form RIGHT takes the sign of the sum, which shows where the multiplier is 0.
    """
    if per_channel(requant):
        return ANY
    right = requant.multipliers[0] != 0 and requant.shifts[0] < 0
    return requant.line or (RIGHT if right else ANY)


def numbers(shape: FullyConnectedShape, requant: Requant) -> dict[str, int]:
    """The number fields of the record."""
    return requant.numbers() | {
        "form": _form(requant),
        "batches": shape.batches,
        "inputs": shape.inputs,
        "depth": shape.depth,
        "outputs": shape.outputs,
        "kernel_h": shape.kernel[0],
        "kernel_w": shape.kernel[1],
        "padded_at": shape.padded_at,
        "per_channel": int(per_channel(requant)),
        "single": int(shape.single),
    }


def pack(shape: FullyConnectedShape, weights: Bytes, requant: Requant) -> dict[str, Array]:
    """The CONSTANT fields; weights are outputs x inputs."""
    at = order(shape.outputs)
    full = np.zeros((shape.outputs, shape.depth), np.int8)
    full[:, : shape.inputs] = weights[at]
    return {
        "weights": full.ravel()[_stream(shape.outputs, shape.depth)],
        "params": np.concatenate([wrap(folded_bias(weights, requant)[at]), _quant(requant)]),
    }


def _quant(requant: Requant) -> Array:
    """Multipliers and shifts of eight lanes, once or per octet."""
    rows = np.stack([requant.multipliers, requant.shifts])
    if not per_channel(requant):
        return wrap(np.repeat(rows[:, :1], BLOCK, 1).ravel())
    padded = np.pad(rows, ((0, 0), (0, -rows.shape[1] % BLOCK)))
    return wrap(padded.reshape(2, -1, BLOCK)[:, :, LANES].transpose(1, 0, 2).ravel())


def unpack(constants: Mapping[str, Array], numbers: Mapping[str, Value]) -> dict[str, Array]:
    """The inverse of `pack`: weights, bias, multipliers and shifts per channel."""
    n = integers(numbers)
    outputs, depth, at = n["outputs"], n["depth"], order(n["outputs"])
    rows = np.zeros(outputs * depth, np.int8)
    rows[_stream(outputs, depth)] = constants["weights"].astype(np.int8)
    rows = rows.reshape(outputs, depth)
    weights, bias = np.zeros_like(rows), np.zeros(outputs, np.int64)
    params = constants["params"].astype(np.int64)
    weights[at], bias[at] = rows, params[:outputs]
    weights = np.ascontiguousarray(weights[:, : n["inputs"]])
    lanes = params[outputs:].reshape(-1, 2, BLOCK).transpose(1, 0, 2)
    quant = np.zeros_like(lanes)
    quant[:, :, LANES] = lanes
    channels = quant.reshape(2, -1)[:, np.arange(outputs) if n["per_channel"] else [0] * outputs]
    bias = unfolded_bias(weights, bias, n["input_zero"])
    return {"weights": weights, **Requant(bias, channels[0], channels[1], 0, 0).constants()}


class FullyConnectedPacking:
    """Weights are units x depth."""

    name = "fully_connected_s8_mve"

    def pack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        n = integers(numbers)
        shape = FullyConnectedShape(n["batches"], n["inputs"], n["outputs"])
        rows = constants["weights"].astype(np.int8).reshape(shape.outputs, shape.inputs)
        return pack(shape, rows, Requant.stored(constants, numbers))

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        return unpack(constants, numbers)


class FilterRowsPacking(FullyConnectedPacking):
    """A convolution whose only window is all of the input: weights are units x h x w x channels."""

    name = "filter_rows_s8_mve"

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        found, n = super().unpack(constants, numbers), integers(numbers)
        kernel = (n["kernel_h"], n["kernel_w"], n["inputs"] // (n["kernel_h"] * n["kernel_w"]))
        return found | {"weights": found["weights"].reshape(-1, *kernel)}


KINDS = (Kind(RECORD, (FilterRowsPacking(), FullyConnectedPacking()), scratch),)


def fully_connected(
    shape: FullyConnectedShape,
    requant: Requant,
    constants: Mapping[str, int | Array],
    packing: type[FullyConnectedPacking] = FullyConnectedPacking,
) -> KernelCall | None:
    """The call, or None where a number does not fit; constants as the packing takes them."""
    if not accepts(shape):
        return None
    units, form = min(shape.outputs, BLOCK), FORM_NAMES[_form(requant)]
    return KernelCall(
        helper(shape),
        numbers(shape, requant),
        constants=constants,
        packing=packing.name,
        scratch=shape.scratch(),
        ctx_buf=CtxBufUsage.REQUIRED,
        why=f"{units} units at a time, requantized by {form}",
    )
