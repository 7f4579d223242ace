"""What an operator says about the buffers of its kernels follows from the kernels.

Asked of every operator in the lit files, and of some more, on every core, from every provider and
at every optimization: what is declared, what the rules give, what the kernels are handed.
"""

from functools import cache

import numpy as np
import pytest
from xdsl.ir import Block

import helia_aot
from helia_aot import ConvertArgs, UnsupportedModelError
from helia_aot.driver import compile_model
from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.ops import BY_CODE, CREATED, records
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.ops.relu import ReluOp
from helia_aot.ir.target import Target
from helia_aot.ir.types import tensor
from helia_aot.kernels import ctx_buffers
from helia_aot.kernels.buffer_rule import Numbers, Rule
from helia_aot.kernels.cmsis_nn import buffers
from helia_aot.kernels.cmsis_nn.calls import kernel_sums
from helia_aot.kernels.kernel import KernelCall, Record, Role
from tests.unit.contract.samples import CHOICES, TARGETS, calls, operators, sampled, samples
from tests.unit.ops.layers import Layers


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
    for sample, target in sampled(op, CHOICES):
        if calls(sample, target):
            uses = sample.kernel(target).ctx_buf is CtxBufUsage.REQUIRED
            assert sample.ctx_buf_required(target) is uses, target


@pytest.mark.parametrize("usage", [u for u in CtxBufUsage if u is not CtxBufUsage.CONDITIONAL])
def test_what_is_not_conditional_needs_no_answer_of_its_own(usage: CtxBufUsage) -> None:
    cls = type("Declared", (ReluOp,), {"CTX_BUF_USAGE": usage})
    type_ = tensor((4,), "int8")
    op = cls(Block(arg_types=[type_]).args[0], type_)
    for target in TARGETS:
        assert op.ctx_buf_required(target) is (usage is CtxBufUsage.REQUIRED)


@operators
def test_sizes_come_from_the_rules(op: type[AotOperator]) -> None:
    """What a kernel is handed is what its rule gives; it is declared used if that is anything."""
    for sample, target in sampled(op):
        for call in calls(sample, target):
            kind = call.helper.struct_kind
            need = ctx_buffers.needed(kind, dict(call.numbers), target)
            assert (call.ctx_buf is CtxBufUsage.REQUIRED) is (need > 0), (call.helper, target)
            assert have(call) == need, (call.helper, target)


def have(call: KernelCall) -> int:
    """Bytes of the buffer that a call brings."""
    sums = call.constants.get("kernel_sums")
    return sums.nbytes if isinstance(sums, np.ndarray) else call.scratch


@pytest.mark.parametrize("record", records().values(), ids=lambda r: r.kind)
def test_a_descriptor_with_a_buffer_has_a_rule(record: Record) -> None:
    rule = ctx_buffers.rule_of(record.kind)
    scratch = [f.name for f in record.tensors if f.role is Role.SCRATCH]
    assert scratch in ([], [rule.field] if rule else None)
    if rule is not None:
        (role,) = (f.role for f in record.tensors if f.name == rule.field)
        assert role is (Role.CONSTANT if rule.filled else Role.SCRATCH)


def test_every_rule_is_of_a_descriptor() -> None:
    assert set(buffers.RULES) <= set(records())


def test_a_conversion_proves_its_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call whose size is another than its rule's is not compiled."""
    layers = Layers()
    layers.pool("AVERAGE_POOL_2D", (1, 4, 4, 5), (2, 2))
    args = ConvertArgs(module={"provider": "cmsis-nn"}, target={"cpu": "cortex-m4"})
    assert compile_model(layers.build(), "model", args.config)

    def more(n: Numbers, _: Target) -> int:
        return 4 * n["channels"] + 1

    rule = Rule("buffer", more)
    monkeypatch.setitem(buffers.RULES, "average_pool_2d_s8_ctx", rule)
    wrong = "#0 AVERAGE_POOL_2D tensor_1: kernel average_pool_2d_s8_ctx has too small a buffer"
    with pytest.raises(UnsupportedModelError, match=f"{wrong}: need 21 bytes, have 20"):
        compile_model(layers.build(), "model", args.config)


def test_sums_of_weights() -> None:
    """(x + 3) w + b = x w + (3 w + b), for one unit of weights 1, 2 and one of 10, -20."""
    numbers = {"units": 2, "depth": 2, "input_offset": 3, "filter_offset": 0}
    weights = np.array([[1, 2], [10, -20]], np.int8)
    sums = kernel_sums(numbers, weights, np.array([100, 200], np.int32))
    assert sums.tolist() == [109, 170]
    assert sums.dtype == np.int32
    most = kernel_sums(numbers, weights, np.array([2**31 - 1, -(2**31)], np.int32))
    assert most.tolist() == [8 - 2**31, 2**31 - 30], "modulo 2^32"
    shifted = kernel_sums({**numbers, "filter_offset": 1}, weights, np.zeros(2, np.int32))
    assert shifted.tolist() == [15, -24]


def test_the_names_that_the_package_exports() -> None:
    assert helia_aot.CtxBufUsage is CtxBufUsage
    assert helia_aot.AotOperator is AotOperator
    assert all(issubclass(op, AotOperator) for op in (*BY_CODE.values(), *CREATED.values()))
    assert not hasattr(AotOperator, "name"), "it defines no operation"
    assert [u.value for u in CtxBufUsage] == ["no_ctx", "ignored", "required", "conditional"]
