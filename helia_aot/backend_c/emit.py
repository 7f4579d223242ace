"""A module's files from an `aot.module`. Knows C, and no operator."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
from mako.lookup import TemplateLookup
from mako.template import Template

from helia_aot.backend_c.kernel_runtime import arguments, parameters, runtime_files, with_prefix
from helia_aot.backend_c.literals import floating, number, rows
from helia_aot.backend_c.program import Operator, Program, Tensor, read_program
from helia_aot.ir import aot
from helia_aot.ir.ops import RECORDS
from helia_aot.ir.types import C_TYPES

_TEMPLATES = Path(__file__).parent / "templates"


def emit(module: aot.ModuleOp) -> dict[str, str]:
    """All files of the module by path; the same program gives the same bytes."""
    p = read_program(module)
    files = {
        f"includes-api/{p.prefix}_model.h": "model.h",
        f"includes-api/{p.prefix}_context.h": "context.h",
        f"includes-api/{p.prefix}_tensors.h": "tensors.h",
        f"src/{p.prefix}_model.c": "model.c",
        f"src/{p.prefix}_kernels.c": "kernels.c",
        f"src/{p.prefix}_constants.h": "constants.h",
        f"src/{p.prefix}_constants.c": "constants.c",
        "CMakeLists.txt": "CMakeLists.txt",
        "README.md": "README.md",
        "LICENSE": "LICENSE",
    }
    made = {path: _render(name, p) for path, name in files.items()}
    made[f"includes-api/{p.prefix}_kernels.h"] = kernels_header(p)
    for source in runtime_files(p.helpers):
        made[f"src/{with_prefix(source.name, p.prefix)}"] = with_prefix(source.read_text(), p.prefix)
    return dict(sorted(made.items()))


def kernels_header(p: Program) -> str:
    """Descriptor structs and prototypes."""
    template = _template("kernels.h")
    return template.render(
        prefix=p.prefix, records=p.records, helpers=p.helpers, parameters=parameters
    )


def _render(name: str, p: Program) -> str:
    return _template(name).render(
        p=p,
        arguments=arguments,
        c_string=c_string,
        comment=comment,
        descriptor=descriptor,
        dtypes=tuple(C_TYPES),
        members=members,
        rows=rows,
        scale=scale,
        size=size,
        zero_point=zero_point,
    )


@cache
def _template(name: str) -> Template:
    lookup = TemplateLookup([_TEMPLATES], strict_undefined=True, imports=[])
    return lookup.get_template(f"{name}.mako")


def size(tensor: Tensor) -> int:
    """Bytes of a tensor's elements."""
    return tensor.elements * np.dtype(tensor.dtype).itemsize


def scale(tensor: Tensor) -> str:
    return floating(tensor.quant.scale if tensor.quant else 0.0, 9, "f")


def zero_point(tensor: Tensor) -> int:
    return tensor.quant.zero_point if tensor.quant else 0


def members(p: Program, region: int) -> Iterator[tuple[Tensor, int]]:
    """The constants of a region with the bytes that follow each before the next."""
    tensors = p.constants(region)
    ends = [t.placement.offset for t in tensors[1:]] + [p.regions[region].size]
    for tensor, end in zip(tensors, ends, strict=True):
        yield tensor, end - tensor.placement.offset - tensor.placement.size


def descriptor(p: Program, o: Operator) -> Iterator[str]:
    """The initializer of a node's descriptor, a line per member."""
    assert o.helper is not None, "a view has no descriptor"
    record = RECORDS[o.helper.struct_kind]
    for f in record.tensors:
        if f.variadic:
            yield f".{f.name} = {p.prefix}_{o.id}_{f.name},"
            yield f".{f.name}_count = {len(o.variadic[f.name])},"
        elif tensor := o.fields[f.name]:
            yield f".{f.name} = {tensor.reference}, /* {_place(p, tensor)} */"
        else:
            yield f".{f.name} = {p.macro}_NO_REF,"
    for f in record.numbers:
        value = o.numbers[f.name]
        if isinstance(value, tuple):
            yield f".{f.name} = {{{', '.join(number(v, f.ctype) for v in value)}}},"  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType] # numbers
        else:
            yield f".{f.name} = {number(value, f.ctype)},"


def _place(p: Program, tensor: Tensor) -> str:
    at = tensor.placement
    where = "nowhere" if at.region < 0 else f"{p.region_id(at.region)} + {at.offset}"
    return f"{tensor.id}: {where}"


def comment(text: str) -> str:
    """Any text as it may stand in a C comment."""
    plain = text.encode("ascii", "backslashreplace").decode().replace("*/", "* /").replace("/*", "/ *")
    return "".join(c if c.isprintable() else "?" for c in plain).rstrip("\\")


def c_string(text: str) -> str:
    """Any text as a C string literal; everything unusual as octal escapes."""
    data = text.encode("utf-8", "surrogateescape")
    usual = {c for c in range(32, 127)} - {ord('"'), ord("\\"), ord("?")}
    return '"' + "".join(chr(b) if b in usual else f"\\{b:03o}" for b in data) + '"'
