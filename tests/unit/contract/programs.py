"""Programs as IR text, for what no model file has conveniently."""

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.parser import Parser

from helia_aot.backend_c.target import single_module
from helia_aot.driver import run_passes
from helia_aot.ir import aot
from helia_aot.ir.aot import Aot
from helia_aot.passes.plan_memory import PlanMemoryPass
from helia_aot.passes.share_kernels import ShareKernelsPass

COPY = (
    '{key = "f", struct_kind = "copy_bytes", helper_name = "copy_bytes",'
    ' ctype = "uint8_t", cmsis = ""}'
)


def silent(stage: str) -> None:
    del stage


def planned(
    body: str, arguments: str, names: str = "", config: str = "", rules: tuple[str, ...] = ()
) -> aot.ModuleOp:
    """A planned module with this body; COPY in it stands for a kernel that copies bytes."""
    context = Context()
    for dialect in (Builtin, Aot):
        context.load_dialect(dialect)
    text = (
        f'aot.module <{{prefix = "m"{config}}}> attributes {{input_names = [{names}]}} {{\n'
        f"^bb0({arguments}):\n{body.replace('COPY', COPY)}\n}}"
    )
    module = Parser(context, text).parse_module()
    run_passes(module, [ShareKernelsPass(), PlanMemoryPass(rules=rules)], silent)
    return single_module(module)
