"""What another operator of a kind that a model has already costs: its descriptor, and no code."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helia_aot import config
from helia_aot.backend_c.program import Program, read_program
from helia_aot.driver import compile_model
from helia_aot.ir import aot
from helia_aot.ir.ops import record_of
from helia_aot.kernels.kernel import Record
from helia_aot.platforms import platform
from helia_aot.verify.build import build
from helia_aot.verify.elf import ModuleSizes, module_sizes
from helia_aot.verify.emitted import constant_symbols, write_module
from tests.model_builder import ModelBuilder
from tests.tools import require_platform

Step = tuple[str, list[int], dict[str, Any], tuple[int, ...]]
"""Code, operands behind the first, options, shape of the output."""

IMAGE = (1, 4, 4, 4)
WINDOW: dict[str, Any] = {"stride_h": 1, "stride_w": 1}
POOL: dict[str, Any] = {**WINDOW, "filter_height": 2, "filter_width": 2}
POINTER, WORD, HALF = 4, 4, 2


def every_kind(m: ModelBuilder) -> list[Step]:
    """Weighted operators, pools, softmax, movement, an activation, a sum."""
    rng = np.random.default_rng(1)

    def weights(*shape: int) -> int:
        return m.constant(rng.integers(-9, 9, shape).astype(np.int8), scale=0.01)

    pads = m.constant(np.array([[0, 0], [0, 1], [0, 1], [0, 0]], np.int32))
    depthwise = {**WINDOW, "depth_multiplier": 1}
    return [
        ("CONV_2D", [weights(4, 3, 3, 4)], WINDOW, IMAGE),
        ("DEPTHWISE_CONV_2D", [weights(1, 3, 3, 4)], depthwise, IMAGE),
        ("FULLY_CONNECTED", [weights(4, 4)], {"keep_num_dims": True}, IMAGE),
        ("LOGISTIC", [], {}, IMAGE),
        ("AVERAGE_POOL_2D", [], POOL, IMAGE),
        ("ADD", [m.constant(np.full((1, 1, 1, 4), 3, np.int8), scale=0.01)], {}, IMAGE),
        ("PAD", [pads], {}, (1, 5, 5, 4)),
        ("SOFTMAX", [], {"beta": 1.0}, (1, 5, 5, 4)),
        ("MAX_POOL_2D", [], {**POOL, "padding": "VALID"}, IMAGE),
    ]


def model(count: int) -> bytes:
    """All of them `count` times one after the other, and as often two tensors joined."""
    m = ModelBuilder()
    narrow = m.constant(np.full((4, 1, 1, 8), 5, np.int8), scale=0.01)
    steps, x = every_kind(m), m.input(IMAGE, scale=1 / 256, zero_point=-128)
    for code, others, options, shape in steps * count:
        y = m.tensor(shape, scale=1 / 256, zero_point=-128)
        m.operator(code, [x, *others], [y], **options)
        x = y
    for _ in range(count):
        wide, y = (m.tensor((1, 4, 4, c), scale=1 / 256, zero_point=-128) for c in (8, 4))
        m.operator("CONCATENATION", [x, x], [wide], axis=3)
        m.operator("CONV_2D", [wide, narrow], [y], **WINDOW)
        x = y
    m.output(x)
    return m.build()


def test_each_step_is_a_node() -> None:
    """None is fused, folded or a view: what is measured is what was meant."""
    ran = [o.kind for o in read_program(compiled(3, "generic")).operators if o.helper]
    once = [code for code, *_ in every_kind(ModelBuilder())]
    assert ran == once * 3 + ["CONCATENATION", "CONV_2D"] * 3


def compiled(count: int, board: str) -> aot.ModuleOp:
    values = config.validate(
        {"module": {"prefix": "m", "names": False}, "target": {"platform": board}}
    )
    return compile_model(model(count), "model", values)


@pytest.mark.parametrize("board", ["mps2-an385", "mps2-an386", "mps3-an547"])
def test_equal_operators_cost_their_descriptors_only(board: str, tmp_path: Path) -> None:
    """Odd numbers of each: the output then lies at the same place, which initialization names."""
    require_platform(board, "gcc")
    modules = [compiled(count, board) for count in (1, 3, 5)]
    sizes = [measured(m, board, tmp_path / str(i)) for i, m in enumerate(modules)]
    assert len({s.text_bytes for s in sizes}) == 1, "code"
    assert {s.data_bytes for s in sizes} == {0}, "descriptors and schedule are constant"
    assert len({s.bss_bytes for s in sizes}) == 1, "memory"
    assert len({s.constant_bytes for s in sizes}) == 1, "weights and tables"
    first, second = (b.rodata_bytes - a.rodata_bytes for a, b in pairwise(sizes))
    assert first == second == 2 * descriptor_bytes(read_program(modules[0]))


def measured(module: aot.ModuleOp, board: str, work: Path) -> ModuleSizes:
    program = read_program(module)
    image = build(write_module(module, program, work / "module"), platform(board), work / "build")
    return module_sizes(image, constant_symbols(program))


def descriptor_bytes(program: Program) -> int:
    """What the nodes of a program take: a descriptor each, an entry of the schedule, and the
    lists of operands where there may be any number."""
    nodes = [o for o in program.operators if o.helper is not None]
    lists = sum(WORD * len(tensors) for o in nodes for tensors in o.variadic.values())
    own = sum(struct_bytes(record_of(o.helper.struct_kind)) for o in nodes if o.helper)
    return own + lists + 2 * POINTER * len(nodes)


def struct_bytes(record: Record) -> int:
    """The size of a descriptor in C: members at multiples of their size, the whole of words."""
    at = 0
    for f in (*record.tensors, *record.numbers):
        if f.role is None:
            size = np.dtype(f.ctype.removesuffix("_t").replace("float", "float32")).itemsize
            members = [size] * f.length
        else:
            members = [POINTER, HALF] if f.variadic else [WORD]
        for size in members:
            at = -(-at // size) * size + size
    return -(-at // WORD) * WORD
