"""Text without weights: constants above a limit print as `dense_resource<__elided__>`."""

from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, ModuleOp
from xdsl.ir import Attribute
from xdsl.printer import Printer
from xdsl.targets.mlir import MLIRTarget


class ElidingPrinter(Printer):
    limit: int = 1 << 62
    """Bytes of the largest constant that is printed whole."""

    def print_attribute(self, attribute: Attribute) -> None:
        match attribute:
            case DenseIntOrFPElementsAttr() if len(attribute.data.data) > self.limit:
                self.print_string("dense_resource<__elided__> : ")
                self.print_attribute(attribute.type)
            case _:
                super().print_attribute(attribute)


@dataclass(frozen=True)
class ElidingTarget(MLIRTarget):
    """`-t mlir{elide=64}`: text that cannot be read back, for people."""

    elide: int | None = None

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        if self.elide is None:
            return super().emit(ctx, module, output)
        printer = ElidingPrinter(
            output, self.print_generic_format, print_debuginfo=self.print_debuginfo
        )
        printer.limit = self.elide
        printer.print_op(module)
        output.write("\n")
