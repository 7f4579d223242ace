"""What an operator says about the buffers of its kernels follows from the kernels.

Asked of every operator in the lit files, and of some more, on every core, from every provider and
at every optimization: what is declared, what the rules give, what the kernels are handed.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.func import Func
from xdsl.parser import Parser

import helia_aot
from helia_aot.backend_c.kernel_runtime import forwards, runtime_directory
from helia_aot.ir import ctx_buffers
from helia_aot.ir.cmsis_nn import kernel_sums
from helia_aot.ir.kernel import CtxBufUsage, KernelCall, Record, Role
from helia_aot.ir.operator import AotOperator
from helia_aot.ir.ops import BY_CODE, records
from helia_aot.ir.target import CPUS, Isa, Optimize, Provider, Target
from helia_aot.ir.tfl import Tfl
from helia_aot.ir.types import dtype
from tests.paths import ROOT
from tests.unit.ops.backends import main_of
from tests.unit.ops.layers import Layers

TARGETS = [
    Target(cpu, provider, optimize)
    for cpu, provider, optimize in product(CPUS, get_args(Provider), get_args(Optimize))
]

operators = pytest.mark.parametrize(
    "op", [o for o in BY_CODE.values() if not o.FOLD_ONLY], ids=lambda op: op.CODE
)


def lit(path: Path) -> Iterator[AotOperator]:
    for part in path.read_text().split("// -----"):
        context = Context()
        for dialect in (Builtin, Func, Tfl):
            context.load_dialect(dialect)
        module = Parser(context, part).parse_module()
        yield from (o for o in module.walk() if isinstance(o, AotOperator))


@cache
def samples() -> tuple[AotOperator, ...]:
    """Operators of every kind and type: those of the lit files, and some more."""
    files = sorted((ROOT / "tests" / "lit" / "ops").glob("*.mlir"))
    found = [o for path in files if not path.stem.endswith("_invalid") for o in lit(path)]
    layers = Layers()
    layers.convolution((1, 8, 8, 8), (3, 3), 8)
    layers.convolution((1, 8, 8, 8), (1, 1), 8)
    layers.convolution((1, 8, 8, 8), (3, 3), 8, depthwise=True)
    layers.convolution((1, 8, 8, 8), (5, 5), 8, depthwise=True)
    layers.convolution((2, 8, 8, 2), (3, 3), 8, depthwise=True)
    for per_channel in (False, True):
        layers.weighted("FULLY_CONNECTED", (1, 8), (4, 8), (1, 4), per_channel=per_channel)
    for code in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
        layers.pool(code, (1, 8, 8, 16), (2, 2))
    return (*found, *(o for o in main_of(layers.build()).walk() if isinstance(o, AotOperator)))


def calls(op: AotOperator, target: Target) -> list[KernelCall]:
    """Every kernel that can run it there; none where it folds away."""
    if op.FOLD_ONLY or not any(dtype(v) == "int8" for v in (*op.operands, *op.results)):
        return []
    return list(op.kernels(target))


@cache
def usages(op: type[AotOperator]) -> dict[Target, set[CtxBufUsage]]:
    """What the kernels of an operator do with their buffers, by target."""
    own = [s for s in samples() if type(s) is op]
    assert own, f"{op.CODE} has no sample"
    return {t: {c.ctx_buf for s in own for c in calls(s, t)} for t in TARGETS}


@operators
def test_the_declaration_follows_from_the_kernels(op: type[AotOperator]) -> None:
    found = usages(op)
    every = set[CtxBufUsage]().union(*found.values())
    if every <= {CtxBufUsage.NO_CTX}:
        want = CtxBufUsage.NO_CTX
    elif CtxBufUsage.REQUIRED not in every:
        want = CtxBufUsage.IGNORED
    elif all(CtxBufUsage.REQUIRED in of_target for of_target in found.values()):
        want = CtxBufUsage.REQUIRED
    else:
        want = CtxBufUsage.CONDITIONAL
    assert op.CTX_BUF_USAGE is want


@operators
def test_no_kernel_leaves_open_what_it_does(op: type[AotOperator]) -> None:
    assert all(CtxBufUsage.CONDITIONAL not in found for found in usages(op).values())


@operators
def test_an_operator_knows_whether_its_kernel_uses_the_buffer(op: type[AotOperator]) -> None:
    for sample, target in product((s for s in samples() if type(s) is op), TARGETS):
        if chosen := calls(sample, target):
            uses = chosen[0].ctx_buf is CtxBufUsage.REQUIRED
            assert sample.ctx_buf_required(target) is uses, target


@operators
def test_sizes_come_from_the_rules(op: type[AotOperator]) -> None:
    """What a kernel is handed is what its rule gives; it is declared used if that is anything."""
    for sample, target in product((s for s in samples() if type(s) is op), TARGETS):
        for call in calls(sample, target):
            kind = call.helper.struct_kind
            need = ctx_buffers.needed(kind, dict(call.numbers), target.isa)
            assert (call.ctx_buf is CtxBufUsage.REQUIRED) is (need > 0), (call.helper, target)
            assert have(call) == need, (call.helper, target)


@operators
def test_a_call_of_cmsis_nn_has_its_body(op: type[AotOperator]) -> None:
    folder = runtime_directory("cmsis-nn")
    for sample, target in product((s for s in samples() if type(s) is op), TARGETS):
        for call in calls(sample, target):
            if forwards(call.helper, target.provider):
                text = (folder / f"helia_{call.helper.helper_name}.c").read_text()
                assert f"{call.helper.cmsis}(" in text, call.helper


def have(call: KernelCall) -> int:
    """Bytes of the buffer that a call brings."""
    sums = call.constants.get("kernel_sums")
    return sums.nbytes if isinstance(sums, np.ndarray) else call.scratch


@pytest.mark.parametrize("record", records().values(), ids=lambda r: r.kind)
def test_a_descriptor_with_a_buffer_has_a_rule(record: Record) -> None:
    rule = ctx_buffers.RULES.get(record.kind)
    scratch = [f.name for f in record.tensors if f.role is Role.SCRATCH]
    assert scratch in ([], [rule.field] if rule else None)
    assert rule is None or rule.field in {f.name for f in record.tensors}


def test_every_rule_is_of_a_descriptor() -> None:
    assert set(ctx_buffers.RULES) <= set(records())


def test_sums_of_weights() -> None:
    """(x + 3) w + b = x w + (3 w + b), for one unit of weights 1, 2 and one of 10, -20."""
    numbers = {"units": 2, "depth": 2, "input_offset": 3, "filter_offset": 0}
    weights = np.array([[1, 2], [10, -20]], np.int8)
    sums = kernel_sums(numbers, weights, np.array([100, 200], np.int32))
    assert sums.tolist() == [109, 170]
    assert sums.dtype == np.int32
    shifted = kernel_sums({**numbers, "filter_offset": 1}, weights, np.zeros(2, np.int32))
    assert shifted.tolist() == [15, -24]


def test_a_row_of_input_that_is_copied_at_its_ends() -> None:
    """3 taps of 4 channels over 16 columns: the left end is a column of padding and a window, the
    right one as much; without MVE there are columns of the whole window."""
    row = {f"{of}_{axis}": 1 for of in ("kernel", "stride", "dilation", "output") for axis in "hw"}
    sizes = {"input_h": 1, "input_w": 16, "output_w": 16, "kernel_w": 3, "pad_h": 0, "pad_w": 1}
    n = row | sizes | {"input_c": 4, "group_c": 4, "output_c": 2, "batches": 1}
    assert ctx_buffers.arm_convolve_wrapper_s8(n, Isa.MVE) == 12 + 4
    assert ctx_buffers.arm_convolve_wrapper_s8(n, Isa.DSP) == 2 * 2 * 12


def test_the_names_that_the_package_exports() -> None:
    assert helia_aot.CtxBufUsage is CtxBufUsage
    assert helia_aot.AotOperator is AotOperator
    assert [u.value for u in CtxBufUsage] == ["no_ctx", "ignored", "required", "conditional"]
