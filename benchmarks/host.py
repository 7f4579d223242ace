"""How much faster than TFLM's interpreter a module is on this host: a ratio, and nothing more.

    python -m benchmarks.host [NAME ...]

Both run the same model on one thread: the module's portable kernels, compiled by gcc -O2, and TFLM
with the reference kernels of its Python package. Nanoseconds differ from machine to machine, so
none are printed. What the ratio says of a microcontroller is nothing: that is counted in
`benchmarks/instructions.py`.
"""

import ctypes
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.instructions import MODELS, model_path
from helia_aot import AotConverter, ConvertArgs
from helia_aot.verify.toolchain import find_tool

SECONDS = 0.5
"""How long each is timed, at least."""
REPEATS = 5

ENTRY = """
#include "m_model.h"
static m_model_context_t context;
int start(void) { return m_model_init(&context); }
int infer(void) { return m_model_run(&context); }
"""


def fastest(run: Callable[[], object]) -> float:
    """Seconds of a call, the least of some means."""
    run()
    count = 1
    while (taken := timed(run, count)) < SECONDS / REPEATS:
        count = max(2 * count, int(count * SECONDS / REPEATS / max(taken, 1e-9)))
    return min(timed(run, count) for _ in range(REPEATS)) / count


def timed(run: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        run()
    return time.perf_counter() - start


def module(path: Path, folder: Path) -> Callable[[], int]:
    """The inference of a model's module, loaded into this process."""
    args = ConvertArgs(model=path, module={"path": folder / "m", "prefix": "m"})
    AotConverter(args).convert()
    (folder / "entry.c").write_text(ENTRY)
    sources = [folder / "entry.c", *sorted((folder / "m" / "src").glob("*.c"))]
    library = folder / "m.so"
    flags = ["-std=c99", "-O2", "-shared", "-fPIC", f"-I{folder / 'm' / 'includes-api'}"]
    command = [find_tool("gcc"), *flags, *map(str, sources), "-o", str(library)]
    subprocess.run(command, check=True)
    loaded = ctypes.CDLL(str(library))
    if loaded.start():
        raise RuntimeError(f"{path.name}: the module does not start")
    return loaded.infer


def interpreter(path: Path) -> Callable[[], object]:
    """The inference of TFLM."""
    runtime: Any = import_module("tflite_micro.python.tflite_micro.runtime")
    tflm = runtime.Interpreter.from_file(str(path), arena_size=16 << 20)
    details = tflm.get_input_details(0)
    tflm.set_input(np.zeros(details["shape"], details["dtype"]), 0)
    return tflm.invoke


def main() -> None:
    for name in sys.argv[1:] or MODELS:
        path = model_path(name)
        if not path.exists():
            print(f"{name}: not beside this checkout, skipped")
            continue
        with tempfile.TemporaryDirectory() as folder:
            ratio = fastest(interpreter(path)) / fastest(module(path, Path(folder)))
        print(f"{name:30} {ratio:6.1f} times as fast as TFLM's reference kernels on this host")


if __name__ == "__main__":
    main()
