"""Files are read as the generated schema reads them."""

# pyright: reportMissingTypeStubs=false

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import flatbuffers
import numpy as np
import pytest

from helia_aot.frontend.litert import bytes as flatbuffer
from helia_aot.frontend.litert.layout import Field
from helia_aot.frontend.litert.objects import LAYOUTS, ROOT, model_object
from helia_aot.frontend.litert.view import parse, read, view
from tests.model_builder import schema
from tests.unit.frontend.test_flatbuffer import SMALL
from tests.unit.frontend.test_model_builder import BUILT

MODELS = Path(__file__).parents[4] / "shared" / "models"
NAMES = sorted(name for name in dir(schema) if hasattr(getattr(schema, name), "GetRootAs"))


def models() -> Iterator[bytes]:
    yield SMALL
    yield from (make().build() for make in BUILT)
    yield from (path.read_bytes() for path in sorted(MODELS.glob("*.tflite")))


def test_every_table_is_described():
    """Each is reached from the root, and what refers to it says so."""
    found, todo = set[str](), {ROOT}
    while todo:
        name = todo.pop()
        found.add(name)
        for field in LAYOUTS[name].fields:
            targets = (
                LAYOUTS.unions[field.target].values() if field.kind == "union" else [field.target]
            )
            todo |= {target for target in targets if target} - found
    assert found == set(NAMES)


def filled(name: str) -> Any:
    """An object of the object API in which no field has its default value."""
    made = getattr(schema, f"{name}T")()
    for field in LAYOUTS[name].fields:
        if field.kind == "union":
            number, member = max(LAYOUTS.unions[field.target].items())
            setattr(made, f"{field.name}Type", number)
            setattr(made, field.name, filled(member))
        else:
            setattr(made, field.name, some(field))
    return made


def some(field: Field) -> Any:
    match field.kind:
        case "number":
            return (
                not field.default if isinstance(field.default, bool) else (field.default or 0) + 5
            )
        case "string":
            return "text"
        case "table":
            return filled(field.target)
        case "bytes" | "numbers":
            return [1, 0, 1]
        case "strings":
            return ["a", "", "b"]
        case _:
            return [filled(field.target), filled(field.target)]


def expect_same(a: Any, b: Any, where: str, kind: Callable[[Any], Any] = type) -> None:
    """Two values are alike to their types, of which `kind` counts."""
    assert kind(a) == kind(b), where
    if issubclass(type(a), np.ndarray):
        assert (a.dtype, a.flags.writeable) == (b.dtype, b.flags.writeable), where
        assert np.array_equal(a, b), where
    elif issubclass(type(a), (list, tuple)):
        assert len(a) == len(b), where
        for index, (x, y) in enumerate(zip(a, b, strict=True)):
            expect_same(x, y, f"{where}[{index}]", kind)
    elif (fields := getattr(a, "__dict__", None)) is not None:
        others: dict[str, Any] = getattr(b, "__dict__", {})
        assert list(fields) == list(others), where
        for name, value in fields.items():
            expect_same(value, others[name], f"{where}.{name}", kind)
    else:
        assert a == b, where


@pytest.mark.parametrize("fill", [True, False], ids=["full", "empty"])
def test_every_field_reads_as_the_generated_code_reads_it(fill: bool):
    for name in NAMES:
        builder: Any = flatbuffers.Builder(1024)
        made = filled(name) if fill else getattr(schema, f"{name}T")()
        builder.Finish(made.Pack(builder), b"TFL3")
        data = bytes(builder.Output())
        mine = model_object(flatbuffer.read(data, "m", b"TFL3", name, LAYOUTS))
        generated = getattr(schema, name).GetRootAs(data, 0)
        expect_same(mine, getattr(schema, f"{name}T").InitFromObj(generated), name)


def test_hooks_get_what_the_generated_code_reads():
    for data in models():
        theirs = schema.ModelT.InitFromObj(schema.Model.GetRootAs(data, 0))
        for graph in theirs.subgraphs:
            for index, operator in enumerate(graph.operators):
                operator.source_indices = (index,)
        expect_same(parse(data, "m"), theirs, "model")


def test_records_do_not_depend_on_hooks():
    for data in models():
        with_hooks = view(parse(data, "m"), "m", data)
        expect_same(read(data, "m"), with_hooks, "model", lambda value: type(value).__name__)
