"""Store constants in the order in which the chosen kernel's inner loop reads them."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.transforms.dead_code_elimination import region_dce

from helia_aot.ir import aot
from helia_aot.ir.constants import constant
from helia_aot.ir.packing import PACKINGS
from helia_aot.ir.provenance import NAMES, tensor_name
from helia_aot.ir.types import Array, dense, strings, tensor


@dataclass(frozen=True)
class PackWeightsPass(ModulePass):
    """Apply the packings that kernel selection asked for."""

    name = "pack-weights"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        pending = [o for o in op.walk() if isinstance(o, aot.KernelOp) and o.packing]
        for call in pending:
            _pack(call)
        if pending:
            region_dce(op.body)


def _pack(call: aot.KernelOp) -> None:
    assert call.packing is not None, "only pending calls are packed"
    operands = call.constant_operands()
    arrays: dict[str, Array] = {}
    for name, value in operands.items():
        array = constant(value)
        assert array is not None, "a packed operand is constant"
        arrays[name] = array
    packed = PACKINGS[call.packing.data].pack(arrays, dict(call.numbers.data))
    weights_name = tensor_name(next(iter(operands.values())))
    made = [_constant(a, weights_name if i == 0 else "") for i, a in enumerate(packed.values())]
    block = call.parent_block()
    assert block is not None, "a call stands in its module"
    block.insert_ops_before(made, call)
    results: list[SSAValue] = [m.output for m in made]
    packed_call = call.with_constants(dict(zip(packed, results, strict=True)))
    Rewriter.replace_op(call, packed_call)


def _constant(array: Array, name: str) -> aot.ConstantOp:
    op = aot.ConstantOp(dense(array, tensor(array.shape, array.dtype.name)))
    op.attributes[NAMES] = strings([name])
    return op
