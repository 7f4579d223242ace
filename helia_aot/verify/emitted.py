"""A program written out as the module that the runner builds. Knows no operator by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from helia_aot.verify.mapping import Match
from helia_aot.verify.module import Arena, Capture, Module

if TYPE_CHECKING:
    from helia_aot.backend_c.program import Program
    from helia_aot.ir import aot


def with_callbacks(module: aot.ModuleOp, callbacks: bool) -> aot.ModuleOp:
    """The same program with or without the operator callback: it changes no kernel, no place."""
    from helia_aot.ir import aot

    if module.config.data.callbacks == callbacks:
        return module
    changed = module.clone()
    changed.config = aot.ConfigAttr(module.config.data._replace(callbacks=callbacks))
    return changed


def write_module(
    module: aot.ModuleOp, program: Program, directory: Path, captures: Sequence[Match] = ()
) -> Module:
    """Emits into a directory; the tensors of `captures` are recorded after their operator ran."""
    from helia_aot.backend_c.emit import emit
    from helia_aot.backend_c.kernel_runtime import forwards
    from helia_aot.backend_c.tree import write_tree

    write_tree(directory, emit(module))
    return Module(
        directory=directory,
        prefix=program.prefix,
        input_nbytes=tuple(t.elements * np.dtype(t.dtype).itemsize for t in program.inputs),
        callbacks=program.config.callbacks,
        captures=tuple(_capture(m) for m in captures),
        arenas=() if program.config.allocate_arenas else _arenas(program, directory),
        cmsis_nn=tuple(h.cmsis for h in program.helpers if forwards(h, program.config.provider)),
        hydrates=bool(program.staged) and not program.config.auto_hydrate,
        bound_inputs=tuple(program.bound(t) for t in program.inputs),
        bound_outputs=tuple(t.nbytes if program.bound(t) else 0 for t in program.outputs),
    )


def constant_symbols(program: Program) -> tuple[str, ...]:
    """The objects that hold the constants."""
    return tuple(r.constants_symbol for r in program.regions if r.constants_symbol)


def region_bytes(program: Program, role: str) -> int:
    """Bytes of all regions of a role."""
    return sum(r.size for r in program.regions if r.role == role)


def _capture(match: Match) -> Capture:
    placement, tensor = match.tensor.placement, match.tensor
    nbytes = tensor.elements * np.dtype(tensor.dtype).itemsize
    return Capture(match.operator.layer_index, placement.region, placement.offset, nbytes)


def _arenas(program: Program, directory: Path) -> tuple[Arena, ...]:
    """The regions that the application binds; of constants read in place, to their file's bytes."""
    return tuple(
        Arena(
            f"{program.macro}_REGION_{r.name.upper()}",
            r.size,
            (directory / r.sidecar).resolve() if r.cold and r.sidecar else None,
        )
        for r in program.regions
    )
