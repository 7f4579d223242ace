"""VAR_HANDLE: stands for a resource variable, by its name."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from xdsl.irdl import irdl_op_definition

from helia_aot.ir.ops.families.state import HandleOperator
from helia_aot.ir.records import OperatorRecord


@irdl_op_definition
class VarHandleOp(HandleOperator):
    name = "tfl.var_handle"
    CODE: ClassVar = "VAR_HANDLE"

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        names = [_text(record.option(key, None)) for key in ("container", "sharedName")]
        return cls("/".join(filter(None, names)), record.output())


def _text(name: Any) -> str:
    if isinstance(name, bytes):
        return name.decode("utf-8", "backslashreplace")
    return name or ""
