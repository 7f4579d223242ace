"""One model on everything that can run it: both oracles, `evaluate`, and the generated C.

A model may hold many operators side by side, each with its own inputs and outputs: then one build
and one run cover them all. Knows no operator.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import SSAValue

from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.tree import write_tree
from helia_aot.driver import ConvertArgs, compile_model
from helia_aot.frontend.litert.graph import import_model
from helia_aot.ir.constants import constant
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.types import dtype, shape
from helia_aot.platforms import platform
from helia_aot.verify.build import build
from helia_aot.verify.cases import Case
from helia_aot.verify.module import Module
from helia_aot.verify.runner import run
from helia_aot.verify.toolchain import SANITIZERS
from tests.tools import require_tool

Array = npt.NDArray[Any]
PREFIX = "ops"


def main_of(data: bytes) -> FuncOp:
    """The model's graph in the tfl dialect."""
    module = import_model(data, "test")
    (main,) = (op for op in module.body.block.ops if isinstance(op, FuncOp))
    return main


def random_inputs(data: bytes, seed: int = 0) -> list[Array]:
    """Integers over their whole range, real numbers around zero."""
    rng = np.random.default_rng(seed)
    return [_random(rng, dtype(a), shape(a)) for a in main_of(data).body.block.args]


def _random(rng: np.random.Generator, kind: str, dims: Sequence[int]) -> Array:
    if kind == "float32":
        return (rng.standard_normal(dims) * 8).astype(np.float32)
    limits = np.iinfo(kind)
    return rng.integers(limits.min, limits.max, dims, kind, endpoint=True)


def evaluated(data: bytes, inputs: Sequence[Array]) -> list[Array]:
    """What the operators' reference semantics say."""
    block = main_of(data).body.block
    values: dict[SSAValue, Any] = dict(zip(block.args, inputs, strict=True))

    def value(of: SSAValue) -> Any:
        return values[of] if of in values else constant(of)

    outputs: list[Array] = []
    for op in block.ops:
        if isinstance(op, AotOperator):
            values |= zip(op.results, op.evaluate(*map(value, op.operands)), strict=True)
        elif isinstance(op, ReturnOp):
            outputs = [value(v) for v in op.operands]
    return outputs


def tflm(data: bytes, inputs: Sequence[Array]) -> list[Array]:
    """What TensorFlow Lite Micro's reference kernels say."""
    runtime: Any = pytest.importorskip("tflite_micro").runtime
    interpreter = runtime.Interpreter.from_bytes(data, arena_size=1 << 24)
    for i, x in enumerate(inputs):
        interpreter.set_input(x, i)
    interpreter.invoke()
    count = len(main_of(data).function_type.outputs)
    return [np.array(interpreter.get_output(i)) for i in range(count)]


def litert(data: bytes, inputs: Sequence[Array]) -> list[Array]:
    """What LiteRT's reference kernels say."""
    from ai_edge_litert.interpreter import Interpreter, OpResolverType

    interpreter: Any = Interpreter(
        model_content=data, experimental_op_resolver_type=OpResolverType.BUILTIN_REF
    )
    interpreter.allocate_tensors()
    for detail, x in zip(interpreter.get_input_details(), inputs, strict=True):
        interpreter.set_tensor(detail["index"], x)
    interpreter.invoke()
    return [np.array(interpreter.get_tensor(d["index"])) for d in interpreter.get_output_details()]


def compiled(
    data: bytes,
    inputs: Sequence[Array],
    work: Path,
    optimize: str = "balanced",
    cpu: str | None = None,
) -> list[Array]:
    """What the generated module says, built for the host with sanitizers.

    With `cpu` it has the kernels that are chosen for that core, in their portable bodies.
    """
    require_tool("gcc")
    args = ConvertArgs(
        model=data,
        module={"prefix": PREFIX, "optimize": optimize},
        target={} if cpu is None else {"cpu": cpu},
    )
    program = compile_model(data, "test", args.config)
    write_tree(work / "module", emit(program))
    module = Module(work / "module", PREFIX, tuple(x.nbytes for x in inputs))
    image = build(module, platform("host"), work / "build", flags=SANITIZERS)
    (case,) = run(image, [Case(tuple(x.tobytes() for x in inputs))]).cases
    types = main_of(data).body.block.last_op
    assert isinstance(types, ReturnOp)
    return [
        np.frombuffer(got, dtype(v)).reshape(shape(v))
        for got, v in zip(case.outputs, types.operands, strict=True)
    ]


def assert_same(want: Sequence[Array], got: Sequence[Array], what: str) -> None:
    """Bit for bit, NaN included; the message counts the differing elements of every output."""
    assert len(want) == len(got)
    different = {
        i: f"{np.count_nonzero(w != g)} of {w.size}"
        for i, (w, g) in enumerate(zip(want, got, strict=True))
        if w.shape != g.shape or w.dtype != g.dtype or w.tobytes() != g.tobytes()
    }
    assert not different, f"{what}: {different}"
