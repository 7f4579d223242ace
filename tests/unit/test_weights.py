"""Weights stay in flash at no more than 1.05 times their int8 size, summed over a model."""

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from helia_aot import config
from helia_aot.driver import passes, run_passes
from helia_aot.frontend.litert.graph import import_model
from helia_aot.ir.aot import KernelOp
from helia_aot.ir.constants import constant
from helia_aot.ir.types import Array
from helia_aot.kernels.kinds import KINDS
from helia_aot.passes.pack_weights import PackWeightsPass
from tests.paths import shared

MODELS = (
    "mlperf_kws_dscnn_int8",
    "mlperf_vww_int8",
    "mlperf_ic_resnet_int8",
    "mlperf_ad01_int8",
    "tflm_micro_speech_quantized",
)
MOST = 1.05


def before_packing(name: str, platform: str) -> ModuleOp:
    """A model whose kernels are chosen, with its constants as they stand in the file."""
    path = shared("models", f"{name}.tflite")
    module = import_model(path.read_bytes(), path.name)
    steps = passes(config.validate({"target": {"platform": platform}}))
    count = next(i for i, step in enumerate(steps) if isinstance(step, PackWeightsPass))
    run_passes(module, steps[:count], lambda _: None)
    return module


def constants(call: KernelOp) -> dict[str, Array]:
    """The constants of a call by field."""
    found = {name: constant(value) for name, value in call.constant_operands().items()}
    return {name: array for name, array in found.items() if array is not None}


def stored(call: KernelOp, given: dict[str, Array]) -> int:
    """Bytes of the weights as the kernel reads them, bias and requantization apart.

    Streams of words hold those as well, as many as were given; elsewhere bytes are weights.
    """
    if call.packing is None:
        return given["weights"].nbytes
    (helper,) = call.shared_kernel_helpers()
    packing = KINDS[helper.struct_kind].packing(call.packing.data)
    packed = packing.pack(given, dict(call.numbers.data))
    if packed["weights"].dtype == np.int8:
        return sum(array.nbytes for array in packed.values() if array.itemsize == 1)
    apart = sum(array.nbytes for name, array in given.items() if name != "weights")
    return sum(array.nbytes for array in packed.values()) - apart


@pytest.mark.parametrize("platform", ["mps2-an386", "mps3-an547"])
@pytest.mark.parametrize("name", MODELS)
def test_packed_weights_are_not_much_larger(name: str, platform: str) -> None:
    calls = [o for o in before_packing(name, platform).walk() if isinstance(o, KernelOp)]
    weighted = [(o, given) for o in calls if "weights" in (given := constants(o))]
    plain = sum(given["weights"].size for _, given in weighted)
    packed = sum(stored(o, given) for o, given in weighted)
    assert plain <= packed <= MOST * plain
