"""Cases of FULLY_CONNECTED: layers of the benchmark models, and random ones around the tails."""

import numpy as np

from helia_aot.kernels.mve import fully_connected as mve
from helia_aot.kernels.mve.blocks import BLOCK, RELU, RIGHT, Requant
from helia_aot.kernels.mve.fully_connected import FullyConnectedShape
from tests.unit.kernels_mve import reference
from tests.unit.kernels_mve.image import KernelCase
from tests.unit.kernels_mve.quantization import Numbers, layer_of

KERNELS = [(mve.HELPER, mve.RECORD), (mve.FEW, mve.RECORD)]


def fully_connected_case(
    rng: np.random.Generator,
    shape: FullyConnectedShape,
    form: int,
    per_channel: bool,
    label: str = "",
) -> KernelCase:
    q = Numbers(rng, not label).requant(shape.outputs, shape.inputs, form)
    if not per_channel:
        q = q._replace(
            multipliers=np.full(shape.outputs, q.multipliers[0]),
            shifts=np.full(shape.outputs, q.shifts[0]),
        )
    x = rng.integers(-128, 128, (shape.batches, shape.inputs), np.int8)
    weights = rng.integers(-128, 128, (shape.outputs, shape.inputs), np.int8)
    acc = (x.astype(np.int64) - q.input_zero) @ weights.astype(np.int64).T + q.bias
    assert mve.accepts(shape)
    line = Requant.shared(layer_of(weights, q)) if shape.outputs >= BLOCK else None
    stored = line or q
    return KernelCase(
        mve.helper(shape).key,
        mve.RECORD,
        mve.numbers(shape, stored),
        {"input": x, **mve.pack(shape, weights, stored)},
        shape.scratch(),
        reference.finish(acc, q.multipliers, q.shifts, q.output_zero, q.low, q.high),
        label or str(shape),
    )


def random_case(rng: np.random.Generator, units: int, batches: int) -> KernelCase:
    """Some have so many units that they take several passes."""
    inputs = int(rng.choice([*range(1, 40), 48, 64, 80, 100, 128, 144, 256, 272]))
    outputs = units + int(rng.choice([0, 0, 0, 0, 240, 256]))
    shape = FullyConnectedShape(batches, inputs, outputs)
    return fully_connected_case(rng, shape, int(rng.integers(0, 3)), rng.random() < 0.5)


BENCHMARKS = {
    "ad01 640->128": (FullyConnectedShape(1, 640, 128), RELU),
    "ad01 128->128": (FullyConnectedShape(1, 128, 128), RELU),
    "ad01 128->8": (FullyConnectedShape(1, 128, 8), RELU),
    "ad01 8->128": (FullyConnectedShape(1, 8, 128), RELU),
    "ad01 128->640 signed": (FullyConnectedShape(1, 128, 640), RIGHT),
    "kws 64->12 signed": (FullyConnectedShape(1, 64, 12), RIGHT),
    "vww 256->2 signed": (FullyConnectedShape(1, 256, 2), RIGHT),
    "micro_speech 4000->4 signed": (FullyConnectedShape(1, 4000, 4), RIGHT),
    "hello_world 16->16": (FullyConnectedShape(1, 16, 16), RELU),
    "hello_world 1->16": (FullyConnectedShape(1, 1, 16), RELU),
    "hello_world 16->1": (FullyConnectedShape(1, 16, 1), RIGHT),
}
