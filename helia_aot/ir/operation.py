"""What all operations of both dialects share: how they stand in text, and how they are named.

The text follows xDSL's declarative formats. Its own `assembly_format` reads them where a class is
defined; but a conversion prints and parses nothing, and reading a format costs as much as the rest
of the definition. So they are read when they are first needed.
"""

from __future__ import annotations

from abc import ABC
from functools import cache
from typing import TYPE_CHECKING, ClassVar, NoReturn, Self

from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from helia_aot.ir.provenance import where

if TYPE_CHECKING:
    from xdsl.irdl.declarative_assembly_format import FormatProgram


class BaseOperation(IRDLOperation, ABC):
    """Undecorated base."""

    FORMAT: ClassVar[str] = ""
    """What follows the operation's name, as a declarative format of xDSL."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return _program(cls).parse(parser, cls)

    def print(self, printer: Printer) -> None:
        _program(type(self)).print(printer, self)

    def emit_error(self, message: str, underlying_error: Exception) -> NoReturn:
        """Name the operator of the model, instead of printing the module around it."""
        raise VerifyException(f"{where(self)}: {underlying_error}") from underlying_error


@cache
def _program(operation: type[BaseOperation]) -> FormatProgram:
    from xdsl.irdl.declarative_assembly_format import FormatProgram

    return FormatProgram.from_str(operation.FORMAT, operation.get_irdl_definition())
