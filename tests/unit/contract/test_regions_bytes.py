"""Objects, guards, sidecars, placement macros: what the module holds and where it puts it."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from helia_aot import ConversionResult
from helia_aot.verify.toolchain import find_tool
from helia_aot.views import RegionRole
from tests.paths import DIGITS, shared
from tests.tools import require_tool
from tests.unit.contract.harness import (
    PLAIN,
    STAGED,
    assert_exact,
    convert,
    regions,
    run_c,
    source_text,
)

IN_ITCM = [{"type": "*", "attributes": {"memory": "itcm"}}]
CONSTANTS_IN_ITCM = [{"type": "constant", "attributes": {"memory": "itcm"}}]
FROM_ITCM = [
    {"type": "constant", "attributes": {"memory": "itcm", "constant_destination_memory": "dtcm"}}
]


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the default module, which other tests prove exact, makes of the fixed input."""
    return run_c(convert(tmp_path_factory.mktemp("plain") / "m").output_dir, PLAIN)


def objects(result: ConversionResult, *flags: str) -> dict[str, tuple[str, int]]:
    """Section and size of every data object of a module's own files."""
    require_tool("gcc", "objdump")
    found: dict[str, tuple[str, int]] = {}
    for source in sorted((result.output_dir / "src").glob("m_*.c")):
        out = result.output_dir.parent / f"{source.stem}.o"
        includes = [f"-I{result.output_dir / 'includes-api'}", f"-I{source.parent}"]
        command = [find_tool("gcc"), *flags, *includes, "-c", str(source), "-o", str(out)]
        subprocess.run(command, check=True)
        table = subprocess.run(
            ["objdump", "-t", str(out)], check=True, capture_output=True, text=True
        ).stdout
        for section, size, name in re.findall(r" O (\S+)\s+([0-9a-f]+) (\w+)$", table, re.M):
            found[name] = (section, int(size, 16))
    return found


def byte_check(result: ConversionResult, symbol: str, offset: int) -> str:
    """A program that prints the bytes of an object behind its guard."""
    return f"""
#include "m_regions.h"
int main(void)
{{
    const uint8_t *bytes = (const uint8_t *)&{symbol} + {offset};
    for (size_t i = 0; i < sizeof {symbol} - {offset}; ++i) {{ printf("%02x", bytes[i]); }}
    (void)ctx; (void)write_inputs; (void)print_outputs;
    return 0;
}}
"""


def test_a_region_is_one_object_of_its_size(tmp_path: Path) -> None:
    result = convert(tmp_path / "m")
    found = objects(result)
    for region in regions(result):
        assert region.symbol
        assert found[region.symbol][1] == region.size
        assert (region.offset, region.source_offset) == (0, 0)
        assert (region.source_symbol, region.sidecar_file) == (None, None)


def test_itcm_gets_a_guard_ahead_of_it(tmp_path: Path, outputs: list[str]) -> None:
    rules = [*IN_ITCM, *CONSTANTS_IN_ITCM]
    result = convert(tmp_path / "m", memory={"tensors": rules})
    found = objects(result)
    for region in regions(result):
        assert region.symbol
        assert region.offset > 0
        assert region.offset % region.alignment == 0
        assert found[region.symbol][1] == region.offset + region.size
    assert run_c(result.output_dir, PLAIN) == outputs
    checks = "\n".join(
        f"if (ctx.regions[{r.id}] != (const uint8_t *)&{r.symbol} + {r.offset}) {{ return 3; }}"
        for r in regions(result)
    )
    checked = PLAIN.replace("write_inputs();", f"write_inputs(); {checks}")
    main = f'#include "m_regions.h"\n{checked}'
    assert run_c(result.output_dir, main) == outputs


@pytest.mark.parametrize("allocate", [True, False])
def test_a_source_in_itcm_has_a_guard_in_both_modes(tmp_path: Path, allocate: bool) -> None:
    memory: dict[str, Any] = {"tensors": FROM_ITCM, "allocate_arenas": allocate}
    result = convert(tmp_path / "m", memory=memory)
    region = regions(result)[-1]
    assert region.source_symbol
    assert region.source_offset == 16
    assert region.offset == 0
    assert objects(result)[region.source_symbol][1] == 16 + region.size


def test_the_application_owns_all_arenas(tmp_path: Path) -> None:
    result = convert(tmp_path / "m", memory={"allocate_arenas": False})
    assert all(r.symbol is None and r.offset == 0 for r in regions(result))
    large = {name for name, (_, size) in objects(result).items() if size >= 1000}
    assert large <= {"schedule", "need"}


TWO_SOURCES: list[dict[str, Any]] = [
    *STAGED,
    {"id": "conv_2d_0_shifts", "attributes": {"memory": "psram"}},
]
COLD_AND_STAGED: list[dict[str, Any]] = [
    {"type": "constant", "attributes": {"memory": "psram"}},
    {"id": "conv_2d_0_shifts", "attributes": {"constant_destination_memory": "dtcm"}},
]
SIDECARS: dict[str, list[dict[str, Any]]] = {
    "cold": [],
    "staged": STAGED,
    "guarded": FROM_ITCM,
    "two sources": TWO_SOURCES,
    "cold and staged": COLD_AND_STAGED,
}


@pytest.mark.parametrize("rules", SIDECARS.values(), ids=SIDECARS)
def test_a_sidecar_is_the_regions_bytes(tmp_path: Path, rules: list[dict[str, Any]]) -> None:
    """The same bytes as the object that the other mode emits, and as the source of the copy."""
    bound = convert(tmp_path / "a" / "m", memory={"tensors": rules, "allocate_arenas": False})
    own = convert(tmp_path / "b" / "m", memory={"tensors": rules})
    for region, other in zip(regions(bound), regions(own), strict=True):
        assert (region.sidecar_file is not None) == (region.role is RegionRole.CONSTANT)
        assert other.sidecar_file is None
        if region.sidecar_file is None:
            continue
        data = (bound.output_dir / region.sidecar_file).read_bytes()
        assert len(data) == region.size
        symbol = other.source_symbol or other.symbol
        assert symbol
        offset = other.source_offset if other.source_symbol else other.offset
        (text,) = run_c(own.output_dir, byte_check(own, symbol, offset))
        assert bytes.fromhex(text) == data
        if region.source_symbol:
            main = byte_check(bound, region.source_symbol, region.source_offset)
            assert run_c(bound.output_dir, main) == [text]


def test_without_macros_nothing_is_placed(tmp_path: Path) -> None:
    result = convert(tmp_path / "m")
    assert {section for section, _ in objects(result).values()} <= {
        *(".rodata", ".data.rel.ro.local", ".bss", ".data.rel.ro"),
        ".data.rel.local",
    }


def put(name: str) -> str:
    return f'__attribute__((section(".{name}.data")))'


@pytest.mark.parametrize("where", ["command line", "config header"])
def test_macros_place_the_objects_of_a_memory(tmp_path: Path, where: str) -> None:
    result = convert(tmp_path / "m", memory={"tensors": STAGED})
    memories = ("dtcm", "mram", "sram")
    if where == "command line":
        flags = [f"-DM_PUT_IN_{m.upper()}={put(m)}" for m in memories]
    else:
        lines = [f"#define M_PUT_IN_{m.upper()} {put(m)}" for m in memories]
        (tmp_path / "board.h").write_text("\n".join(lines) + "\n")
        flags = [f"-I{tmp_path}", '-DM_CONFIG_HEADER="board.h"']
    found = objects(result, *flags)
    assert found["m_scratch_sram"][0] == ".sram.data"
    assert found["m_constant_dtcm_from_mram"][0] == ".dtcm.data"
    assert found["m_constant_dtcm_from_mram_source"][0] == ".mram.data"


def test_constants_and_arenas_may_share_a_memory(tmp_path: Path) -> None:
    rules = [{"type": "*", "attributes": {"memory": "dtcm"}}]
    rules.append({"type": "constant", "attributes": {"memory": "dtcm"}})
    result = convert(tmp_path / "m", memory={"tensors": rules})
    found = objects(result, f"-DM_PUT_IN_DTCM={put('dtcm')}")
    assert found["m_scratch_dtcm"][0] == found["m_constant_dtcm"][0] == ".dtcm.data"


def test_nothing_is_emitted_for_features_that_are_off(tmp_path: Path) -> None:
    text = source_text(convert(tmp_path / "m"))
    for word in ("bind", "hydrate", "canar", "crc", "callback", "guard", "_STARTED"):
        assert not re.search(rf"\w*{word}\w*\(", text), word
    files = {p.name for p in (tmp_path / "m").rglob("*") if p.is_file()}
    assert not {f for f in files if f.endswith((".bin", ".json"))}
    assert not {f"m_{n}" for n in ("checks.c", "bind_arena.c", "hydrate_constants.c")} & files


@pytest.mark.parametrize("model", ["digits", "mlperf_kws_dscnn_int8", "mlperf_vww_int8"])
def test_weights_staged_from_itcm_to_dtcm_on_a_board(model: str) -> None:
    """In the board's real memories: the source begins near address zero, the copy in the TCM."""
    path = DIGITS if model == "digits" else shared("models", f"{model}.tflite")
    flags = (
        '-DM_PUT_IN_DTCM=__attribute__((section(".dtcm.bss")))',
        '-DM_PUT_IN_ITCM=__attribute__((section(".itcm.rodata")))',
    )
    assert_exact(path, "mps3-an547", memory={"tensors": FROM_ITCM}, flags=flags)
