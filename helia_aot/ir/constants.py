"""Constants of the `tfl` dialect, and what is known of a value at compile time."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from xdsl.dialects.builtin import AnyTensorTypeConstr, DenseIntOrFPElementsAttr
from xdsl.interfaces import HasFolderInterface
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    ParamAttrConstraint,
    VarConstraint,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException

from helia_aot.ir import types
from helia_aot.ir.operation import BaseOperation
from helia_aot.ir.types import Array, Element, Int, QuantAttr, encoding, tensor_type


@irdl_op_definition
class ConstOp(BaseOperation, HasFolderInterface):
    """A constant tensor; per-channel quantization stands here and not in its type."""

    name = "tfl.const"
    T: ClassVar = VarConstraint("T", AnyTensorTypeConstr)

    value = prop_def(ParamAttrConstraint(DenseIntOrFPElementsAttr, (T, AnyAttr())))
    quant = opt_prop_def(QuantAttr)
    """Per-channel quantization."""
    output = result_def(T)

    traits = traits_def(Pure(), ConstantLike())
    FORMAT: ClassVar = "$value (`quant` $quant^)? attr-dict"

    def __init__(self, value: DenseIntOrFPElementsAttr[Element], quant: QuantAttr | None = None):
        super().__init__(
            properties={"value": value, "quant": quant}, result_types=[value.get_type()]
        )

    def fold(self) -> Sequence[SSAValue | Attribute]:
        return (self.value,)


def constant(value: SSAValue | None) -> Array | None:
    """The array behind `value` when it is known at compile time."""
    owner = value.owner if value is not None else None
    if not isinstance(owner, Operation) or not owner.has_trait(ConstantLike):
        return None
    return types.array(owner.properties["value"], tensor_type(owner.results[0]))  # pyright: ignore[reportArgumentType] # every ConstantLike here holds a dense value


def quant_of(value: SSAValue) -> QuantAttr | None:
    """The quantization of a value, wherever it stands."""
    if per_tensor := encoding(value):
        return per_tensor
    owner = value.owner
    attribute = owner.properties.get("quant") if isinstance(owner, Operation) else None
    return attribute if isinstance(attribute, QuantAttr) else None


def quant(value: SSAValue) -> QuantAttr:
    """The quantization of a value that must have one."""
    if found := quant_of(value):
        return found
    raise VerifyException(f"expected a quantized tensor, got {value.type}")


def scales(value: SSAValue) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    """The scales of a value as doubles, one or one per channel."""
    return types.numbers(quant(value).scales).astype(np.float64)


def zero_points(value: SSAValue) -> Int:
    """The zero points, one per scale; zeros where the model gives none."""
    q = quant(value)
    found = types.numbers(q.zero_points)
    return found.astype(np.int64) if found.size else np.zeros(len(q.scales), np.int64)
