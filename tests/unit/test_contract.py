"""What every operator owes the rest of the compiler, asked of the registry and not of a list."""

import re

import pytest

from helia_aot.frontend.litert.objects import OPERATORS as BUILTINS
from helia_aot.ir.helper import CtxBufUsage
from helia_aot.ir.ops import BY_CODE, CODES, CREATED, CREATED_CODES
from helia_aot.ir.ops import records as all_records
from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.kernels.kernel import Record
from tests.paths import ROOT
from tests.unit.runtime import bodies

operators = pytest.mark.parametrize(
    "op", [*BY_CODE.values(), *CREATED.values()], ids=lambda op: op.CODE
)
imported = pytest.mark.parametrize("op", BY_CODE.values(), ids=lambda op: op.CODE)
created = pytest.mark.parametrize("op", CREATED.values(), ids=lambda op: op.CODE)
records = pytest.mark.parametrize("record", all_records().values(), ids=lambda r: r.kind)


@created
def test_a_created_operator_is_none_of_the_schema(op: type[AotOperator]) -> None:
    assert op.CODE not in BUILTINS.values()
    assert op.CODE not in BY_CODE


@created
def test_a_created_operator_has_a_documented_type(op: type[AotOperator]) -> None:
    assert f"`{op.name}` (type `{op.CODE}`" in (ROOT / "docs" / "design.md").read_text()


@imported
def test_its_code_is_one_of_the_schema(op: type[AotOperator]) -> None:
    assert op.CODE in BUILTINS.values()
    assert BY_CODE[op.CODE] is op


@operators
def test_one_name_through_all_layers(op: type[AotOperator]) -> None:
    name = op.CODE.lower()
    assert op.name == f"tfl.{name}"
    assert op.__module__ == f"helia_aot.ir.ops.{name}"


@operators
def test_it_has_a_lit_file(op: type[AotOperator]) -> None:
    directory = ROOT / "tests" / "lit" / "ops"
    name = op.CODE.lower()
    assert f"tfl.{name}" in (directory / f"{name}.mlir").read_text()


@operators
def test_each_rule_is_planted_in_its_lit_file(op: type[AotOperator]) -> None:
    """Every rule is shown to refuse something: its text stands in a CHECK line."""
    path = ROOT / "tests" / "lit" / "ops" / f"{op.CODE.lower()}_invalid.mlir"
    checks = "\n".join(re.findall(r"CHECK[^:]*: (.*)", path.read_text()))
    missing = [text for text, _ in op.rules() if f"({text})" not in checks]
    assert missing == []


@operators
def test_it_says_what_its_kernels_do_with_a_buffer(op: type[AotOperator]) -> None:
    assert op.CTX_BUF_USAGE in CtxBufUsage
    if op.CTX_BUF_USAGE is CtxBufUsage.CONDITIONAL:
        assert op.ctx_buf_required is not AotOperator.ctx_buf_required


@operators
def test_it_has_a_kernel_or_is_declared_to_fold_away(op: type[AotOperator]) -> None:
    assert bool(op.RECORDS) != op.FOLD_ONLY
    assert not (op.FOLD_ONLY and op.VIEW)


@operators
def test_what_only_folds_is_refused_when_it_is_lowered(op: type[AotOperator]) -> None:
    if op.FOLD_ONLY:
        assert any(getattr(check, "rule_lowered", False) for _, check in op.rules())


@operators
def test_an_elementwise_kernel_reads_one_of_its_records(op: type[AotOperator]) -> None:
    kinds = {record.kind for record in op.RECORDS}
    assert {h.struct_kind for h in op.ELEMENTWISE_KERNELS.values()} <= kinds


def test_the_registry_is_sorted() -> None:
    for codes in (CODES, CREATED_CODES):
        assert list(codes) == sorted(codes)


@records
def test_a_record_has_distinct_fields(record: Record) -> None:
    names = [f.name for f in record.fields]
    assert len(names) == len(set(names))


@records
def test_a_record_has_at_most_one_variadic_input(record: Record) -> None:
    assert sum(f.variadic for f in record.tensors) <= 1


def test_every_kernel_body_is_named_as_its_function() -> None:
    for path in (p for p in bodies() if p.suffix == ".c"):
        assert re.search(rf"\b{path.stem}\(", path.read_text()), path.name


def test_a_conditional_operator_must_say_when() -> None:
    with pytest.raises(TypeError, match="must override ctx_buf_required"):
        type("Broken", (AotOperator,), {"CTX_BUF_USAGE": CtxBufUsage.CONDITIONAL})
