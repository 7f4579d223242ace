"""Modules on the host, in this process: compiled to a shared library, objects kept by content.

A single-operator module costs a few hundredths of a second this way, so that hundreds of vectors
can be run one by one. The images of `helia_aot.verify` are the arbiter for whole models.
"""

import ctypes
import hashlib
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import gettempdir

import numpy as np
from numpy.typing import NDArray

from helia_aot import config
from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.program import Program, read_program
from helia_aot.driver import compile_model

Array = NDArray[np.generic]

FLAGS = ("-std=c99", "-O1", "-fPIC", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror")
CACHE = Path(gettempdir()) / "helia-test-objects"

SHIM = """
#include <string.h>
#include "m_model.h"
static m_model_context_t ctx;
int start(void) { return (int)m_model_init(&ctx); }
void *input(int i) { return ctx.inputs[i].data; }
void *output(int i) { return ctx.outputs[i].data; }
int go(void) { return (int)m_model_run(&ctx); }
"""


RESET = "int again(void) { return (int)m_model_reset(&ctx); }\n"
"""Of a module with state."""


class HostModule:
    """A model compiled for the host; state is kept from run to run."""

    def __init__(self, data: bytes, name: str = "model", target: Mapping[str, str] | None = None):
        settings = config.validate({"module": {"prefix": "m"}, "target": dict(target or {})})
        module = compile_model(data, name, settings)
        self.program: Program = read_program(module)
        files = {k: v if isinstance(v, bytes) else v.encode() for k, v in emit(module).items()}
        shim = SHIM + (RESET if self.program.states else "")
        self.library = ctypes.CDLL(str(_link(files | {"src/shim.c": shim.encode()})))
        for function in (self.library.input, self.library.output):
            function.restype = ctypes.c_void_p
        assert self.library.start() == 0

    def run(self, *inputs: Array) -> tuple[Array, ...]:
        for i, (array, tensor) in enumerate(zip(inputs, self.program.inputs, strict=True)):
            data = np.ascontiguousarray(array, tensor.dtype)
            assert data.size == tensor.elements, f"input {i} has {data.size} elements"
            ctypes.memmove(self.library.input(i), data.ctypes.data, data.nbytes)
        assert self.library.go() == 0
        return tuple(self._output(i) for i in range(len(self.program.outputs)))

    def reset(self) -> None:
        """Puts its state back."""
        assert self.library.again() == 0

    def _output(self, index: int) -> Array:
        tensor = self.program.outputs[index]
        dtype = np.dtype(tensor.dtype)
        raw = ctypes.string_at(self.library.output(index), tensor.elements * dtype.itemsize)
        return np.frombuffer(raw, dtype).reshape(tensor.shape)


def _link(files: Mapping[str, bytes]) -> Path:
    tree = _tree(files)
    objects = [_object(tree, p, files) for p in sorted(files) if p.endswith(".c")]
    library = CACHE / f"{_digest(*(str(o).encode() for o in objects))}.so"
    if not library.exists():
        _call(["gcc", "-shared", *map(str, objects), "-lm"], library)
    return library


def _tree(files: Mapping[str, bytes]) -> Path:
    root = CACHE / _digest(*(k.encode() + b"\0" + v for k, v in sorted(files.items())))
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return root


def _object(tree: Path, name: str, files: Mapping[str, bytes]) -> Path:
    headers = [v for k, v in sorted(files.items()) if k.endswith(".h")]
    out = CACHE / f"{_digest(files[name], *headers, ' '.join(FLAGS).encode())}.o"
    if not out.exists():
        includes = [f"-I{tree / 'includes-api'}", f"-I{tree / 'src'}"]
        _call(["gcc", *FLAGS, *includes, "-c", str(tree / name)], out)
    return out


def _call(command: Sequence[str], out: Path) -> None:
    """Run a compiler; its output appears whole or not at all, since workers share the cache."""
    partial = out.with_name(f"{out.name}.{id(command)}-{_pid()}")
    done = subprocess.run([*command, "-o", str(partial)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    partial.replace(out)


def _pid() -> int:
    import os

    return os.getpid()


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\1".join(hashlib.sha256(p).digest() for p in parts)).hexdigest()[:24]
