"""What the views say, asked of the compiled module itself, for models of many kinds."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helia_aot import ConversionResult
from helia_aot.frontend.litert import records
from helia_aot.verify.subject import read_subject
from helia_aot.views import RegionRole, RegionView, TensorKind, TensorView
from tests.unit.contract.harness import (
    STAGED,
    convert,
    operators,
    placements,
    regions,
    run_c,
    tensors,
)
from tests.unit.contract.odd_models import KINDS, odd_model
from tests.unit.ops.backends import evaluated, random_inputs

Arrays = Sequence[np.ndarray[Any, Any]]

VARIANTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "plain": ({}, {}),
    "guarded": (
        {"schedule": "calls", "callbacks": True},
        {"tensors": [{"type": t, "attributes": {"memory": "itcm"}} for t in ("*", "constant")]},
    ),
    "bound": (
        {"checks": True, "callbacks": True},
        {"allocate_arenas": False, "io": "application", "tensors": STAGED},
    ),
}

HEAD = """
#include <stdlib.h>
#include "m_kernels.h"
#include "m_regions.h"

static void check(int ok, const char *what)
{
    if (!ok) {
        printf("wrong: %s\\n", what);
        exit(1);
    }
}

#define CHECK(condition) check((condition) ? 1 : 0, #condition)

"""

LISTEN = """
static int32_t begun, ended;

static void listen(int32_t op, m_operator_state_t state, int32_t status, void *user_data)
{
    (void)user_data;
    CHECK(status == M_OK);
    if (state == M_OP_RUN_STARTED) { CHECK(op == begun && begun == ended); ++begun; }
    if (state == M_OP_RUN_FINISHED) { CHECK(op == ended && begun == ended + 1); ++ended; }
}
"""


def bytes_of(name: str, data: bytes) -> str:
    content = ", ".join(map(str, data)) or "0"
    return f"static uint8_t {name}[] __attribute__((aligned(16))) = {{{content}}};"


def text(condition: str) -> str:
    return f"    CHECK({condition});"


# Before a run


def numbers(result: ConversionResult) -> Iterator[str]:
    """Enumerators and counts."""
    for i, t in enumerate(tensors(result)):
        yield text(f"M_TENSOR_{t.id.upper()} == {i}")
    yield text(f"M_TENSORS == {len(tensors(result))}")
    yield text(f"M_OPERATORS == {len(operators(result))}")
    yield text(f"M_REGIONS == {len(regions(result))}")
    for i, r in enumerate(regions(result)):
        assert r.id == i
        name = f"M_REGION_{enumerator(r)}"
        yield text(f"{name} == {i} && {name}_NBYTES == {r.size}")
        yield text(f"{name}_ALIGNMENT == {r.alignment}")


def enumerator(r: RegionView) -> str:
    staged = f"_FROM_{r.source_memory.upper()}" if r.memory != r.source_memory else ""
    return f"{r.role.upper()}_{r.memory.upper()}{staged}"


def objects(result: ConversionResult) -> Iterator[str]:
    """Regions begin where their objects and guards say."""
    for r in regions(result):
        yield text(f"(uintptr_t)ctx.regions[{r.id}] % {r.alignment} == 0")
        if r.symbol:
            start = f"(const uint8_t *)&{r.symbol} + {r.offset}"
            yield text(f"ctx.regions[{r.id}] == {start}")
            yield text(f"sizeof {r.symbol} == {r.offset + r.size}")
        if r.source_symbol:
            source = f"(const uint8_t *)&{r.source_symbol} + {r.source_offset}"
            yield text(f"memcmp({source}, ctx.regions[{r.id}], {r.size}) == 0")


def ports(result: ConversionResult, views: Sequence[TensorView]) -> Iterator[str]:
    """What the context says of inputs and outputs."""
    for role in ("input", "output"):
        found = [t for t in views if getattr(t, f"{role}_index") is not None]
        for t in found:
            i = getattr(t, f"{role}_index")
            yield text(f"m_{role}s_id[{i}] == {views.index(t)}")
            yield from port(result, t, f"ctx.{role}s[{i}]")


def port(result: ConversionResult, t: TensorView, c: str) -> Iterator[str]:
    place = placements(result)[t.id]
    yield text(f"{c}.nbytes == {t.nbytes} && {c}.rank == {len(t.shape)}")
    yield text(f"{c}.elements == {int(np.prod(t.shape))} && {c}.type == M_TYPE_{t.dtype.upper()}")
    for axis, size in enumerate(t.shape):
        yield text(f"{c}.shape[{axis}] == {size}")
    if t.quantization:
        yield text(f"{c}.scale == {np.float32(t.quantization.scale[0])!s}f")
        yield text(f"{c}.zero_point == {(*t.quantization.zero_point, 0)[0]}")
    if place.region is not None:
        yield text(f"(uint8_t *){c}.data == ctx.regions[{place.region}] + {place.offset}")


def constants(result: ConversionResult, known: Sequence[records.Tensor]) -> Iterator[str]:
    """A named constant, with portable kernels, is the bytes of the file, where its view says; of a
    rewritten operator it may have another shape, and another order."""
    named = {t.name: t.data for t in known if t.name and t.data is not None}
    shared = [t.name for t in tensors(result)]
    for i, t in enumerate(tensors(result)):
        data = named.get(t.name or "")
        if data is None or np.shape(data) != t.shape or shared.count(t.name) > 1:
            continue
        place = placements(result)[t.id]
        raw = bytes(np.asarray(data).tobytes())
        assert place.size == t.nbytes == len(raw)
        yield bytes_of(f"constant_{i}", raw).replace("static ", "    static ")
        at = f"ctx.regions[{place.region}] + {place.offset}"
        yield text(f"memcmp({at}, constant_{i}, {len(raw)}) == 0")


# A run


def binding(result: ConversionResult) -> tuple[list[str], list[str]]:
    """Buffers, and the statements that bind them."""
    buffers: list[str] = []
    steps: list[str] = []
    for r in regions(result):
        if r.symbol is None:
            data = bytes(r.size)
            if r.sidecar_file and r.source_symbol is None:
                data = (result.output_dir / r.sidecar_file).read_bytes()
            buffers.append(bytes_of(f"region_{r.id}", data))
            number = f"(m_arena_region_t){r.id}"
            steps.append(text(f"m_bind_arena(&ctx, {number}, region_{r.id}, {r.size}) == M_OK"))
    for t in tensors(result):
        for role in ("input", "output"):
            i = getattr(t, f"{role}_index")
            if i is not None and placements(result)[t.id].region is None and t.nbytes:
                name = f"{role}_{i}"
                buffers.append(bytes_of(name, bytes(t.nbytes)))
                steps.append(text(f"m_bind_{role}(&ctx, {i}, {name}, sizeof {name}) == M_OK"))
    return buffers, steps


def run(want: Arrays, inputs: Arrays) -> Iterator[str]:
    for i, x in enumerate(inputs):
        if x.size:
            yield f"    memcpy(ctx.inputs[{i}].data, given_{i}, {x.nbytes});"
    yield text("m_model_run(&ctx) == M_OK")
    for i, y in enumerate(want):
        if y.size:
            yield text(f"memcmp(ctx.outputs[{i}].data, wanted_{i}, {y.nbytes}) == 0")


def program(result: ConversionResult, data: bytes, callbacks: bool) -> str:
    inputs = random_inputs(data)
    want = evaluated(data, inputs)
    buffers, steps = binding(result)
    arrays = [bytes_of(f"given_{i}", x.tobytes()) for i, x in enumerate(inputs) if x.size]
    arrays += [bytes_of(f"wanted_{i}", y.tobytes()) for i, y in enumerate(want) if y.size]
    listening = "    ctx.callback = listen;" if callbacks else ""
    lines = [
        *(HEAD, LISTEN if callbacks else "", *buffers, *arrays, "int main(void)\n{"),
        *("    (void)write_inputs;", "    (void)print_outputs;", listening, *steps),
        *(text("m_model_init(&ctx) == M_OK"), *numbers(result), *objects(result)),
        *ports(result, tensors(result)),
        *constants(result, read_subject(data, "odd").graph.tensors),
        *run(want, inputs),
        text(f"ended == {len(operators(result))}") if callbacks else "",
        *("    return 0;", "}\n"),
    ]
    return "\n".join(lines)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_module_is_as_its_views_say(tmp_path: Path, kind: str, variant: str) -> None:
    module, memory = VARIANTS[variant]
    data = odd_model(kind)
    result = convert(tmp_path / "m", data, module=module, memory=memory)
    callbacks = bool(module.get("callbacks"))
    assert run_c(result.output_dir, program(result, data, callbacks)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_views_are_consistent(tmp_path: Path, kind: str) -> None:
    """Every tensor is placed inside its region, every identifier is known, locals are locals."""
    made = [("generic", 0), ("generic", 2), ("mps2-an386", 2), ("mps3-an547", 2)]
    for platform, level in made:
        directory = tmp_path / f"{platform}-{level}"
        result = convert(directory, odd_model(kind), platform=platform, level=level)
        views = {t.id: t for t in tensors(result)}
        assert list(placements(result)) == list(views)
        assert len({o.symbol for o in operators(result)}) == len(operators(result))
        for o in operators(result):
            own, ports = set(o.local_tensor_ids), {*o.input_ids, *o.output_ids}
            assert len(own) == len(o.local_tensor_ids)
            assert own.isdisjoint(ports)
            assert own | ports <= set(views)
            assert {views[i].kind for i in own} <= {TensorKind.CONSTANT, TensorKind.SCRATCH}
        for id, t in views.items():
            check_place(result, id, t)


def check_place(result: ConversionResult, id: str, t: TensorView) -> None:
    place = placements(result)[id]
    assert place.size == t.nbytes
    if place.region is None:
        assert 0 in t.shape
        return
    assert t.nbytes > 0
    region = regions(result)[place.region]
    assert 0 <= place.offset <= place.offset + place.size <= region.size
    assert place.offset % region.alignment == 0
    assert place.source_memory == region.source_memory
    assert place.staged == (region.memory != region.source_memory)
    if t.kind in (TensorKind.CONSTANT, TensorKind.SCRATCH, TensorKind.PERSISTENT):
        assert region.role == t.kind.value
    assert region.role is not RegionRole.PERSISTENT
