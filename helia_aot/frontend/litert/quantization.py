"""Third step: quantization of a tensor, checked. Knows scales and zero points; knows no operator.

Only integer types are quantized; what a float tensor carries is statistics. A 32 or 64 bit
integer whose scales are all zero is an index or a count that some writer stated so, not a
quantized value.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt

from helia_aot.frontend.litert.objects import QUANTIZATION_DETAILS, QuantizationParametersT
from helia_aot.frontend.litert.records import Quantization
from helia_aot.frontend.litert.types import bits_of, integer_range
from helia_aot.frontend.place import Place
from helia_aot.frontend.values import integer, sequence

_INT32 = (-(2**31), 2**31 - 1)
"""Zero points of wider types are kept in 32 bits."""


def read_quantization(
    source: QuantizationParametersT | None, type: str, shape: tuple[int, ...], place: Place
) -> Quantization | None:
    """The quantization of a tensor of `type` and `shape`, or None."""
    if source is None or not integer_range(type):
        return None
    place = place.inner("quantization")
    scale = place.read("scale", _floats, source.scale)
    details = place.read("details_type", integer, source.detailsType)
    scheme = QUANTIZATION_DETAILS.get(details, "unknown")
    if not len(scale) and scheme in ("NONE", "CustomQuantization"):
        return None
    if (bits_of(type) or 0) >= 32 and not np.count_nonzero(scale):
        return None
    _check_scales(scale, place)
    zero_point = _zero_points(source, type, len(scale), place)
    dimension = place.read("quantized_dimension", integer, source.quantizedDimension)
    if len(shape) == 1:
        # Nobody asks which dimension of one: older converters give a bias that of its weights.
        dimension = 0
    if len(scale) > 1:
        _check_channels(len(scale), dimension, shape, place)
    elif not 0 <= dimension < len(shape):
        dimension = 0
    return Quantization(scale, zero_point, dimension, scheme)


def _floats(value: Any) -> npt.NDArray[np.float32]:
    if _is_array(value, np.float32):
        return np.array(value)
    with np.errstate(over="ignore"):
        return np.array(sequence(value), np.float32).ravel()


def _check_scales(scale: npt.NDArray[np.float32], place: Place) -> None:
    """A scale is a positive, finite number."""
    for index in np.flatnonzero(~(np.isfinite(scale) & (scale > 0)))[:1]:
        raise place.fail(f"scale {index} is {scale[index]}, must be positive and finite")


def _zero_points(
    source: QuantizationParametersT, type: str, scales: int, place: Place
) -> npt.NDArray[np.int64]:
    """One zero point per scale, one for all repeated; none where the model gives none."""
    given = place.read("zero_point", _longs, source.zeroPoint)
    if len(given) not in (0, 1, scales):
        raise place.fail(f"there are {scales} scales but {len(given)} zero points")
    low, high = integer_range(type) or _INT32
    low, high = max(low, _INT32[0]), min(high, _INT32[1])
    for value in given[(given < low) | (given > high)][:1]:
        raise place.fail(f"zero point {value} is beyond {type} ({low} to {high})")
    return np.resize(given, scales) if len(given) == 1 else given


def _longs(value: Any) -> npt.NDArray[np.int64]:
    if _is_array(value, np.int64):
        return np.array(value)
    return np.array([integer(item) for item in sequence(value)], np.int64)


def _is_array(value: Any, dtype: type[np.generic]) -> bool:
    """Whether it is an array such as files have: no element needs a look."""
    if not isinstance(value, np.ndarray):
        return False
    array = cast("npt.NDArray[Any]", value)
    return array.ndim == 1 and array.dtype == dtype


def _check_channels(scales: int, dimension: int, shape: tuple[int, ...], place: Place) -> None:
    """Several scales are one per index of the quantized dimension."""
    if not 0 <= dimension < len(shape):
        raise place.fail(f"quantized_dimension is {dimension}, but the shape is {shape}")
    if shape[dimension] != scales:
        raise place.fail(
            f"there are {scales} scales, but dimension {dimension} of {shape} has "
            f"{shape[dimension]}"
        )
