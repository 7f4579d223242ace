"""Shared kernels: who runs through which, and that another one changes nothing for the others."""

from collections.abc import Sequence
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pytest

from helia_aot import config
from helia_aot.backend_c import activation_runtime, kernel_runtime
from helia_aot.backend_c.kernel_runtime import KernelHelper, runtime_files
from helia_aot.backend_c.program import read_program
from helia_aot.backend_c.runtime_sources import runtime_directory
from helia_aot.driver import compile_model
from helia_aot.ir import aot
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.target import Target
from tests.paths import DIGITS
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


def compiled(data: bytes, target: str = "generic", level: int = 2) -> aot.ModuleOp:
    module = {"prefix": "m", "names": False}
    values = config.validate({"module": module, "target": {"platform": target}, "level": level})
    return compile_model(data, "model", values)


def dense(per_channel: bool = True) -> bytes:
    layers = Layers()
    layers.weighted("FULLY_CONNECTED", (1, 8), (4, 8), (1, 4), per_channel=per_channel)
    return layers.build()


def test_a_helper_is_a_value() -> None:
    names = ["key", "struct_kind", "helper_name", "ctype", "cmsis"]
    assert [f.name for f in fields(KernelHelper)] == names
    assert replace(ADD) == ADD
    assert len({ADD, replace(ADD), replace(ADD, key="other")}) == 2
    with pytest.raises(FrozenInstanceError):
        ADD.key = "other"  # pyright: ignore[reportAttributeAccessIssue] # what is tested


def test_elementwise_families() -> None:
    assert kernel_runtime.elementwise_kernel_helper("add", np.dtype(np.int8)) == ADD
    for family in ("mul", "minimum", "maximum"):
        helper = kernel_runtime.elementwise_kernel_helper(family, np.dtype("int8"))
        assert helper is not None
        assert (helper.key, helper.helper_name, helper.ctype) == (f"{family}_s8",) * 2 + ("int8_t",)


@pytest.mark.parametrize("dtype", ["float32", "int16", "int32", "int64", "uint8", "bool"])
@pytest.mark.parametrize("family", ["add", "mul", "minimum", "maximum", "relu"])
def test_a_family_shares_no_kernel_for_another_type(family: str, dtype: str) -> None:
    assert kernel_runtime.elementwise_kernel_helper(family, np.dtype(dtype)) is None


@pytest.mark.parametrize("family", ["sub", "conv_2d", "softmax", "shape", "no_such_family"])
def test_what_is_no_family_shares_no_kernel(family: str) -> None:
    assert kernel_runtime.elementwise_kernel_helper(family, np.dtype(np.int8)) is None


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
    first, last = replace(ADD, key="a"), replace(ADD, key="z")
    users = [Using(last), Using(ADD, first, last), Using()]
    assert kernel_runtime.collect_kernel_helpers(users) == [first, ADD, last]
    assert kernel_runtime.collect_kernel_helpers([]) == []


def test_one_key_with_two_meanings_is_an_error() -> None:
    """Whichever of the other fields differs."""
    for field in ("struct_kind", "helper_name", "ctype", "cmsis"):
        users = [Using(ADD), Using(replace(ADD, **{field: "other"}))]
        with pytest.raises(ValueError, match="kernel add_s8 is declared as"):
            kernel_runtime.collect_kernel_helpers(users)


@pytest.mark.parametrize("board", ["generic", "mps2-an386", "mps3-an547"])
def test_nodes_of_a_program_share_what_their_operators_chose(board: str) -> None:
    """Packed or not."""
    module = compiled(DIGITS.read_bytes(), board, level=0)
    nodes = [o for o in module.walk() if isinstance(o, aot.KernelOp)]
    helpers = read_program(module).helpers
    assert kernel_runtime.collect_kernel_helpers(nodes) == list(helpers)
    assert len(nodes) > len(helpers)
    chosen = kernel_runtime.collect_kernel_helpers(Resolved(o, module) for o in resolved())
    assert chosen == list(helpers)


def resolved() -> list[AotOperator]:
    """The operators of the model that have a kernel."""
    return [o for o in operators(DIGITS.read_bytes()) if not o.VIEW]


class Resolved:
    """An operator of the graph on the target of a module."""

    def __init__(self, op: AotOperator, module: aot.ModuleOp):
        self.op, self.target = op, module.config.data.target

    def shared_kernel_helpers(self) -> list[KernelHelper]:
        return self.op.shared_kernel_helpers(self.target)


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
    for other in ("add", "no_such_family"):
        assert activation_runtime.activation_kernel_helper(other, np.dtype(np.int8)) is None
    users = [Using(ADD), *operators(activations([0.1, 0.2]))]
    assert activation_runtime.collect_activation_helpers(users) == [helper]


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
    runtime = runtime_directory().parent
    files = runtime_files([ADD, own], "cmsis-nn")
    folders = {p.name: p.path.relative_to(runtime).parts[0] for p in files}
    assert folders["helia_add_s8.c"] == folders["helia_cmsis_nn.h"] == "cmsis_nn"
    assert folders["helia_copy_bytes.c"] == folders["helia_runtime.h"] == "cmsis"
    bundled = runtime_files([ADD, own])
    assert {p.path.relative_to(runtime).parts[0] for p in bundled} == {"cmsis"}
