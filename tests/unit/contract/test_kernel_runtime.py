"""Shared kernels: who runs through which, and that another one changes nothing for the others."""

from collections.abc import Sequence
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helia_aot import config
from helia_aot.backend_c import activation_runtime, kernel_runtime
from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.kernel_runtime import KernelHelper, runtime_files
from helia_aot.backend_c.program import read_program
from helia_aot.driver import compile_model
from helia_aot.ir import aot
from helia_aot.ir.operator import AotOperator
from helia_aot.ir.ops import record_of
from helia_aot.ir.target import Target
from helia_aot.platforms import platform
from helia_aot.verify.build import build
from helia_aot.verify.elf import module_sizes
from helia_aot.verify.emitted import constant_symbols, write_module
from tests.model_builder import ModelBuilder
from tests.paths import DIGITS
from tests.tools import require_platform
from tests.unit.ops.backends import main_of
from tests.unit.ops.layers import Layers

ADD = KernelHelper("add_s8", "add_s8", "add_s8", "int8_t", "arm_elementwise_add_s8")


class Using:
    """An operator as the runtime sees it."""

    def __init__(self, *helpers: KernelHelper):
        self.helpers = list(helpers)

    def shared_kernel_helpers(self) -> list[KernelHelper]:
        return self.helpers


def operators(data: bytes) -> list[AotOperator]:
    return [o for o in main_of(data).walk() if isinstance(o, AotOperator)]


def compiled(data: bytes, target: str = "generic") -> aot.ModuleOp:
    values = config.validate(
        {"module": {"prefix": "m", "names": False}, "target": {"platform": target}}
    )
    return compile_model(data, "model", values)


def dense(per_channel: bool = True) -> bytes:
    layers = Layers()
    layers.weighted("FULLY_CONNECTED", (1, 8), (4, 8), (1, 4), per_channel=per_channel)
    return layers.build()


def test_a_helper_is_a_value() -> None:
    assert replace(ADD) == ADD
    assert len({ADD, replace(ADD), replace(ADD, key="other")}) == 2
    with pytest.raises(FrozenInstanceError):
        ADD.key = "other"  # pyright: ignore[reportAttributeAccessIssue] # what is tested


def test_elementwise_families() -> None:
    assert kernel_runtime.elementwise_kernel_helper("add", np.dtype(np.int8)) == ADD
    mul = kernel_runtime.elementwise_kernel_helper("mul", np.dtype("int8"))
    assert mul is not None
    assert (mul.key, mul.ctype, mul.cmsis) == ("mul_s8", "int8_t", "arm_elementwise_mul_s8")


@pytest.mark.parametrize("family", ["add", "softmax", "no_such_family"])
def test_a_family_without_a_kernel_shares_none(family: str) -> None:
    assert kernel_runtime.elementwise_kernel_helper(family, np.dtype(np.float32)) is None


def test_fully_connected_per_channel() -> None:
    helper = kernel_runtime.fully_connected_kernel_helper()
    assert helper.cmsis == "arm_fully_connected_per_channel_s8"
    assert helper.ctype == "int8_t"


@pytest.mark.parametrize("provider", ["bundled", "cmsis-nn"])
def test_the_plain_signatures_are_what_operators_run_through(provider: str) -> None:
    """On a core without extensions, whoever provides the kernels."""
    (op,) = operators(dense())
    target = Target("generic", provider)  # pyright: ignore[reportArgumentType] # one of the two
    assert op.shared_kernel_helpers(target) == [kernel_runtime.fully_connected_kernel_helper()]


def test_helpers_are_distinct_and_sorted() -> None:
    other = replace(ADD, key="a")
    collected = kernel_runtime.collect_kernel_helpers([Using(ADD), Using(other, ADD), Using()])
    assert collected == [other, ADD]
    assert kernel_runtime.collect_kernel_helpers([]) == []


def test_one_key_with_two_meanings_is_an_error() -> None:
    operators = [Using(ADD), Using(replace(ADD, struct_kind="other"))]
    with pytest.raises(ValueError, match="kernel add_s8 is declared as"):
        kernel_runtime.collect_kernel_helpers(operators)


def test_nodes_of_a_program_share_what_their_operators_chose() -> None:
    module = compiled(DIGITS.read_bytes())
    nodes = [o for o in module.walk() if isinstance(o, aot.KernelOp)]
    helpers = read_program(module).helpers
    assert kernel_runtime.collect_kernel_helpers(nodes) == list(helpers)
    assert len(nodes) > len(helpers)


def sections(text: str) -> dict[str, str]:
    """The shared helpers of a kernels.c, by name."""
    return {part.partition("(")[0]: part for part in text.split("\nint32_t ")[1:]}


def test_another_variant_leaves_the_existing_helpers_as_they_are() -> None:
    """Prototypes and structs too: in the larger model nothing of the smaller one's is missing."""
    layers = Layers()
    layers.convolution((1, 4, 4, 4), (3, 3), 4)
    few = emit(compiled(layers.build()))
    layers.convolution((1, 4, 4, 4), (3, 3), 4, depthwise=True)
    layers.weighted("FULLY_CONNECTED", (1, 8), (4, 8), (1, 4))
    many = emit(compiled(layers.build()))
    old, new = (sections(str(files["src/m_kernels.c"])) for files in (few, many))
    assert old.items() < new.items()
    header = str(many["includes-api/m_kernels.h"])
    assert all(b in header for b in str(few["includes-api/m_kernels.h"]).split("\n\n")[3:-2])
    bodies = [p for p in few if "_conv_2d_s8" in p or "runtime" in p]
    assert bodies
    assert all(few[p] == many[p] for p in bodies)


def model(count: int) -> bytes:
    """`count` equal convolutions, fully connected layers and activations, one after the other."""
    m, rng = ModelBuilder(), np.random.default_rng(1)
    weights = m.constant(rng.integers(-9, 9, (4, 3, 3, 4)).astype(np.int8), scale=0.01)
    matrix = m.constant(rng.integers(-9, 9, (4, 4)).astype(np.int8), scale=0.01)
    steps: list[tuple[str, list[int], dict[str, Any]]] = [
        ("CONV_2D", [weights], {"stride_h": 1, "stride_w": 1}),
        ("FULLY_CONNECTED", [matrix], {"keep_num_dims": True}),
        ("LOGISTIC", [], {}),
    ]
    x = m.input((1, 4, 4, 4), scale=1 / 256, zero_point=-128)
    for code, constants, options in steps * count:
        y = m.tensor((1, 4, 4, 4), scale=1 / 256, zero_point=-128)
        m.operator(code, [x, *constants], [y], **options)
        x = y
    m.output(x)
    return m.build()


@pytest.mark.parametrize("board", ["mps2-an385", "mps2-an386", "mps3-an547"])
def test_equal_operators_cost_their_descriptors_only(board: str, tmp_path: Path) -> None:
    """Odd numbers of steps: the output then lies at the same place, which initialization names."""
    require_platform(board, "gcc")
    sizes = [module_bytes(model(count), board, tmp_path / str(count)) for count in (1, 3, 5)]
    assert len({text for text, _, _ in sizes}) == 1, "code"
    assert len({constants for _, _, constants in sizes}) == 1, "weights and tables"
    first, second = (b[1] - a[1] for a, b in pairwise(sizes))
    assert first == second == 2 * descriptor_bytes(model(1), board)


def module_bytes(data: bytes, board: str, work: Path) -> tuple[int, int, int]:
    """Code, descriptors and constants."""
    module = compiled(data, board)
    program = read_program(module)
    image = build(write_module(module, program, work / "module"), platform(board), work / "build")
    found = module_sizes(image, constant_symbols(program))
    return found.text_bytes, found.rodata_bytes, found.constant_bytes


def descriptor_bytes(data: bytes, board: str) -> int:
    """What the nodes of a model take: their descriptors and an entry of the schedule each."""
    program = read_program(compiled(data, board))
    used = [o.helper for o in program.operators if o.helper is not None]
    return sum(struct_bytes(h) + 8 for h in used)


def struct_bytes(helper: KernelHelper) -> int:
    """The size of a descriptor in C: members at multiples of their size, the whole of words."""
    record, at = record_of(helper.struct_kind), 0
    at = 4 * len(record.tensors)
    for f in record.numbers:
        size = np.dtype(f.ctype.removesuffix("_t").replace("float", "float32")).itemsize
        at = -(-at // size) * size + size * f.count
    return -(-at // 4) * 4


def activations(scales: Sequence[float]) -> bytes:
    layers = Layers()
    for scale in scales:
        x = layers.model.input((1, 8), scale=scale, zero_point=3)
        y = layers.output((1, 8), 1 / 256, -128)
        layers.model.operator("LOGISTIC", [x], [y])
    return layers.build()


def test_activations_run_through_one_body() -> None:
    helper = activation_runtime.activation_kernel_helper("logistic", np.dtype(np.int8))
    assert helper is not None
    assert helper == activation_runtime.activation_kernel_helper("relu", np.dtype(np.int8))
    assert activation_runtime.activation_kernel_helper("relu", np.dtype(np.int16)) is None
    assert activation_runtime.activation_kernel_helper("add", np.dtype(np.int8)) is None
    found = activation_runtime.collect_activation_helpers(operators(activations([0.1, 0.2])))
    assert found == [helper]


def constant_bytes(module: aot.ModuleOp) -> int:
    """Of all tables as they are emitted."""
    tensors = read_program(module).tensors
    return sum(t.array.nbytes for t in tensors if t.array is not None)


def test_equal_tables_are_emitted_once() -> None:
    one, two = compiled(activations([0.1, 0.1, 0.1])), compiled(activations([0.1, 0.2, 0.1]))
    assert len(activation_runtime.lookup_tables(one)) == 1
    assert len(activation_runtime.lookup_tables(two)) == 2
    same, more = (constant_bytes(m) for m in (one, two))
    assert more - same == 256


def test_bodies_come_from_their_provider() -> None:
    """A helper without an entry point keeps the bundled body beside those that have one."""
    own = replace(ADD, key="copy_bytes", helper_name="copy_bytes", cmsis="")
    files = runtime_files([ADD, own], "cmsis-nn")
    folders = {p.name: p.parent.name for p in files}
    assert folders["helia_add_s8.c"] == folders["helia_cmsis_nn.h"] == "cmsis_nn"
    assert folders["helia_copy_bytes.c"] == folders["helia_runtime.h"] == "cmsis"
    bundled = runtime_files([ADD, own])
    assert {p.parent.name for p in bundled} == {"cmsis"}
