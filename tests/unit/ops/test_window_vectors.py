"""Layers cut from real networks, with the activations that flow there, through `evaluate`."""

from pathlib import Path

import numpy as np
import pytest

from helia_aot.frontend.litert.view import parse, view
from tests.unit.ops.backends import assert_same, evaluated

VECTORS = Path(__file__).parents[4] / "shared" / "vectors" / "ops"
CODES = ("average_pool_2d", "conv_2d", "depthwise_conv_2d", "fully_connected", "max_pool_2d")


def is_int8(model: Path) -> bool:
    """Whether all that flows at run time is int8 and the weights are too."""
    data = model.read_bytes()
    graph = view(parse(data, model.name), model.name, data).subgraphs[0]
    operands = [graph.tensors[i] for i in graph.operators[0].inputs if i >= 0]
    return all(t.type == "INT8" for t in operands[:2])


@pytest.mark.parametrize("code", CODES)
def test_vectors(code: str) -> None:
    if not VECTORS.is_dir():
        pytest.skip("no vectors beside the checkout")
    models = [m for m in sorted(VECTORS.glob(f"{code}__*.tflite")) if is_int8(m)]
    assert models
    for model in models:
        case = np.load(model.with_suffix(".npz"))
        got = evaluated(model.read_bytes(), [case["in0"]])
        assert_same([case["tflm0"]], got, model.stem)
