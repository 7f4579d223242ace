"""What every operator owes the shared kernels, asked of all of them on every target."""

import re

import numpy as np
import pytest

from helia_aot.backend_c.kernel_runtime import elementwise_kernel_helper
from helia_aot.backend_c.runtime_sources import files, find
from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.ops import BY_CODE, CREATED, record_of
from helia_aot.ir.ops.families.binary import BinaryOperator
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.target import Target
from helia_aot.kernels.kernel import Role
from helia_aot.kernels.kinds import KINDS
from tests.unit.contract.samples import CHOICES, calls, operators, sampled

ENTRY_POINTS = {
    "add_s8": "arm_elementwise_add_s8",
    "average_pool_2d_s8_ctx": "arm_avgpool_s8",
    "conv_2d_s8_ctx": "arm_convolve_wrapper_s8",
    "depthwise_conv_2d_s8_ctx": "arm_depthwise_conv_wrapper_s8",
    "fully_connected_per_channel_s8": "arm_fully_connected_per_channel_s8",
    "fully_connected_per_channel_s8_sums": "arm_fully_connected_per_channel_s8",
    "fully_connected_s8": "arm_fully_connected_s8",
    "fully_connected_s8_sums": "arm_fully_connected_s8",
    "max_pool_2d_s8": "arm_max_pool_s8",
    "maximum_s8": "arm_maximum_s8",
    "minimum_s8": "arm_minimum_s8",
    "mul_s8": "arm_elementwise_mul_s8",
    "softmax_s8": "arm_softmax_s8",
    "softmax_s8_s16": "arm_softmax_s8_s16",
}
"""The kernels that CMSIS-NN has too, by key."""

FAMILIES = {
    code: op for code, op in BY_CODE.items() if issubclass(op, BinaryOperator) and not op.FOLD_ONLY
}
"""Operators of two tensors, element by element."""


@operators
def test_an_operator_declares_the_kernel_it_chooses(op: type[AotOperator]) -> None:
    """On that target; none where it folds away."""
    for sample, target in sampled(op, CHOICES):
        chosen = [sample.kernel(target).helper] if calls(sample, target) else []
        assert sample.shared_kernel_helpers(target) == chosen, target


@operators
def test_a_kernel_reads_a_record_of_its_operator(op: type[AotOperator]) -> None:
    """Or one of a kind that needs instructions of its own; it works on the elements it writes."""
    own = {record.kind: record for record in op.RECORDS}
    assert not own.keys() & KINDS.keys()
    for sample, target in sampled(op):
        for call in calls(sample, target):
            kind = call.helper.struct_kind
            record = KINDS[kind].record if kind in KINDS else own[kind]
            written = {f.ctype for f in record.tensors if f.role is Role.OUTPUT}
            assert written == {call.helper.ctype}, call.helper


@operators
def test_every_record_is_read_by_a_kernel(op: type[AotOperator]) -> None:
    """So that all that is asked here is asked of each."""
    assert read(op) - KINDS.keys() == {record.kind for record in op.RECORDS}


def test_every_kind_of_its_own_is_read_by_a_kernel() -> None:
    every = set[str]().union(*(read(op) for op in (*BY_CODE.values(), *CREATED.values())))
    assert KINDS.keys() <= every


def read(op: type[AotOperator]) -> set[str]:
    """The kinds of descriptors that the kernels of an operator read."""
    return {c.helper.struct_kind for s, target in sampled(op) for c in calls(s, target)}


@operators
def test_a_kernel_names_its_entry_point(op: type[AotOperator]) -> None:
    """The function that it forwards to, where CMSIS-NN has one: its body calls that and no other,
    with a context where it is said to."""
    for sample, target in sampled(op):
        for call in calls(sample, target):
            cmsis = call.helper.cmsis
            known = ENTRY_POINTS.get(call.helper.key, "")
            assert cmsis == known or (target.provider, cmsis) == ("cmsis-nn", ""), call.helper
            if cmsis and target.provider == "cmsis-nn":
                text = find(f"helia_{call.helper.helper_name}", "cmsis-nn")[0].text
                assert set(re.findall(r"\b(arm_\w+)\(", text)) == {cmsis}
                assert ("cmsis_nn_context" in text) == (call.ctx_buf is not CtxBufUsage.NO_CTX)


def test_every_body_of_cmsis_nn_is_run_through() -> None:
    bodies = {stem.removeprefix("helia_") for stem in files("cmsis-nn")}
    assert bodies == {"cmsis_nn", *ENTRY_POINTS}


@pytest.mark.parametrize("code", FAMILIES)
def test_every_elementwise_family_names_its_plain_kernel(code: str) -> None:
    """What the operator runs through on a core without extensions where nothing is stretched."""
    own = [s for s, target in sampled(FAMILIES[code]) if target == Target()]
    flat = [s for s in own if calls(s, Target()) and len({str(v.type) for v in s.operands}) == 1]
    helper = elementwise_kernel_helper(code.lower(), np.int8)
    if not calls(own[0], Target()) and not flat:
        assert helper is None
        return
    assert helper is not None
    assert record_of(helper.struct_kind) in FAMILIES[code].RECORDS
    assert any(s.shared_kernel_helpers() == [helper] for s in own if calls(s, Target()))
    for dtype in (np.uint8, np.int16, np.int32, np.int64, np.float32):
        assert elementwise_kernel_helper(code.lower(), dtype) is None
