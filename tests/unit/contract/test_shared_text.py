"""The C of shared kernels: made from records alone, and unchanged by whatever stands beside it."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import helia_aot
from helia_aot import config
from helia_aot.backend_c import runtime_sources
from helia_aot.backend_c.emit import emit
from helia_aot.driver import compile_model
from helia_aot.ir.ops import BY_CODE, CREATED, records
from helia_aot.kernels.kernel import Field, Record, Role
from tests.unit.contract.programs import planned
from tests.unit.ops.layers import Layers

EMITTER = Path(helia_aot.__file__).parent / "backend_c"

Files = dict[str, str]


def texts(layers: Layers, **module: str) -> Files:
    values = config.validate({"module": {"prefix": "m", "names": False, **module}})
    return {k: str(v) for k, v in emit(compile_model(layers.build(), "model", values)).items()}


def helpers(files: Files) -> dict[str, str]:
    """The shared helpers of a kernels.c, by name, each to the end of its line of braces."""
    found = re.finditer(r"^int32_t m_run_(\w+)\(.*?^}$", files["src/m_kernels.c"], re.DOTALL | re.M)
    return {m[1]: m[0] for m in found}


def declared(files: Files) -> dict[str, str]:
    """Descriptors and prototypes of a kernels.h, by name."""
    header = files["includes-api/m_kernels.h"]
    structs = re.finditer(r"^typedef struct {.*?^} m_(\w+);\n", header, re.DOTALL | re.M)
    prototypes = re.finditer(r"^(?:void|int32_t) (m_\w+)\(.*?;\n", header, re.DOTALL | re.M)
    return {m[1]: m[0] for m in (*structs, *prototypes)}


@pytest.mark.parametrize("provider", ["bundled", "cmsis-nn"])
def test_another_variant_leaves_the_existing_helpers_as_they_are(provider: str) -> None:
    """Their text, byte for byte, with others before and behind them; what is between the helpers
    and between the declarations as well."""
    layers = Layers()
    layers.convolution((1, 4, 4, 4), (3, 3), 4)
    few = texts(layers, provider=provider)
    layers.pool("AVERAGE_POOL_2D", (1, 4, 4, 4), (2, 2))
    layers.convolution((1, 4, 4, 4), (3, 3), 4, depthwise=True)
    layers.weighted("FULLY_CONNECTED", (1, 8), (4, 8), (1, 4))
    many = texts(layers, provider=provider)
    for find, least in ((helpers, 1), (declared, 3)):
        old, new = find(few), find(many)
        assert len(old) >= least
        assert old.items() < new.items()
        names = list(new)
        assert names[0] not in old
        assert names[-1] not in old
    assert without(few) == without(many)
    bodies = [p for p in few if "_conv_2d_s8" in p or "runtime" in p]
    assert bodies
    assert all(few[p] == many[p] for p in bodies)


def without(files: Files) -> tuple[str, ...]:
    """Both files without helpers and declarations."""
    parts = ("src/m_kernels.c", helpers), ("includes-api/m_kernels.h", declared)
    return tuple(_rest(files[path], find(files).values()) for path, find in parts)


def _rest(text: str, parts: Iterable[str]) -> str:
    for part in parts:
        text = text.replace(part, "")
    return re.sub(r"\n+", "\n", text)


# Records

ODD = Record(
    "odd_kind",
    (
        Field("from", "int8_t", Role.INPUT),
        Field("to", "int8_t", Role.OUTPUT),
        Field("size", "int16_t"),
        Field("steps", "uint8_t", length=2),
    ),
)
"""What no kernel has."""

NODE = """
  %y = aot.kernel "ODD" via <{key = "odd_key", struct_kind = "odd_kind",
      helper_name = "odd_name", ctype = "int8_t", cmsis = ""}> {size = 16, steps = [2, 3]}
      ins(%x : tensor<16xi8>) -> tensor<16xi8>
  aot.return %y : tensor<16xi8>"""

STRUCT = """typedef struct {
    m_ref_t from;
    m_ref_t to;
    int16_t size;
    uint8_t steps[2];
} m_odd_kind_t;
"""
BODY = "void m_odd_name(const m_odd_kind_t *d, const int8_t *from, int8_t *to);\n"
PROTOTYPE = "int32_t m_run_odd_name(const void *node, uint8_t *const *regions);\n"
HELPER = """int32_t m_run_odd_name(const void *node, uint8_t *const *regions)
{
    const m_odd_kind_t *d = node;

    m_odd_name(d, (const int8_t *)m_at(regions, d->from), (int8_t *)m_at(regions, d->to));
    return 0;
}"""
DESCRIPTOR = """static const m_odd_kind_t odd_0 = {
    .from = UINT32_C(0x00000000), /* scratch_sram + 0: x */
    .to = UINT32_C(0x00000010), /* scratch_sram + 16: odd_0_output */
    .size = 16,
    .steps = {2, 3},
};
"""
WRAPPER = """int32_t m_odd_0_run(uint8_t *const *regions)
{
    return m_run_odd_name(&odd_0, regions);
}
"""


@pytest.mark.parametrize("schedule", ["table", "calls"])
def test_a_record_is_all_that_emission_asks(
    schedule: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of a new kernel, whose key, descriptor and function have different names, and its body."""
    body = tmp_path / "helia_odd_name.c"
    body.write_text("")
    monkeypatch.setitem(runtime_sources.files("bundled"), body.stem, [body])
    monkeypatch.setattr(runtime_sources, "find", runtime_sources.find.__wrapped__)
    monkeypatch.setattr(BY_CODE["ADD"], "RECORDS", (*BY_CODE["ADD"].RECORDS, ODD))
    made = planned(NODE, "%x: tensor<16xi8>", '"x"', f', schedule = "{schedule}"')
    files = {path: str(text) for path, text in emit(made).items()}
    assert declared(files) == {
        "odd_kind_t": STRUCT,
        "m_odd_name": BODY,
        "m_run_odd_name": PROTOTYPE,
    }
    assert helpers(files) == {"odd_name": HELPER}
    if schedule == "table":
        assert DESCRIPTOR in files["src/m_model.c"]
        assert "schedule[STEPS] = {\n    {m_run_odd_name, &odd_0},\n};" in files["src/m_model.c"]
    else:
        assert DESCRIPTOR in files["src/m_operators.c"]
        assert WRAPPER in files["src/m_operators.c"]


KNOWN = {"kernel_runtime.py": {"FULLY_CONNECTED"}, "activation_runtime.py": {"LUT"}}
"""What is asked for by a function of its own."""


def test_emission_knows_no_operator() -> None:
    """No name of one, of a kernel or of a descriptor stands in what prints them."""
    words = re.compile(rf"\b({'|'.join([*BY_CODE, *CREATED, *records()])})\b")
    for path in (*EMITTER.glob("*.py"), *(EMITTER / "templates").rglob("*.mako")):
        assert set(words.findall(path.read_text())) == KNOWN.get(path.name, set()), path.name


def test_nodes_are_constant() -> None:
    """Descriptors, lists of operands, and the schedule."""
    layers = Layers()
    a, b = (layers.model.input((1, 4), scale=0.5) for _ in range(2))
    layers.model.operator("CONCATENATION", [a, b], [layers.output((1, 8), 0.5, 0)], axis=1)
    for schedule, name in (("table", "model"), ("calls", "operators")):
        text = texts(layers, schedule=schedule)[f"src/m_{name}.c"]
        objects = re.findall(r"^static (?!inline|void|int32_t|m_status_t).*$", text, re.M)
        assert len(objects) >= 2
        assert all(line.startswith("static const ") for line in objects), objects
