"""The residency report says what the views say; its hash stands in the header."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from helia_aot import ConversionResult
from tests.unit.contract.harness import STAGED, convert, placements, regions, tensors

DUMP = {"dump_residency_json": True}

VARIANTS: dict[str, dict[str, Any]] = {
    "default": {},
    "bound": {"allocate_arenas": False},
    "staged": {"tensors": STAGED},
    "application": {"io": "application", "allocate_arenas": False, "tensors": STAGED},
}


def report(result: ConversionResult) -> dict[str, Any]:
    return json.loads((result.output_dir / "m_residency.json").read_text())


def header_hash(result: ConversionResult) -> str:
    text = (result.output_dir / "includes-api" / "m_memory.h").read_text()
    found = re.search(r'#define M_PLAN_HASH "(\w+)"', text)
    assert found
    return found[1]


def test_it_is_written_when_asked(tmp_path: Path) -> None:
    assert not (convert(tmp_path / "m").output_dir / "m_residency.json").exists()
    assert (convert(tmp_path / "m", memory=DUMP).output_dir / "m_residency.json").exists()


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_says_what_the_views_say(tmp_path: Path, variant: str) -> None:
    result = convert(tmp_path / "m", memory=DUMP | VARIANTS[variant])
    found = report(result)
    assert list(found) == ["schema", "prefix", "plan_hash", "regions", "tensors"]
    assert (found["schema"], found["prefix"]) == ("helia-aot/residency-1", "m")
    assert found["plan_hash"] == header_hash(result)
    assert found["regions"] == [
        {
            "region_id": r.id,
            "role": r.role.value,
            "memory": r.memory.value,
            "source_memory": r.source_memory.value,
            "size": r.size,
            "alignment": r.alignment,
            "symbol": r.symbol,
            "sidecar_file": r.sidecar_file,
        }
        for r in regions(result)
    ]
    assert len(found["tensors"]) == len(tensors(result))
    for entry, tensor in zip(found["tensors"], tensors(result), strict=True):
        check_tensor(result, entry, tensor.id)
        assert entry["name"] == tensor.name


def check_tensor(result: ConversionResult, entry: dict[str, Any], id: str) -> None:
    place = placements(result)[id]
    region = None if place.region is None else regions(result)[place.region]
    assert list(entry) == [
        *("id", "name", "region_id", "memory", "source_memory"),
        *("offset", "size", "role", "staged"),
    ]
    assert entry["id"] == id
    assert entry["region_id"] == place.region
    assert (entry["offset"], entry["size"]) == (place.offset, place.size)
    assert entry["source_memory"] == place.source_memory
    assert entry["staged"] is place.staged
    if region is not None:
        assert (entry["memory"], entry["role"]) == (region.memory, region.role)


def test_equal_plans_have_equal_hashes_and_others_do_not(tmp_path: Path) -> None:
    names = dict(VARIANTS, again={})
    hashes = {v: header_hash(convert(tmp_path / v, memory=names[v])) for v in names}
    assert hashes["again"] == hashes["default"]
    assert len(set(hashes.values())) == len(VARIANTS)
