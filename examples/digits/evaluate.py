"""Run every held-out digit through the reference interpreters and count the right answers.

Knows the .tflite file and the two interpreters the project is measured against, LiteRT's
reference kernels and TensorFlow Lite Micro. It does not know this compiler.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType
from tflite_micro import runtime

Array = np.ndarray[Any, Any]


def litert(path: Path) -> Interpreter:
    interpreter = Interpreter(
        str(path), experimental_op_resolver_type=OpResolverType.BUILTIN_REF, num_threads=1
    )
    interpreter.allocate_tensors()
    return interpreter


def run_litert(path: Path, images: Array) -> Array:
    interpreter = litert(path)
    source = interpreter.get_input_details()[0]["index"]
    result = interpreter.get_output_details()[0]["index"]
    outputs: list[Array] = []
    for image in images:
        interpreter.set_tensor(source, image)
        interpreter.invoke()
        outputs.append(interpreter.get_tensor(result)[0])
    return np.array(outputs)


def run_micro(path: Path, images: Array) -> Array:
    interpreter = runtime.Interpreter.from_file(str(path))
    outputs: list[Array] = []
    for image in images:
        interpreter.set_input(image, 0)
        interpreter.invoke()
        outputs.append(interpreter.get_output(0)[0].copy())
    return np.array(outputs)


def print_operators(path: Path) -> None:
    interpreter = litert(path)
    shapes = {t["index"]: tuple(map(int, t["shape"])) for t in interpreter.get_tensor_details()}
    for op in interpreter._get_ops_details():  # the interpreter has no public list
        inputs = ", ".join(str(shapes[i]) for i in op["inputs"] if i >= 0)
        outputs = ", ".join(str(shapes[i]) for i in op["outputs"])
        print(f"#{op['index']} {op['op_name']}: {inputs} -> {outputs}")


def report(name: str, outputs: Array, labels: Array) -> None:
    right = int((outputs.argmax(axis=1) == labels).sum())
    print(f"{name}: {right} of {len(labels)} right, {right / len(labels):.2%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent)
    folder: Path = parser.parse_args().folder
    path = folder / "digits.tflite"
    data = np.load(folder / "digits.npz")
    images, labels = data["input_0"], data["labels"]

    print_operators(path)
    reference, micro = run_litert(path, images), run_micro(path, images)
    report("LiteRT BUILTIN_REF", reference, labels)
    report("tflite_micro", micro, labels)
    apart = np.abs(reference.astype(int) - micro.astype(int))
    print(f"digits with unequal outputs: {int(apart.any(axis=1).sum())}, largest: {apart.max()}")


if __name__ == "__main__":
    main()
