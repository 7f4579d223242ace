"""Instances of other element types than their sources' own, called on the host."""

import ctypes
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from helia_aot.backend_c.instances import Family, instance
from helia_aot.backend_c.runtime_sources import closure, exists, find
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.ops.families.compare import RECORDS, helpers
from helia_aot.ir.ops.families.pad import PAD, PAD_RECORD
from helia_aot.kernels.kernel import Record
from helia_aot.verify.toolchain import find_tool
from tests.tools import require_tool
from tests.unit.kernels_mve.header import descriptor, kernels_header
from tests.unit.runtime import write

TYPES = {"s16": "int16", "s32": "int32", "s64": "int64", "f32": "float32"}
WARNINGS = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -O2 -shared -fPIC"
Numbers = NDArray[Any]


def header(helper: KernelHelper, record: Record, name: str, ctype: str) -> str:
    """The default's descriptor and prototype as the instance has them."""
    default = f"helia_{helper.helper_name}"
    family = next(f for f in map(Family.of, (s.text for s in find(default))) if f)
    text = instance(family, default, name, {})(kernels_header([(helper, record)]))
    return text.replace("int8_t *", f"{ctype} *").replace(" int8_t value", f" {ctype} value")


def library(folder: Path, helper: KernelHelper, record: Record, suffix: str, compiler: str) -> Any:
    """The kernel with the record of the default, whose tensors have the other type."""
    require_tool(compiler)
    name = f"helia_{helper.helper_name.removesuffix('s8')}{suffix}"
    ctype = TYPES[suffix].replace("float32", "float") + ("" if suffix == "f32" else "_t")
    (folder / "helia_kernels.h").write_text(header(helper, record, name, ctype))
    bodies = [str(p) for p in write(folder, closure(["helia_runtime", name]).values())]
    made = folder / "lib.so"
    subprocess.run(
        [find_tool(compiler), *WARNINGS.split(), f"-I{folder}", *bodies, "-o", str(made)],
        check=True,
    )
    return ctypes.CDLL(str(made))[name]


def elements(rng: np.random.Generator, count: int, dtype: str) -> Numbers:
    if dtype == "float32":
        special = np.array([0.0, -0.0, np.nan, np.inf, -np.inf], np.float32)
        return np.concatenate([special, rng.normal(size=count - 5).astype(np.float32)])
    ends = np.iinfo(dtype)
    return rng.integers(ends.min, ends.max, count, dtype=dtype, endpoint=True)


def extreme(name: str, a: Numbers, b: Numbers) -> Numbers:
    """Of two that compare equal, or not at all, the second."""
    taken = np.greater(a, b) if name == "maximum" else np.less(a, b)
    return np.where(taken, a, b)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("suffix", TYPES)
@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_extremes(name: str, suffix: str, compiler: str, tmp_path: Path) -> None:
    flat, _ = helpers(name)
    call = library(tmp_path, flat, RECORDS[0], suffix, compiler)
    rng = np.random.default_rng(len(name))
    a, b = (rng.permutation(elements(rng, 999, TYPES[suffix])) for _ in range(2))
    output = np.zeros_like(a)
    d = descriptor(RECORDS[0], {"size": a.size})
    call(d, *(array.ctypes.data_as(ctypes.c_void_p) for array in (a, b, output)))
    assert output.tobytes() == extreme(name, a, b).tobytes()


@pytest.mark.parametrize("suffix", TYPES)
@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_extremes_of_stretched_operands(name: str, suffix: str, tmp_path: Path) -> None:
    """A column against a row, so that each operand stays on one element in turn."""
    _, broadcast = helpers(name)
    call = library(tmp_path, broadcast, RECORDS[1], suffix, "gcc")
    rng = np.random.default_rng(len(name))
    a, b = (rng.permutation(elements(rng, n, TYPES[suffix])) for n in (7, 9))
    for first, second in ((0, 1), (1, 0)):
        output = np.zeros((7, 9), TYPES[suffix])
        columns = {"sizes": (1, 1, 1, 1, 7, 9), "rows": 7}
        stretched = ((0, 0, 0, 0, 1, 0), (0, 0, 0, 0, 0, 1))
        numbers = {"strides1": stretched[first], "strides2": stretched[second]}
        given = ((a, b)[first], (a, b)[second], output)
        d = descriptor(RECORDS[1], {**columns, **numbers})
        call(d, *(array.ctypes.data_as(ctypes.c_void_p) for array in given))
        pair = [(a[:, None], b[None])[i] for i in (first, second)]
        assert output.tobytes() == extreme(name, *pair).tobytes()


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("suffix", ["s16", "s32", "f32"])
def test_pad(suffix: str, compiler: str, tmp_path: Path) -> None:
    call = library(tmp_path, PAD, PAD_RECORD, suffix, compiler)
    rng = np.random.default_rng(3)
    x = rng.permutation(elements(rng, 30, TYPES[suffix])).reshape(5, 6)
    expected = np.pad(x, ((1, 2), (3, 0)), constant_values=7)
    output = np.zeros_like(expected)
    number = {"s16": "<i2", "s32": "<i4", "f32": "<f4"}[suffix]
    sizes = {"sizes": (1, 1, 1, 1, 5, 6), "before": (0, 0, 0, 0, 1, 3), "after": (0, 0, 0, 0, 2, 0)}
    d = descriptor(PAD_RECORD, {**sizes, "rows": 8, "value": 0})
    before = d[: 4 * (2 + 3 * 6 + 1)]
    before += bytes(-len(before) % x.itemsize)
    d = before + np.array(7, number).tobytes()
    call(d, *(array.ctypes.data_as(ctypes.c_void_p) for array in (x, output)))
    assert output.tobytes() == expected.tobytes()


@pytest.mark.parametrize("name", ["helia_maximum_s4", "helia_quantize_f32_s32", "helia_pad_u32"])
def test_a_type_that_no_source_has_is_not_there(name: str) -> None:
    assert not exists(name)
