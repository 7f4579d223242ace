"""The process that an oracle runs in: `oracle_worker.py DIRECTORY`.

Both oracles are native code that says on stderr what it refuses, and that a model can crash: TFLM
dies of a small arena, LiteRT of some states. Here neither reaches the caller. It imports nothing of
this package, so that it runs wherever the caller's interpreter does.

DIRECTORY holds `request.json`, `model.tflite` and `inputs.npz` (`i<input>`, cases as leading axis);
`results.npz` (`o<output>`, `t<tensor>`, likewise) is written there.
"""

# pyright: reportMissingTypeStubs=false

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Array = Any
Run = Callable[[list[Array], list[int]], tuple[list[Array], list[Array]]]
"""Inputs of one case, and tensors to keep: outputs, and those tensors."""


def tflm(model: bytes, request: dict[str, Any]) -> Run:
    """TensorFlow Lite Micro's reference kernels, with every tensor in memory of its own."""
    from tflite_micro import runtime

    micro: Any = runtime
    interpreter = micro.Interpreter.from_bytes(
        model,
        arena_size=request["arena"],
        intrepreter_config=micro.InterpreterConfig.kPreserveAllTensors,
    )
    outputs = range(len(request["outputs"]))

    def run(inputs: list[Array], tensors: list[int]) -> tuple[list[Array], list[Array]]:
        for index, value in enumerate(inputs):
            interpreter.set_input(value, index)
        interpreter.invoke()
        kept = [np.array(interpreter.GetTensor(t, 0)["tensor_data"]) for t in tensors]
        return [np.array(interpreter.get_output(i)) for i in outputs], kept

    return run


def litert(model: bytes, request: dict[str, Any]) -> Run:
    """LiteRT's reference kernels: no delegate, no optimised kernel, no shared buffers."""
    from ai_edge_litert.interpreter import Interpreter, OpResolverType

    interpreter: Any = Interpreter(
        model_content=model,
        experimental_op_resolver_type=OpResolverType.BUILTIN_REF,
        experimental_preserve_all_tensors=True,
        num_threads=1,
    )
    interpreter.allocate_tensors()

    def run(inputs: list[Array], tensors: list[int]) -> tuple[list[Array], list[Array]]:
        for index, value in zip(request["inputs"], inputs, strict=True):
            interpreter.set_tensor(index, value)
        interpreter.invoke()
        get = interpreter.get_tensor
        return [get(i) for i in request["outputs"]], [get(i) for i in tensors]

    return run


ORACLES: dict[str, Callable[[bytes, dict[str, Any]], Run]] = {"tflm": tflm, "litert": litert}


def main(directory: Path) -> None:
    request = json.loads((directory / "request.json").read_text())
    with np.load(directory / "inputs.npz") as file:
        inputs = [file[f"i{n}"] for n in range(len(request["inputs"]))]
    run = ORACLES[request["oracle"]]((directory / "model.tflite").read_bytes(), request)
    tensors: list[int] = request["tensors"]
    results = [run([a[c] for a in inputs], tensors) for c in range(request["cases"])]
    stacked = {
        f"o{n}": np.stack([r[0][n] for r in results]) for n in range(len(request["outputs"]))
    }
    stacked |= {f"t{t}": np.stack([r[1][n] for r in results]) for n, t in enumerate(tensors)}
    np.savez(directory / "results.npz", allow_pickle=False, **stacked)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except (RuntimeError, ValueError) as error:
        sys.exit(f"{error}")
