"""FULLY_CONNECTED int8 of the toy: weights by columns, a column of sums as scratch.

The kernel is `runtime/helia_fully_connected_s8_toy.c`, beside this file.
"""

from collections.abc import Mapping

import numpy as np

from helia_aot.ir.fields import Value
from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.types import Array
from helia_aot.kernels.accelerated import Constants
from helia_aot.kernels.kernel import Field, KernelCall, Record, Role
from helia_aot.kernels.kinds import Kind, own_kernel
from helia_aot.kernels.layer import Layer

HELPER = own_kernel("fully_connected_s8_toy")

_SIZES = ("batches", "depth", "units", "input_offset", "output_offset", "act_min", "act_max")

RECORD = Record(
    "fully_connected_s8_toy",
    (
        Field("input", "int8_t", Role.INPUT),
        Field("columns", "int8_t", Role.CONSTANT),
        Field("bias", "int32_t", Role.CONSTANT),
        Field("multipliers", "int32_t", Role.CONSTANT),
        Field("shifts", "int32_t", Role.CONSTANT),
        Field("output", "int8_t", Role.OUTPUT),
        Field("scratch", "int32_t", Role.SCRATCH),
        *(Field(name, "int32_t") for name in _SIZES),
    ),
)


class Columns:
    """Weights as depth x units."""

    name = "columns_s8_toy"

    def pack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        rest = {k: v for k, v in constants.items() if k != "weights"}
        return {"columns": np.ascontiguousarray(constants["weights"].T), **rest}

    def unpack(
        self, constants: Mapping[str, Array], numbers: Mapping[str, Value]
    ) -> dict[str, Array]:
        rest = {k: v for k, v in constants.items() if k != "columns"}
        return {"weights": np.ascontiguousarray(constants["columns"].T), **rest}


def scratch(numbers: Mapping[str, int]) -> int:
    return 4 * numbers["units"]


KINDS = (Kind(RECORD, (Columns(),), scratch),)


def call(rows: int, layer: Layer, constants: Constants) -> KernelCall:
    units, depth = layer.weights.shape
    clamp = {"act_min": layer.low, "act_max": layer.high}
    offsets = {"input_offset": -layer.input_zero, "output_offset": layer.output_zero}
    numbers = {"batches": rows, "depth": depth, "units": units, **offsets, **clamp}
    return KernelCall(
        HELPER,
        numbers,
        constants=constants,
        packing=Columns.name,
        scratch=scratch(numbers),
        ctx_buf=CtxBufUsage.REQUIRED,
        why="the toy multiplies by columns",
    )
