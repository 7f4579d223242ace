"""The header of the descriptors, the calls and the bytes of a descriptor, printed from records.

Stands in for what emission prints into a module, so that kernels are tested without one.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from helia_aot.ir.helper import KernelHelper
from helia_aot.kernels.kernel import Field, Record, Role

_SIZES = {
    "int8_t": "i1",
    "uint8_t": "u1",
    "int16_t": "<i2",
    "uint16_t": "<u2",
    "int32_t": "<i4",
    "uint32_t": "<u4",
    "float": "<f4",
}


def kernels_header(kernels: Sequence[tuple[KernelHelper, Record]]) -> str:
    records = {record.kind: record for _, record in kernels}
    return "\n".join(
        (
            "#ifndef HELIA_KERNELS_H",
            "#define HELIA_KERNELS_H",
            "#include <stdbool.h>",
            '#include "helia_runtime.h"',
            "typedef uint32_t helia_ref_t;",
            *(_struct(record) for record in records.values()),
            *(f"{_signature(helper, record)};" for helper, record in kernels),
            "#endif",
            "",
        )
    )


def kernel_calls(kernels: Sequence[tuple[KernelHelper, Record]]) -> str:
    """The switch over all kernels, by their position."""
    cases = "\n".join(
        f"    case {i}:\n        helia_{h.helper_name}(d{_pointers(r)});\n        break;"
        for i, (h, r) in enumerate(kernels)
    )
    return (
        '#include "helia_kernels.h"\n'
        "void call_kernel(uint32_t kernel, const void *d, void *const *t);\n"
        "void call_kernel(uint32_t kernel, const void *d, void *const *t)\n{\n"
        f"    switch (kernel) {{\n{cases}\n    default:\n        break;\n    }}\n}}\n"
    )


def descriptor(record: Record, numbers: Mapping[str, object]) -> bytes:
    """The struct as the C compiler lays it out."""
    data = bytes(4 * len(record.tensors))
    for field in record.numbers:
        kind = np.dtype(_SIZES[field.ctype])
        data += bytes(-len(data) % kind.itemsize)
        values = np.atleast_1d(np.array(numbers[field.name]))
        if kind.kind != "f" and not np.array_equal(values, values.astype(kind)):
            raise ValueError(f"{field.name} = {values} does not fit {field.ctype}")
        data += values.astype(kind).tobytes()
    return data + bytes(-len(data) % 4)


def _struct(record: Record) -> str:
    lines = [f"    {_member(f)};" for f in (*record.tensors, *record.numbers)]
    return "\n".join(("typedef struct {", *lines, f"}} helia_{record.kind}_t;"))


def _member(field: Field) -> str:
    if field.role is not None:
        return f"helia_ref_t {field.name}"
    return f"{field.ctype} {field.name}" + (f"[{field.length}]" if field.length > 1 else "")


def _signature(helper: KernelHelper, record: Record) -> str:
    tensors = "".join(f", {_pointer(f)}" for f in record.tensors)
    return f"void helia_{helper.helper_name}(const helia_{record.kind}_t *d{tensors})"


def _pointer(field: Field) -> str:
    const = "const " if field.role in (Role.INPUT, Role.CONSTANT) else ""
    return f"{const}{field.ctype} *{field.name}"


def _pointers(record: Record) -> str:
    return "".join(f", t[{i}]" for i in range(len(record.tensors)))
