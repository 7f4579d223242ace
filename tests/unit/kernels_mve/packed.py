"""Random constants and record numbers for every packing by its name."""

import numpy as np

from helia_aot.ir.types import Array
from helia_aot.kernels.mve import conv as mve_conv
from helia_aot.kernels.mve import depthwise as mve_depthwise
from helia_aot.kernels.mve import depthwise_any as mve_depthwise_any
from helia_aot.kernels.mve import fully_connected as mve_fully_connected
from helia_aot.kernels.mve.blocks import Requant
from helia_aot.kernels.mve.conv import ConvShape
from helia_aot.kernels.mve.depthwise_any import DepthwiseAnyShape
from helia_aot.kernels.mve.fully_connected import FullyConnectedShape
from tests.unit.kernels_mve.conv_cases import random_shape
from tests.unit.kernels_mve.depthwise_cases import random_tile_shape
from tests.unit.kernels_mve.quantization import Numbers

Packed = tuple[dict[str, Array], dict[str, int]]


def packed_call(name: str, rng: np.random.Generator) -> Packed:
    """What the packing of that name is given."""
    made = {
        "conv_2d_s8_mve": _conv,
        "depthwise_conv_2d_s8_mve": _depthwise,
        "depthwise_any_s8_mve": _depthwise_any,
        "filter_rows_s8_mve": _filter_rows,
        "fully_connected_s8_mve": _fully_connected,
        "rows_s8_mve": _rows,
        "single_depthwise_conv_2d_s8_mve": _single_depthwise,
    }
    return made[name](rng)


def _requant(rng: np.random.Generator, channels: int, form: int | None = None) -> Requant:
    return Numbers(rng).requant(channels, 30, int(rng.integers(0, 3)) if form is None else form)


def _weights(rng: np.random.Generator, *shape: int) -> Array:
    return rng.integers(-128, 128, shape, np.int8)


def _with(weights: Array, requant: Requant) -> dict[str, Array]:
    return {"weights": weights, **requant.constants()}


def _conv(rng: np.random.Generator) -> Packed:
    s = random_shape(rng, int(rng.integers(1, 41)), int(rng.integers(1, 21)))
    q = _requant(rng, s.output_c)
    weights = _weights(rng, s.output_c, s.kernel_h, s.kernel_w, s.input_c)
    return _with(weights, q), mve_conv.numbers(s, q)


def _single_depthwise(rng: np.random.Generator) -> Packed:
    s = ConvShape(1, 9, 9, 1, 9, 9, int(rng.integers(1, 20)), 3, 5, 1, 1, 1, 2)
    q = _requant(rng, s.output_c)
    return _with(_weights(rng, 1, 3, 5, s.output_c), q), mve_conv.numbers(s, q)


def _rows(rng: np.random.Generator) -> Packed:
    s = ConvShape(1, 1, 5, 48, 1, 5, int(rng.integers(1, 20)), 1, 1)
    q = _requant(rng, s.output_c)
    return _with(_weights(rng, s.output_c, 48), q), mve_conv.numbers(s, q)


def _fully_connected(rng: np.random.Generator) -> Packed:
    inputs, outputs = int(rng.integers(1, 70)), int(rng.choice([*range(1, 41), 264, 277, 600]))
    s = FullyConnectedShape(1, inputs, outputs)
    q = _requant(rng, outputs)
    return _with(_weights(rng, outputs, inputs), q), mve_fully_connected.numbers(s, q)


def _filter_rows(rng: np.random.Generator) -> Packed:
    outputs = int(rng.integers(1, 30))
    s = FullyConnectedShape(1, 3 * 2 * 5, outputs, (3, 2))
    q = _requant(rng, outputs)
    return _with(_weights(rng, outputs, 3, 2, 5), q), mve_fully_connected.numbers(s, q)


def _depthwise(rng: np.random.Generator) -> Packed:
    s = random_tile_shape(rng, int(rng.integers(1, 41)), int(rng.integers(1, 21)))
    q = _requant(rng, s.channels, int(rng.integers(1, 3)))
    return _with(_weights(rng, 1, 3, 3, s.channels), q), mve_depthwise.numbers(s, q)


def _depthwise_any(rng: np.random.Generator) -> Packed:
    kernel = (5, 5) if rng.random() < 0.5 else (7, 1)
    width = 9 if kernel[1] > 1 else 1
    channels, multiplier = 6 * int(rng.integers(1, 7)), int(rng.integers(1, 4))
    pads = kernel[0] // 2, kernel[1] // 2
    s = mve_depthwise_any.turned(
        DepthwiseAnyShape(1, 9, width, 9, width, channels, multiplier, *kernel, 1, 1, *pads)
    )
    q = _requant(rng, s.channels)
    return _with(_weights(rng, 1, *kernel, s.channels), q), mve_depthwise_any.numbers(s, q)
