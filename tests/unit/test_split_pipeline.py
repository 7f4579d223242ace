"""The IR is the only truth: cut at any pass, printed, parsed and resumed, the C is the same."""

from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func
from xdsl.parser import Parser
from xdsl.printer import Printer

from helia_aot import config
from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.target import single_module
from helia_aot.driver import passes, run_passes
from helia_aot.frontend.litert.graph import import_model
from helia_aot.ir.aot import Aot
from helia_aot.ir.tfl import Tfl
from tests.model_builder import ModelBuilder
from tests.paths import DIGITS, shared


def silent(stage: str) -> None:
    del stage


def reread(module: ModuleOp) -> ModuleOp:
    text = StringIO()
    Printer(stream=text).print_op(module)
    context = Context()
    for dialect in (Builtin, Func, Tfl, Aot):
        context.load_dialect(dialect)
    return Parser(context, text.getvalue()).parse_module()


def compiled(path: Path, platform: str, cut: int | None) -> dict[str, str | bytes]:
    return compiled_model(path.read_bytes(), path.name, platform, cut)


def compiled_model(
    data: bytes, name: str, platform: str, cut: int | None
) -> dict[str, str | bytes]:
    """The module's files, with the text of the IR read back before pass number `cut`."""
    steps = passes(config.validate({"target": {"platform": platform}}))
    module = import_model(data, name)
    if cut is None:
        run_passes(module, steps, silent)
    else:
        run_passes(module, steps[:cut], silent)
        module = reread(module)
        run_passes(module, steps[cut:], silent)
    return emit(single_module(module))


STEPS = len(passes(config.validate({})))


@pytest.mark.parametrize("platform", ["generic", "mps2-an386", "mps3-an547"])
@pytest.mark.parametrize("cut", range(STEPS + 1))
def test_digits_cut_anywhere(platform: str, cut: int) -> None:
    assert compiled(DIGITS, platform, cut) == compiled(DIGITS, platform, None)


@pytest.mark.parametrize("cut", range(STEPS + 1))
def test_kws_cut_anywhere(cut: int) -> None:
    path = shared("models", "mlperf_kws_dscnn_int8.tflite")
    assert compiled(path, "generic", cut) == compiled(path, "generic", None)


def odd_names() -> bytes:
    """Names outside ASCII and with everything that a string escapes."""
    m = ModelBuilder()
    quant: dict[str, Any] = {"scale": 0.1, "zero_point": -5}
    x = m.input((2, 3), name='\u00e9\U0001f600"q\\', **quant)
    c = m.constant(np.ones((2, 3), np.int8), name="\u65e5 \\n\\x41", **quant)
    y = m.tensor((2, 3), name="\u672c */\n#error\t\0\x7f", **quant)
    m.operator("ADD", [x, c], [y])
    m.output(y)
    return m.build()


@pytest.mark.parametrize("cut", range(STEPS + 1))
def test_odd_names_survive_a_cut(cut: int) -> None:
    data = odd_names()
    whole = compiled_model(data, "m.tflite", "generic", None)
    assert compiled_model(data, "m.tflite", "generic", cut) == whole
