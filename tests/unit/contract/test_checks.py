"""Modules with checks find an operator that writes outside its tensors, and wrong constants."""

import re
from pathlib import Path
from typing import Any

import pytest

from helia_aot import ConversionResult
from helia_aot.errors import VerificationError
from helia_aot.ir.program import CANARY_BYTES
from helia_aot.platforms import platform
from helia_aot.verify.build import build
from helia_aot.verify.cases import Case
from helia_aot.verify.module import Arena, Module
from helia_aot.verify.runner import run
from tests.paths import DIGITS
from tests.unit.contract.harness import (
    PLAIN,
    STAGED,
    after_kernel,
    assert_exact,
    convert,
    regions,
    run_c,
    tensors,
)
from tests.unit.contract.programs import planned

CHECKS = {"checks": True, "callbacks": True}


def ran(result: ConversionResult, work: Path, arenas: tuple[Arena, ...] = ()) -> None:
    """One case on the host; a status that is no ok is an error."""
    module = Module(result.output_dir, "m", (64,), callbacks=True, arenas=arenas)
    run(build(module, platform("host"), work), [Case((bytes(range(64)),))])


def plant(result: ConversionResult, kernel: str, fault: str) -> None:
    """Let the shared helper of a kernel do something more after the kernel."""
    after_kernel(result, kernel, f"{fault} return 0;")


@pytest.mark.parametrize("schedule", ["table", "calls"])
@pytest.mark.parametrize("on", ["host", "mps2-an386", "mps3-an547"])
def test_a_right_module_stays_exact(on: str, schedule: str) -> None:
    assert_exact(DIGITS, on, module={"checks": True, "schedule": schedule})


@pytest.mark.parametrize(
    ("kernel", "layer", "after"),
    [("conv_2d_s8", 0, 1024), ("max_pool_2d_s8", 4, 256), ("softmax_table_s8", 12, 10)],
)
@pytest.mark.parametrize("byte", [0, CANARY_BYTES - 1])
def test_a_byte_behind_an_output_is_found(
    tmp_path: Path, kernel: str, layer: int, after: int, byte: int
) -> None:
    result = convert(tmp_path / "m", module=CHECKS)
    plant(result, kernel, f"m_at(regions, d->output)[{after + byte}] ^= 1;")
    message = f"'an operator wrote outside its tensors' in case 0, operator {layer}$"
    with pytest.raises(VerificationError, match=message):
        ran(result, tmp_path / "work")


def test_a_byte_ahead_of_an_output_is_found_where_another_tensor_ends(tmp_path: Path) -> None:
    """Every canary in use is checked, not only those of the operator's own tensors."""
    result = convert(tmp_path / "m", module=CHECKS)
    plant(result, "add_s8", "m_at(regions, d->input2)[1024] ^= 1;")
    with pytest.raises(VerificationError, match=r"in case 0, operator 3$"):
        ran(result, tmp_path / "work")


@pytest.mark.parametrize("value", ["0", "0xff", "0xa5"])
def test_no_value_alone_is_a_canary(tmp_path: Path, value: str) -> None:
    """A fill beyond the end is found, whatever it fills with."""
    result = convert(tmp_path / "m", module=CHECKS)
    fill = f"for (int i = 10; i < 26; ++i) {{ m_at(regions, d->output)[i] = {value}; }}"
    plant(result, "softmax_table_s8", fill)
    with pytest.raises(VerificationError, match=r"in case 0, operator 12$"):
        ran(result, tmp_path / "work")


def test_a_byte_behind_an_input_is_found(tmp_path: Path) -> None:
    result = convert(tmp_path / "m", module=CHECKS)
    plant(result, "conv_2d_s8", "m_at(regions, d->input)[64] ^= 1;")
    with pytest.raises(VerificationError, match=r"in case 0, operator 0$"):
        ran(result, tmp_path / "work")


@pytest.mark.parametrize(
    ("kernel", "layer", "after"), [("conv_2d_s8", 0, 1024), ("softmax_table_s8", 12, 10)]
)
def test_every_memory_is_watched(tmp_path: Path, kernel: str, layer: int, after: int) -> None:
    """The output lies in another one than what is between."""
    rules = [{"type": "output", "attributes": {"memory": "dtcm"}}]
    result = convert(tmp_path / "m", module=CHECKS, memory={"tensors": rules})
    plant(result, kernel, f"m_at(regions, d->output)[{after}] ^= 1;")
    with pytest.raises(VerificationError, match=rf"in case 0, operator {layer}$"):
        ran(result, tmp_path / "work")


def test_a_byte_behind_a_kernels_scratch_is_found(tmp_path: Path) -> None:
    result = convert(tmp_path / "m", module=CHECKS, platform="mps2-an386")
    text = (result.output_dir / "src" / "m_kernels.c").read_text()
    found = re.search(r"m_run_(conv_2d\w+)\([^}]*d->scratch\)", text)
    assert found
    scratch = next(t for t in tensors(result) if t.id.endswith("_scratch"))
    plant(result, found[1], f"m_at(regions, d->scratch)[{scratch.nbytes}] ^= 1;")
    with pytest.raises(VerificationError, match="wrote outside its tensors"):
        ran(result, tmp_path / "work")


def test_without_checks_nothing_is_found(tmp_path: Path) -> None:
    result = convert(tmp_path / "m", module={"callbacks": True})
    plant(result, "softmax_table_s8", "m_at(regions, d->output)[10] ^= 1;")
    ran(result, tmp_path / "work")


def test_every_scratch_tensor_has_room_for_its_canary() -> None:
    """A chain needs two tensors at a time, each with a canary in use as long as the tensor."""
    body = """
      %a = aot.kernel "A" via <COPY> {size = 16} ins(%x : tensor<16xi8>) -> tensor<16xi8>
      %b = aot.kernel "B" via <COPY> {size = 16} ins(%a : tensor<16xi8>) -> tensor<16xi8>
      aot.return %b : tensor<16xi8>"""
    sizes: list[int] = []
    for config in ("", ", checks = true"):
        module = planned(body, "%x: tensor<16xi8>", '"x"', config)
        assert module.memory is not None
        sizes.append(module.memory.data[0].data.size)
    assert sizes == [32, 64]


@pytest.mark.parametrize("schedule", ["table", "calls"])
def test_a_view_is_a_step_like_any_other(tmp_path: Path, schedule: str) -> None:
    result = convert(tmp_path / "m", module={"checks": True, "schedule": schedule})
    assert run_c(result.output_dir, PLAIN) == run_c(convert(tmp_path / "b" / "m").output_dir, PLAIN)


def bound(result: ConversionResult) -> tuple[Arena, ...]:
    """What the runner binds: memory of its own, or the bytes of a cold region's file."""
    return tuple(
        Arena(f"(m_arena_region_t){r.id}", r.size, result.output_dir / r.sidecar_file)
        if r.sidecar_file and r.source_symbol is None
        else Arena(f"(m_arena_region_t){r.id}", r.size)
        for r in regions(result)
    )


@pytest.mark.parametrize("checks", [True, False])
def test_binding_checks_the_bytes_of_constants(tmp_path: Path, checks: bool) -> None:
    module = {"checks": checks, "callbacks": True}
    result = convert(tmp_path / "m", module=module, memory={"allocate_arenas": False})
    ran(result, tmp_path / "right", bound(result))
    sidecar = result.output_dir / str(regions(result)[-1].sidecar_file)
    data = bytearray(sidecar.read_bytes())
    data[200] ^= 0x10
    sidecar.write_bytes(data)
    if not checks:
        ran(result, tmp_path / "wrong", bound(result))
        return
    with pytest.raises(VerificationError, match="'constants are not those of the model' at init"):
        ran(result, tmp_path / "wrong", bound(result))


@pytest.mark.parametrize("allocate", [True, False])
def test_a_wrong_copy_of_constants_is_found(tmp_path: Path, allocate: bool) -> None:
    memory: dict[str, Any] = {"tensors": STAGED, "allocate_arenas": allocate}
    result = convert(tmp_path / "m", module=CHECKS, memory=memory)
    arenas = () if allocate else bound(result)
    ran(result, tmp_path / "right", arenas)
    path = result.output_dir / "src" / "m_hydrate_constants.c"
    path.write_text(path.read_text().replace("h->nbytes);", "h->nbytes - 300);"))
    with pytest.raises(VerificationError, match="'constants are not those of the model' at init"):
        ran(result, tmp_path / "wrong", arenas)
