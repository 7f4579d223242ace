"""A file format of a test: a first line `toy1`, then the number of elements, then an operator on
single elements a line."""

from pathlib import Path
from typing import Any

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp, ReturnOp

from helia_aot.frontend.formats import Format
from helia_aot.ir.identifiers import prefix_from
from helia_aot.ir.ops import BY_CODE
from helia_aot.ir.provenance import set_provenance
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.types import QuantAttr, strings, tensor

TOY = Format("toy", b"toy1\n", 0, __name__)


def import_model(data: bytes, name: str, **_settings: Any) -> ModuleOp:
    size, *codes = data.decode().split()[1:]
    type = tensor((1, int(size)), "int8", QuantAttr.of([0.5], [0]))
    main = FuncOp("main", ([type], [type]))
    main.attributes["input_names"] = strings(["x"])
    value = main.body.block.args[0]
    for index, code in enumerate(codes):
        op = BY_CODE[code].read(OperatorRecord(code, [value], [type], None))
        set_provenance(op, (index,), [f"y{index}"], code)
        main.body.block.add_op(op)
        value = op.results[0]
    main.body.block.add_op(ReturnOp(value))
    return ModuleOp([main], {"helia.prefix": StringAttr(prefix_from(Path(name).stem))})
