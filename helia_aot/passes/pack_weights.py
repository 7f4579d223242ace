"""Store constants in the order in which the chosen kernel's inner loop reads them."""

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.transforms.dead_code_elimination import region_dce
from xdsl.utils.exceptions import VerifyException

from helia_aot.ir import aot
from helia_aot.ir.constants import constant
from helia_aot.ir.provenance import NAMES, tensor_name, where
from helia_aot.ir.types import Array, Tensor, dense, strings, tensor
from helia_aot.kernels.kinds import KINDS, Packing


class PackWeightsPass(ModulePass):
    """Apply the packings that kernel selection asked for."""

    name = "pack-weights"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        pending = [o for o in op.walk() if isinstance(o, aot.KernelOp) and o.packing]
        made: Made = {}
        for call in pending:
            _pack(call, made)
        if pending:
            region_dce(op.body)


Made = dict[tuple[aot.ModuleOp, bytes, Tensor], SSAValue]
"""Packed constants by module, content and type: equal ones are one constant of the program."""


def _pack(call: aot.KernelOp, made: Made) -> None:
    operands = call.constant_operands()
    arrays: dict[str, Array] = {}
    for name, value in operands.items():
        array = constant(value)
        assert array is not None, "a packed operand is constant"
        arrays[name] = array
    packed = _packing(call).pack(arrays, dict(call.numbers.data))
    weights_name = tensor_name(next(iter(operands.values())))
    results = {
        field: _constant(array, weights_name if i == 0 else "", call, made)
        for i, (field, array) in enumerate(packed.items())
    }
    Rewriter.replace_op(call, call.with_constants(results))


def _packing(call: aot.KernelOp) -> Packing:
    """The packing that a call asks for, of those that its kind of descriptor has."""
    assert call.packing is not None, "only pending calls are packed"
    try:
        (helper,) = call.shared_kernel_helpers()
        return KINDS[helper.struct_kind].packing(call.packing.data)
    except (KeyError, ValueError) as e:
        name = call.packing.data
        raise VerifyException(f"{where(call)}: its kernel has no packing {name}") from e


def _constant(array: Array, name: str, call: aot.KernelOp, made: Made) -> SSAValue:
    """One that is made already, or a new one before the call, outside of all control flow."""
    type = tensor(array.shape, array.dtype.name)
    module = aot.module_of(call)
    key = module, np.ascontiguousarray(array).tobytes(), type
    if key not in made:
        op = aot.ConstantOp(dense(array, type))
        op.attributes[NAMES] = strings([name])
        before = module.block.find_ancestor_op_in_block(call)
        assert before is not None, "a call stands in its module"
        Rewriter.insert_op(op, InsertPoint.before(before))
        made[key] = op.output
    return made[key]
