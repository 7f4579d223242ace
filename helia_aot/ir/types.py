"""Quantized tensors: `tensor<1x16xi8, #tfl.quant<0.0133 : -128>>`.

The quantization rides as the tensor's *encoding*, so a value and its constant share one type and
dense constants keep working. Per-channel scales can be thousands of numbers: they stand once, on
the constant that owns them (`tfl.const ... quant #tfl.quant<[...]>`), never in a type.
"""

from collections.abc import Sequence
from math import prod
from typing import cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    Float32Type,
    Float64Type,
    IntegerType,
    NoneAttr,
    Signedness,
    StringAttr,
    TensorType,
    f32,
    f64,
    i64,
)
from xdsl.ir import Attribute, ParametrizedAttribute, SSAValue, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException


@irdl_attr_definition
class ResourceType(ParametrizedAttribute, TypeAttribute):
    """What a handle of a variable is: no number."""

    name = "tfl.resource"


Element = IntegerType | Float32Type | Float64Type
Tensor = TensorType[Element]
"""The only type of value: static shape, numbers, at most one scale and zero point."""

Array = NDArray[np.generic]
Int = NDArray[np.int64]

ELEMENTS: dict[str, Element] = {
    "bool": IntegerType(1),
    "int4": IntegerType(4),
    "int8": IntegerType(8),
    "int16": IntegerType(16),
    "int32": IntegerType(32),
    "int64": IntegerType(64),
    "uint8": IntegerType(8, Signedness.UNSIGNED),
    "uint16": IntegerType(16, Signedness.UNSIGNED),
    "uint32": IntegerType(32, Signedness.UNSIGNED),
    "uint64": IntegerType(64, Signedness.UNSIGNED),
    "float32": f32,
    "float64": f64,
}
"""Element types by their NumPy name."""

HANDLES: dict[str, Attribute] = {"resource": ResourceType()}
"""Types of what is no number, and never in memory."""

_NAMES = {element: name for name, element in (ELEMENTS | HANDLES).items()}

C_TYPES = {name: f"{name}_t" for name in ELEMENTS if name != "int4"} | {
    "bool": "bool",
    "float32": "float",
    "float64": "double",
    "float16": "uint16_t",
    "int4": "uint8_t",
}
"""C element types by NumPy name: C99 has no half, and two elements of an int4 share a byte."""


@irdl_attr_definition
class QuantAttr(ParametrizedAttribute):
    """Affine quantization, real = (q - zero_point) * scale, per tensor or per channel of `axis`."""

    name = "tfl.quant"

    scales: DenseArrayBase[Float32Type]
    zero_points: DenseArrayBase[IntegerType]
    """One per scale, or none at all where the model gives none (they count as 0)."""
    axis: DenseArrayBase[IntegerType]
    """Empty for one scale per tensor, else the channel axis."""

    @staticmethod
    def of(
        scales: Sequence[float] | NDArray[np.float32],
        zero_points: Sequence[int] | Int,
        axis: int | None = None,
    ) -> "QuantAttr":
        return QuantAttr(
            DenseArrayBase(f32, BytesAttr(np.array(scales, "<f4").tobytes())),
            integers(zero_points),
            _PER_TENSOR if axis is None else integers([axis]),
        )

    @property
    def scale(self) -> float:
        """The scale of a per-tensor quantization, the float32 value that stands in the model."""
        return float(numbers(self.scales)[0])

    @property
    def zero_point(self) -> int:
        return int(numbers(self.zero_points)[0]) if self.zero_points.data.data else 0

    @property
    def channel_axis(self) -> int | None:
        return int(numbers(self.axis)[0]) if self.axis.data.data else None

    def verify(self) -> None:
        if not len(self.scales):
            raise VerifyException("a quantization needs a scale")
        if len(self.zero_points) not in (0, len(self.scales)):
            raise VerifyException(
                f"{len(self.scales)} scales but {len(self.zero_points)} zero points"
            )
        if not len(self.axis) and len(self.scales) != 1:
            raise VerifyException(f"{len(self.scales)} scales need an axis")

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            _print_numbers(printer, [_decimal(s) for s in self.scales.get_values()])
            if len(self.zero_points):
                printer.print_string(" : ")
                _print_numbers(printer, [str(z) for z in self.zero_points.get_values()])
            if self.channel_axis is not None:
                printer.print_string(f", axis {self.channel_axis}")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            scales = _parse_numbers(parser)
            zero_points = _parse_numbers(parser) if parser.parse_optional_punctuation(":") else []
            axis = None
            if parser.parse_optional_punctuation(","):
                parser.parse_keyword("axis")
                axis = parser.parse_integer()
        return QuantAttr.of(scales, [int(z) for z in zero_points], axis).parameters


def _decimal(scale: float) -> str:
    """The shortest text of a float32 that reads back as it; the dot is what makes it a float."""
    mantissa, e, exponent = str(np.float32(scale)).partition("e")
    return f"{mantissa}{'' if '.' in mantissa else '.0'}{e}{exponent}"


def _print_numbers(printer: Printer, numbers: Sequence[str]) -> None:
    if len(numbers) == 1:
        return printer.print_string(numbers[0])
    printer.print_string(f"[{', '.join(numbers)}]")


def _parse_numbers(parser: AttrParser) -> list[float]:
    many = parser.parse_optional_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_number)
    return [parser.parse_number()] if many is None else list(many)


def tensor(shape: Sequence[int], dtype: str, quant: QuantAttr | None = None) -> Tensor:
    element = cast(Element, (ELEMENTS | HANDLES)[dtype])
    return TensorType(element, shape, quant or NoneAttr())


def tensor_type(value: SSAValue) -> Tensor:
    # `isa` with the generic type would say the same in hundreds of times the time.
    type: Attribute = value.type
    if not isinstance(type, TensorType):
        raise VerifyException(f"not a tensor of numbers: {type}")
    return cast(Tensor, type)


def shape(value: SSAValue) -> tuple[int, ...]:
    return tensor_type(value).get_shape()


def dtype(value: SSAValue | Tensor) -> str:
    """NumPy's name of the element type."""
    element = (tensor_type(value) if isinstance(value, SSAValue) else value).element_type
    if element not in _NAMES:
        raise VerifyException(f"element type {element} is not known here")
    return _NAMES[element]


def nbytes(type: Tensor) -> int:
    """As they are stored: two elements of an int4 share a byte."""
    return stored_bytes(prod(type.get_shape()), dtype(type))


def in_memory(dtype: str) -> np.dtype[np.generic]:
    """NumPy's type of the elements of an array here: an int4 has a byte of its own."""
    return np.dtype("int8" if dtype == "int4" else dtype)


def stored_bytes(count: int, dtype: str) -> int:
    """Bytes of so many elements where they are stored."""
    return (count + 1) // 2 if dtype == "int4" else count * np.dtype(dtype).itemsize


def stored(array: Array, dtype: str) -> Array:
    """The elements as they are stored: of an int4 two in a byte, the first in the low half."""
    if dtype != "int4":
        return array
    flat = array.reshape(-1).astype(np.uint8) & 15
    pairs = np.append(flat, np.zeros(flat.size % 2, np.uint8)).reshape(-1, 2)
    return pairs[:, 0] | pairs[:, 1] << 4


def restored(data: bytes, count: int) -> Array:
    """The elements of an int4 from their bytes."""
    pairs = np.frombuffer(data, np.uint8)
    halves = np.stack([pairs << 4, pairs & 0xF0], axis=-1).view(np.int8) >> 4
    return halves.reshape(-1)[:count]


def encoding(value: SSAValue | Tensor) -> QuantAttr | None:
    """The per-tensor quantization in the type, if there is one."""
    type = tensor_type(value) if isinstance(value, SSAValue) else value
    return type.encoding if isinstance(type.encoding, QuantAttr) else None


def dense(array: Array, type: Tensor) -> DenseIntOrFPElementsAttr[Element]:
    """A constant from an array, by its bytes: `from_list` is a thousand times slower."""
    return DenseIntOrFPElementsAttr(type, BytesAttr(array.astype(in_memory(dtype(type))).tobytes()))


def array(value: DenseIntOrFPElementsAttr[Element], type: Tensor) -> Array:
    """The array of a constant, not copied unless it is printed as a splat."""
    flat = np.frombuffer(value.data.data, in_memory(dtype(type)))
    count = prod(type.get_shape())
    return (np.broadcast_to(flat, count) if flat.size < count else flat).reshape(type.get_shape())


def numbers(values: DenseArrayBase[Float32Type] | DenseArrayBase[IntegerType]) -> Array:
    """The elements of an array attribute of float32 or int64, by its bytes."""
    return np.frombuffer(values.data.data, "<f4" if values.elt_type == f32 else "<i8")


def integers(values: Sequence[int] | Int) -> DenseArrayBase[IntegerType]:
    """By their bytes, as constants are; ValueError where one does not fit."""
    try:
        return DenseArrayBase(i64, BytesAttr(np.array(values, "<i8").tobytes()))
    except OverflowError as e:
        raise ValueError(f"not all of {list(values)} fit 64 bits") from e


_PER_TENSOR = integers([])
"""The axis of one scale per tensor."""


def strings(values: Sequence[str]) -> ArrayAttr[StringAttr]:
    return ArrayAttr(StringAttr(v) for v in values)
