"""A module's files from an `aot.module`. Knows C, and no operator."""

from collections.abc import Iterator

from helia_aot.backend_c.kernel_runtime import (
    arguments,
    forwards,
    parameters,
    runtime_files,
    with_prefix,
)
from helia_aot.backend_c.layout import COLUMNS, c_string, clipped, comment, wrapped
from helia_aot.backend_c.literals import floating, number, rows
from helia_aot.backend_c.program import Operator, Program, Tensor, read_program
from helia_aot.backend_c.regions import ModuleRegion
from helia_aot.backend_c.residency import plan_hash, residency
from helia_aot.backend_c.steps import Step
from helia_aot.backend_c.template_lookup import template
from helia_aot.ir import aot
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.identifiers import begins_within_word
from helia_aot.ir.ops import record_of
from helia_aot.ir.program import CANARY_BYTES
from helia_aot.ir.types import C_TYPES
from helia_aot.kernels.cmsis_nn.core import Core, core_of

STATUSES = (
    ("OK", "ok"),
    ("MORE", "the inference is unfinished: call again"),
    ("ERROR_NULL", "a pointer is NULL"),
    ("ERROR_UNBOUND", "a region or a buffer has no memory: bind it first"),
    ("ERROR_SIZE", "a buffer is too small"),
    ("ERROR_ALIGNMENT", "a buffer is not aligned"),
    ("ERROR_REGION", "no such region or buffer, or not one to bind"),
    ("ERROR_STATE", "the context is not initialized: call init before run"),
    ("ERROR_KERNEL", "a kernel failed"),
    ("ERROR_CHECKSUM", "constants are not those of the model"),
    ("ERROR_CANARY", "an operator wrote outside its tensors"),
)
"""Names and texts of `<prefix>_status_t`, in the order of their values."""


def emit(module: aot.ModuleOp) -> dict[str, str | bytes]:
    """All files of the module by path; the same program gives the same bytes."""
    p = read_program(module)
    made: dict[str, str | bytes] = {path: _render(name, p) for path, name in _files(p)}
    made[f"includes-api/{p.prefix}_kernels.h"] = kernels_header(p)
    for source in runtime_files(p.helpers, p.config.provider):
        renamed = with_prefix(source.text, p.prefix)
        made[f"src/{with_prefix(source.name, p.prefix)}"] = renamed
    made |= {r.sidecar: r.data for r in p.regions if r.sidecar}
    if p.config.residency:
        made[f"{p.prefix}_residency.json"] = residency(p)
    return dict(sorted(made.items()))


def _files(p: Program) -> Iterator[tuple[str, str]]:
    """Paths of the printed files, each with the template it is printed from."""
    for name in ("CMakeLists.txt", "LICENSE", "README.md"):
        yield name, name
    for name in ("context.h", "memory.h", "model.h", "tensors.h"):
        yield f"includes-api/{p.prefix}_{name}", name
    optional = {
        "arenas.c": bool(writable(p)),
        "bind_arena.c": not p.config.allocate_arenas,
        "bind_io.c": p.binds,
        "checks.c": p.config.checks,
        "checks.h": p.config.checks,
        "constants.c": any(r.constants_symbol for r in p.regions),
        "hydrate_constants.c": bool(p.staged),
        "operators.c": p.config.schedule == "calls",
        "operators.h": p.config.schedule == "calls",
    }
    for name in ("kernels.c", "model.c", "regions.h", *(n for n, on in optional.items() if on)):
        yield f"src/{p.prefix}_{name}", name


def kernels_header(p: Program) -> str:
    """Descriptor structs and prototypes."""
    return template("kernels.h").render(
        prefix=p.prefix,
        records=p.records,
        helpers=p.helpers,
        provider=p.config.provider,
        checks=p.config.checks,
        core=tuple(Core).index(core_of(p.config.target)),
        forwards=forwards,
        parameters=parameters,
        wrapped=wrapped,
    )


def _render(name: str, p: Program) -> str:
    return template(name).render(
        p=p,
        M=p.macro,
        arguments=arguments,
        brief=brief,
        byte_rows=byte_rows,
        called=called,
        c_string=c_string,
        canary_bytes=CANARY_BYTES,
        comment=comment,
        descriptor=descriptor,
        forwards=forwards,
        foreign=foreign,
        dtypes=tuple(C_TYPES),
        makes_rows=makes_rows,
        memories=memories,
        place=place,
        plan_hash=plan_hash,
        rows=rows,
        scale=scale,
        statuses=STATUSES,
        step_words=step_words,
        wrapped=wrapped,
        writable=writable,
        zero_point=zero_point,
    )


def foreign(p: Program) -> int:
    """Operators that run on functions of another provider."""
    return sum(bool(o.helper and forwards(o.helper, p.config.provider)) for o in p.operators)


def scale(tensor: Tensor) -> str:
    return floating(tensor.quant.scale if tensor.quant else 0.0, 9, "f")


def zero_point(tensor: Tensor) -> int:
    return tensor.quant.zero_point if tensor.quant else 0


def makes_rows(helper: KernelHelper) -> bool:
    """Whether a kernel is told which rows to make."""
    return record_of(helper.struct_kind).rows


def memories(p: Program) -> list[str]:
    """The memories that regions lie in or are copied from."""
    return sorted({m for r in p.regions for m in (r.memory, r.source_memory)})


def writable(p: Program) -> list[ModuleRegion]:
    """The regions whose memory the module emits and that are not read-only."""
    return [r for r in p.regions if r.symbol and not r.cold]


def descriptor(p: Program, o: Operator) -> Iterator[str]:
    """The initializer of a node's descriptor, a line per member."""
    assert o.helper is not None, "a view has no descriptor"
    record = record_of(o.helper.struct_kind)
    for f in record.tensors:
        if f.variadic:
            yield f".{f.name} = {o.id}_{f.name},"
            yield f".{f.name}_count = {len(o.variadic[f.name])},"
        elif tensor := o.fields[f.name]:
            start = f".{f.name} = {tensor.reference}, /* "
            yield f"{start}{clipped(place(p, tensor), COLUMNS - len(start) - 7)} */"
        else:
            yield f".{f.name} = {p.macro}_NO_REF,"
    for f in record.numbers:
        value = o.numbers[f.name]
        if isinstance(value, tuple):
            numbers: tuple[object, ...] = value  # pyright: ignore[reportUnknownVariableType] # numbers
            yield wrapped(f".{f.name} = {{", [number(v, f.ctype) for v in numbers], "},", 4)
        else:
            yield f".{f.name} = {number(value, f.ctype)},"


def place(p: Program, tensor: Tensor) -> str:
    """Where a tensor lies, and which it is."""
    at = tensor.placement
    where = "nowhere" if at.region < 0 else f"{p.region_id(at.region)} + {at.offset}"
    return f"{where}: {called(tensor)}"


def called(tensor: Tensor) -> str:
    """A tensor in a comment: its id without the rest of a word that the id may begin with."""
    whole = tensor.id.partition("_")[2] if begins_within_word(tensor.name) else ""
    return whole or tensor.id


def byte_rows(data: bytes) -> Iterator[str]:
    """Bytes as lines of an initializer."""
    for start in range(0, len(data), 16):
        yield ", ".join(f"0x{b:02x}" for b in data[start : start + 16]) + ","


def step_words(step: Step) -> str:
    """What a step of a program with control flow is, for a comment."""
    if step.operator is not None:
        return step.operator.id
    return "a condition" if step.condition else "the end of a block"


def brief(text: str) -> str:
    """A name for a comment: of several operators that were fused, the last."""
    return comment(clipped(text.rstrip(";").rpartition(";")[2], 64))
