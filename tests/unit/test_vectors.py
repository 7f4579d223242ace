"""Single operators cut from real networks, with the activations that really flow there.

Each case whose operator is supported runs as C on the host and as the operator's `evaluate`; the
others skip with the compiler's own reason. Integers are exact, floats within the operator's bound.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from helia_aot.errors import UnsupportedModelError
from helia_aot.frontend.litert.graph import import_model
from helia_aot.ir.constants import constant
from helia_aot.ir.evaluate import evaluate
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.verify.golden import read_golden
from helia_aot.verify.subject import read_subject
from tests.host import Array, HostModule
from tests.paths import SHARED

FOLDERS = [SHARED / "vectors" / name for name in ("ops", "seanet")]
CASES = sorted(
    p for folder in FOLDERS for p in folder.glob("*.tflite") if p.with_suffix(".npz").is_file()
)


def bound(graph: ModuleOp, inputs: Sequence[Array]) -> float:
    """By how much its floats may differ: 0 where its operator states nothing."""
    given = iter(inputs)
    stated = 0.0
    for op in graph.walk():
        if isinstance(op, AotOperator) and op.states_bound:
            known = (constant(v) for v in op.operands)
            operands = [next(given) if a is None else a for a in known]
            stated = max(stated, op.float_bound(operands, [0.0] * len(operands)) or 0.0)
    return stated


def test_there_are_cases_or_a_reason() -> None:
    if not CASES:
        pytest.skip("needs ../shared/vectors/ops, which is not beside this checkout")


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_vector(path: Path) -> None:
    data = path.read_bytes()
    try:
        graph = import_model(data, path.name)
        module = HostModule(data, path.name)
    except UnsupportedModelError as e:
        pytest.skip(f"refused: {e.reasons[0]}")
    golden = read_golden(path.with_suffix(".npz"), read_subject(data, path.name))
    expected = golden.expected.get("tflm") or golden.expected["ref"]
    for case in range(golden.batch.count):
        inputs = [a[case] for a in golden.batch.arrays]
        computed = module.run(*inputs)
        meant = evaluate(graph, inputs)
        within = bound(graph, inputs)
        for got, reference, want in zip(computed, meant, expected, strict=True):
            compare(got, reference, want[case], within)


def compare(got: Array, reference: Array, want: Array, within: float) -> None:
    """The C equals `evaluate` bit for bit, and both the oracle as far as floats can."""
    np.testing.assert_array_equal(got.reshape(want.shape), reference.reshape(want.shape))
    if want.dtype.kind != "f":
        np.testing.assert_array_equal(got.reshape(want.shape), want)
        return
    off = np.abs(got.reshape(want.shape).astype(np.float64) - want.astype(np.float64))
    assert off.max(initial=0.0) <= within
