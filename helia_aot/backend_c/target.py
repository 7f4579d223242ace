"""`helia-opt -t c`: the files of a module as one stream, or as a tree."""

from pathlib import Path
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target

from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.tree import write_tree
from helia_aot.ir import aot


class CTarget(Target):
    """C: every file headed by `// ==== path`; a file that is not text in hex."""

    name = "c"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        for path, content in emit(single_module(module)).items():
            output.write(f"// ==== {path}\n")
            output.write(content if isinstance(content, str) else content.hex() + "\n")

    @staticmethod
    def write(module: ModuleOp, directory: Path) -> None:
        write_tree(directory, emit(single_module(module)))


def single_module(module: ModuleOp) -> aot.ModuleOp:
    found = [o for o in module.body.block.ops if isinstance(o, aot.ModuleOp)]
    if len(found) != 1:
        raise ValueError(f"C is made from one aot.module, found {len(found)}: run lower-to-aot")
    return found[0]
