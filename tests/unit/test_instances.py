"""Every source of the runtime compiles as it stands, and so does every instance of a family."""

import re
import subprocess
from pathlib import Path

import pytest

from helia_aot.backend_c.instances import Family
from helia_aot.backend_c.runtime_sources import Source, closure, exists, files, find
from tests.unit.runtime import write

STEMS = sorted(files())
FAMILIES = {
    stem: family
    for stem in STEMS
    if (family := next(filter(None, (Family.of(s.text) for s in find(stem))), None))
}


def text(name: str) -> dict[str, str]:
    return {source.name: source.text for source in find(name)}


def test_there_are_families() -> None:
    assert "helia_tile_mve_k64" in FAMILIES


@pytest.mark.parametrize("stem", FAMILIES)
def test_a_family_is_an_instance_of_its_own(stem: str) -> None:
    """What its source says for its default is what its declaration would make of it."""
    values = FAMILIES[stem].values(stem, exists)
    assert values is not None
    given = "".join(text(stem).values())
    for key, value in values.items():
        defined = re.findall(rf"(?m)^#define HELIA_{key} (.*)$", given)
        assert set(defined) <= {value}, key


def test_a_source_that_stands_there_is_not_made() -> None:
    assert "Made from" not in "".join(text("helia_tile_mve_k8").values())


def test_an_instance_says_what_it_was_made_from() -> None:
    made = text("helia_tile_mve_k144_step48")
    first = "/* Made from tile_mve_k64.S of the runtime: DEPTH = 144, STEP = 48. */\n"
    assert made["helia_tile_mve_k144_step48.S"].startswith(first)
    assert (
        "#define HELIA_DEPTH 144\n#define HELIA_STEP 48\n" in made["helia_tile_mve_k144_step48.S"]
    )
    assert "#ifndef HELIA_TILE_MVE_K144_STEP48_H\n" in made["helia_tile_mve_k144_step48.h"]


def test_what_is_left_out_keeps_its_default() -> None:
    made = text("helia_tile_mve_k160")["helia_tile_mve_k160.S"]
    assert "#define HELIA_DEPTH 160\n#define HELIA_STEP HELIA_DEPTH\n" in made


def test_an_instance_uses_its_likes() -> None:
    made = text("helia_conv_2d_s8_mve_copied_k112")["helia_conv_2d_s8_mve_copied_k112.c"]
    assert '#include "helia_tile_mve_k112.h"' in made
    assert "k64" not in made.partition("*/")[2]


def test_a_default_without_a_parameter_gives_its_own_name_alone() -> None:
    made = text("helia_softmax_s8_s16")["helia_softmax_s8_s16.c"]
    assert "void helia_softmax_s8_s16(const helia_softmax_s8_s16_t *d, const int8_t *input" in made
    assert "helia_largest_s8(" in made
    assert "#define HELIA_TO int16_t\n" in made


@pytest.mark.parametrize(
    "name",
    [
        "helia_tile_mve_k0",
        "helia_tile_mve_k40",
        "helia_tile_mve_k272",
        "helia_tile_mve_k64_step2",
        "helia_tile_mve_",
        "helia_conv_2d_s8_mve_k40",
        "helia_dw_mve_s3_relu",
        "helia_dw_mve_s1_linear_3",
        "helia_nothing",
    ],
)
def test_what_no_family_allows_is_not_there(name: str) -> None:
    assert not exists(name)


def test_what_a_module_needs_and_the_runtime_has_not_is_an_error() -> None:
    with pytest.raises(FileNotFoundError, match="helia_tile_mve_k40"):
        closure(["helia_tile_mve_k40"])


def assembles(sources: list[Source], folder: Path) -> None:
    for path in write(folder, sources):
        for compiler in ("arm-none-eabi-gcc", "clang-19 --target=thumbv8.1m.main-none-eabihf"):
            command = f"{compiler} -mcpu=cortex-m55 -mthumb -I{folder} -c {path} -o {folder}/x.o"
            subprocess.run(command.split(), check=True)


@pytest.mark.parametrize(
    "name", ["k16", "k32", "k48", "k128", "k144", "k240", "k256", "k256_step4"]
)
def test_tiles_of_every_kind_assemble(name: str, tmp_path: Path) -> None:
    """Of the depths those beside which the code changes: two pairs a round, pointers ahead."""
    assembles(list(closure([f"helia_tile_mve_{name}"]).values()), tmp_path)
