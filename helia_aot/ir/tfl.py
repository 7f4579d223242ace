"""The `tfl` dialect: LiteRT operators on quantized tensors, named as TensorFlow names them."""

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.utils.hints import isa

from helia_aot.ir.activation import ActivationAttr
from helia_aot.ir.constants import ConstOp
from helia_aot.ir.ops import BY_CODE, CREATED
from helia_aot.ir.ops.families.control import YieldOp
from helia_aot.ir.padding import PaddingAttr
from helia_aot.ir.types import Element, QuantAttr, ResourceType


class _Materialize(ConstantMaterializationInterface):
    def materialize_constant(self, value: Attribute, type: Attribute) -> Operation | None:
        return ConstOp(value) if isa(value, DenseIntOrFPElementsAttr[Element]) else None


Tfl = Dialect(
    "tfl",
    [ConstOp, YieldOp, *BY_CODE.values(), *CREATED.values()],
    [QuantAttr, ResourceType, ActivationAttr, PaddingAttr],
    [_Materialize()],
)
