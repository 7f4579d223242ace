"""Chains of layers, as whole layers and as a loop over rows, side by side in one program.

Knows how far ahead a layer has to be and how many rows a ring has to hold at least; no result.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.ir import Block, SSAValue
from xdsl.parser import Parser

from helia_aot.backend_c.target import single_module
from helia_aot.driver import ConvertArgs, passes, run_passes
from helia_aot.frontend.litert.graph import import_model
from helia_aot.ir import aot
from helia_aot.ir.padding import Padding
from helia_aot.ir.provenance import carry_provenance
from helia_aot.ir.rows import Rows
from helia_aot.ir.tfl import Tfl
from helia_aot.ir.types import encoding, shape, tensor
from helia_aot.kernels.kinds import integers, own_kernel
from helia_aot.kernels.rows import rows_helper, rows_numbers
from helia_aot.kernels.window import Window
from helia_aot.passes.lower_to_aot import LowerToAotPass
from helia_aot.passes.pack_weights import PackWeightsPass
from helia_aot.passes.plan_memory import PlanMemoryPass
from helia_aot.passes.share_kernels import ShareKernelsPass
from tests.unit.ops.layers import Layers


@dataclass(frozen=True)
class Layer:
    """A convolution to so many channels, or an average pool."""

    taps: tuple[int, int]
    strides: tuple[int, int] = (1, 1)
    padding: str = "SAME"
    channels: int = 0
    dilations: tuple[int, int] = (1, 1)
    groups: int = 1

    def window(self, height: int, width: int) -> Window:
        padding = Padding.SAME if self.padding == "SAME" else Padding.VALID
        return Window((height, width), self.taps, self.strides, padding, self.dilations)


@dataclass(frozen=True)
class Chain:
    """Layers one after another on an image, and how they run in rows."""

    image: tuple[int, int, int]
    layers: tuple[Layer, ...]
    at_once: int = 1
    """Rows of the last layer that a step makes."""
    more: int = 0
    """Rows of every ring beyond the least."""
    early: int = 0
    """Rows of every layer but the last that are made sooner than needed, as far as rings allow."""


def model(chains: Sequence[Chain]) -> bytes:
    """All chains side by side, each with an input and an output."""
    layers = Layers()
    for chain in chains:
        _add(layers, chain)
    return layers.build()


def _add(layers: Layers, chain: Chain) -> None:
    m, (height, width, channels) = layers.model, chain.image
    scale, zero = layers.scale(-4, -1), layers.zero_point()
    x = m.input((1, *chain.image), scale=scale, zero_point=zero)
    for layer in chain.layers:
        height, width = layer.window(height, width).output
        options: dict[str, Any] = {"padding": layer.padding}
        options |= {"stride_h": layer.strides[0], "stride_w": layer.strides[1]}
        if layer.channels:
            depth = channels // layer.groups
            weights = layers.int8((layer.channels, *layer.taps, depth))
            scales = np.array([layers.scale() for _ in range(layer.channels)])
            operands = [x, m.constant(weights, scale=scales, dimension=0)]
            operands += layers.bias("small", layer.channels, scale * scales)
            options["dilation_h_factor"], options["dilation_w_factor"] = layer.dilations
            spread = np.sqrt(float(np.prod(layer.taps)) * depth)
            scale = float(np.float32(scale * scales.mean() * spread * 40))
            zero, channels = layers.zero_point(), layer.channels
            x = m.tensor((1, height, width, channels), scale=scale, zero_point=zero)
            m.operator("CONV_2D", operands, [x], **options)
        else:
            options["filter_height"], options["filter_width"] = layer.taps
            y = m.tensor((1, height, width, channels), scale=scale, zero_point=zero)
            m.operator("AVERAGE_POOL_2D", [x], [y], **options)
            x = y
    m.output(x)


def lowered(data: bytes, **module: Any) -> aot.ModuleOp:
    """The program of a model with plain kernels, every layer a call."""
    args = ConvertArgs(model=data, module={"prefix": "m", **module})
    program = import_model(data, "test")
    steps = passes(args.config)
    last = next(i for i, step in enumerate(steps) if isinstance(step, LowerToAotPass))
    run_passes(program, steps[: last + 1], _silent)
    return single_module(program)


def finished(program: aot.ModuleOp) -> aot.ModuleOp:
    """Printed, parsed and planned."""
    context = Context()
    for dialect in (Builtin, Tfl, aot.Aot):
        context.load_dialect(dialect)
    text = str(program)
    parsed = Parser(context, text).parse_module()
    assert str(single_module(parsed)) == text
    run_passes(parsed, [PackWeightsPass(), ShareKernelsPass(), PlanMemoryPass()], _silent)
    return single_module(parsed)


def _silent(stage: str) -> None:
    del stage


def with_pools(program: aot.ModuleOp, kernel: str) -> None:
    """Another kernel with the numbers of the plain one for all average pools that it takes."""
    for call in list(program.block.ops):
        if not isinstance(call, aot.KernelOp) or call.kind.data != "AVERAGE_POOL_2D":
            continue
        if shape(call.outputs[0])[3] >= 16:
            call.helper = aot.HelperAttr(own_kernel(kernel))


def in_rows(program: aot.ModuleOp, chains: Sequence[Chain]) -> None:
    """Makes a loop over rows of every chain of a program."""
    calls = [op for op in program.block.ops if isinstance(op, aot.KernelOp)]
    for chain in chains:
        own, calls = calls[: len(chain.layers)], calls[len(chain.layers) :]
        _loop(own, chain)
    assert not calls


def _loop(calls: list[aot.KernelOp], chain: Chain) -> None:
    numbers = [integers(dict(call.numbers.data)) for call in calls]
    steps, rows, held = schedule(numbers, chain)
    block, last = Block(), calls[-1]
    value: SSAValue = calls[0].inputs[0]
    for i, call in enumerate(calls):
        ring = tensor((1, held[i], *shape(call.outputs[0])[2:]), "int8", encoding(call.outputs[0]))
        input_rows = held[i - 1] if i else numbers[i]["input_h"]
        assert call.helper is not None
        properties = {
            **{k: v for k, v in call.properties.items() if k in ("kind", "packing", "why")},
            "helper": aot.HelperAttr(rows_helper(call.helper.data)),
            "rows": aot.RowsAttr(rows[i]),
            "numbers": aot.NumbersAttr(
                tuple(rows_numbers(dict(call.numbers.data), input_rows, held[i]).items())
            ),
        }
        made = aot.KernelOp([value], call.constant_operands(), [ring], properties)
        carry_provenance([call], made)
        block.add_op(made)
        value = made.outputs[0]
    block.add_op(aot.YieldOp([value]))
    loop = aot.RowsOp(steps, [value.type], block)
    parent = last.parent_block()
    assert parent is not None
    parent.insert_op_before(loop, last)
    last.outputs[0].replace_all_uses_with(loop.outputs[0])
    for call in reversed(calls):
        call.detach()
        call.erase()


def schedule(numbers: Sequence[dict[str, int]], chain: Chain) -> tuple[int, list[Rows], list[int]]:
    """Steps, and of every layer its rows and the height of its ring: the least, and what the chain
    has beyond it."""
    height = numbers[-1]["output_h"]
    steps = -(-height // chain.at_once)
    rows, held = [Rows(chain.at_once, chain.at_once)], [height]
    for below, above in zip(reversed(numbers[:-1]), reversed(numbers[1:]), strict=True):
        source, consumer = below["output_h"], rows[0]
        spans = [_span(above, consumer, step, source) for step in range(steps)]
        pace = consumer.pace * above["stride_h"]
        needed = [(step, span) for step, span in enumerate(spans) if span]
        lead = max(end - pace * step for step, (_, end) in needed) + chain.early
        made = Rows(lead, pace)
        least = max(made.made(step, source) - first for step, (first, _) in needed)
        rows.insert(0, made)
        held.insert(0, min(source, least + chain.more))
    return steps, rows, held


def _span(n: dict[str, int], rows: Rows, step: int, source: int) -> tuple[int, int] | None:
    """The rows of its input that a layer reads in a step: first and end."""
    read: list[int] = []
    for row in range(rows.made(step - 1, n["output_h"]), rows.made(step, n["output_h"])):
        first = row * n["stride_h"] - n["pad_h"]
        taps = (first + k * n.get("dilation_h", 1) for k in range(n["kernel_h"]))
        read += [tap for tap in taps if 0 <= tap < source]
    return (min(read), max(read) + 1) if read else None
