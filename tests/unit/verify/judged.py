"""Models that the tests of oracles and comparisons judge, and a check of JSON by its schema."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helia_aot.verify.inputs import Batch
from helia_aot.verify.subject import Array, Subject, read_subject
from tests.model_builder import ModelBuilder

ROOT = Path(__file__).resolve().parents[3]
DIGITS = ROOT / "examples" / "digits"
SHARED = ROOT.parent / "shared"


def shared(*parts: str) -> Path:
    """A file beside the checkout; skips where there is none."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"../shared/{'/'.join(parts)} is not there")
    return path


def require_tflm() -> None:
    pytest.importorskip("tflite_micro", reason="the extra [verify] is not installed")


def subject_of(path: Path) -> Subject:
    return read_subject(path.read_bytes(), path.name)


def digits() -> Subject:
    return subject_of(DIGITS / "digits.tflite")


def digit_images(count: int) -> Batch:
    """The first held-out digits."""
    with np.load(DIGITS / "digits.npz") as file:
        images: Array = file["input_0"][:count]
    return Batch(count, (images,))


def unary(
    code: str, dtype: str = "INT8", shape: tuple[int, ...] = (1, 8), **options: Any
) -> Subject:
    """A model of one operator."""
    return built(lone(code, dtype, shape, **options))


def lone(
    code: str, dtype: str = "INT8", shape: tuple[int, ...] = (1, 8), **options: Any
) -> ModelBuilder:
    m = ModelBuilder()
    scale = 0.25 if dtype.startswith("INT") else None
    x = m.input(shape, dtype, scale=scale)
    y = m.tensor(shape, dtype, scale=scale)
    m.operator(code, [x], [y], **options)
    m.output(y)
    return m


def built(m: ModelBuilder, **rest: Any) -> Subject:
    return read_subject(m.build(), "made.tflite", **rest)


def check_schema(value: Any, name: str) -> None:
    """That a value is as the published schema says: the keywords that the schemas use."""
    schema = json.loads((ROOT / "docs" / f"{name}-schema.json").read_text(encoding="utf-8"))
    wrong = _wrong(json.loads(json.dumps(value, allow_nan=False)), schema, schema)
    assert wrong is None, wrong


_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def _wrong(value: Any, schema: Any, root: Any) -> str | None:
    if "$ref" in schema:
        return _wrong(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    if "anyOf" in schema:
        found = [_wrong(value, s, root) for s in schema["anyOf"]]
        return None if None in found else "; ".join(str(f) for f in found)
    if "enum" in schema and value not in schema["enum"]:
        return f"{value!r} is none of {schema['enum']}"
    types = schema.get("type", [])
    names: list[str] = [types] if isinstance(types, str) else types
    if names and not any(_is(value, n) for n in names):
        return f"{value!r} is no {' or '.join(names)}"
    if isinstance(value, dict):
        return _wrong_object(value, schema, root)  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(value, list):
        return next(filter(None, (_wrong(v, schema["items"], root) for v in value)), None)  # pyright: ignore[reportUnknownVariableType]
    return None


def _is(value: Any, name: str) -> bool:
    return isinstance(value, _TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def _wrong_object(value: dict[str, Any], schema: Any, root: Any) -> str | None:
    if missing := set(schema["required"]) - set(value):
        return f"{sorted(missing)} are missing"
    if extra := set(value) - set(schema["properties"]):
        return f"{sorted(extra)} are not in the schema"
    found = (_wrong(v, schema["properties"][k], root) for k, v in value.items())
    return next(filter(None, found), None)
