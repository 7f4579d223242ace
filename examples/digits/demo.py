"""The demo: a model becomes C; the C is built, run on every held-out digit, and proven exact.

`make demo` runs it. It needs a C compiler; with arm-none-eabi-gcc it also tells the bytes of code
on a Cortex-M4.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from helia_aot import AotConverter, ConvertArgs, HeliaError
from helia_aot.backend_c.program import read_program
from helia_aot.driver import compile_model
from helia_aot.platforms import platform
from helia_aot.verify.build import build
from helia_aot.verify.cases import Case
from helia_aot.verify.elf import module_sizes
from helia_aot.verify.emitted import constant_symbols, region_bytes
from helia_aot.verify.inputs import Batch
from helia_aot.verify.module import Module
from helia_aot.verify.oracle import run_oracle
from helia_aot.verify.runner import run
from helia_aot.verify.subject import read_subject

Array = npt.NDArray[np.generic]

HERE = Path(__file__).parent
BUILD = HERE.parents[1] / "build" / "demo"
MODEL = HERE / "digits.tflite"


def main() -> None:
    with np.load(HERE / "digits.npz") as held_out:
        digits, labels = held_out["input_0"], held_out["labels"]
    args = ConvertArgs(model=MODEL, module={"path": BUILD / "digits", "prefix": "digits"})
    made = AotConverter(args).convert()
    print(f"converted   {MODEL.name} -> {made.output_dir} ({len(made.files)} files of C)")

    module = Module(made.output_dir, "digits", (digits[0].nbytes,))
    image = build(module, platform("host"), BUILD / "host")
    results = run(image, [Case((d.tobytes(),)) for d in digits]).cases
    ours = np.stack([np.frombuffer(r.outputs[0], np.int8) for r in results])
    print(f"compiled    with {Path(image.toolchain.compile[0]).name}, run on {len(digits)} digits")
    show(digits[0], ours[0])

    data = MODEL.read_bytes()
    oracle = run_oracle("tflm", read_subject(data, MODEL.name), Batch(len(digits), (digits,)))
    theirs = oracle.outputs[0].reshape(ours.shape)
    different = int((ours != theirs).sum())
    print(f"accuracy    {accuracy(ours, labels)} as C, {accuracy(theirs, labels)} in TFLM")
    print(f"exactness   {different} of {ours.size} output values differ from TFLM's reference")
    sizes(data, args)
    if different:
        sys.exit("the module is not exact")


def accuracy(scores: Array, labels: Array) -> str:
    right = int((scores.argmax(axis=1) == labels).sum())
    return f"{right}/{len(labels)} = {right / len(labels):.2%}"


def show(digit: Array, scores: Array) -> None:
    """One digit as text, with what the module says of it."""
    shades = " .:-=+*#%@"
    image = (digit.reshape(8, 8).astype(int) + 128) * (len(shades) - 1) // 255
    for row in image:
        print(" " * 12 + "".join(shades[v] * 2 for v in row))
    print(f"result      this is a {int(scores.argmax())}")


def sizes(data: bytes, args: ConvertArgs) -> None:
    """Flash and RAM: constants and scratch from the plan, code from a Cortex-M4 build."""
    planned = compile_model(data, MODEL.name, args.config)
    program = read_program(planned)
    constants, scratch = region_bytes(program, "constant"), region_bytes(program, "scratch")
    code = m4_code(constant_symbols(program))
    flash = f"{constants} bytes of constants" + (f" + {code} bytes of code (M4)" if code else "")
    print(f"flash       {flash}")
    print(f"RAM         {scratch} bytes of scratch, input and output included")


def m4_code(constants: Sequence[str]) -> int | None:
    """Bytes of code and descriptors on a Cortex-M4; None without its compiler."""
    module = Module(BUILD / "digits", "digits", (64,))
    try:
        image = build(module, platform("mps2-an386"), BUILD / "m4", optimization="-Os")
        return module_sizes(image, constants).code_bytes
    except HeliaError:
        return None


if __name__ == "__main__":
    main()
