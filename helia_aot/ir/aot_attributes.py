"""The attributes of the `aot` dialect: plain records as text."""

from typing import get_args

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from helia_aot.ir import program
from helia_aot.ir.fields import Value, parse_fields, parse_record, print_fields, print_record
from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.identifiers import PREFIX_WORDS, is_prefix
from helia_aot.ir.overlap import Overlap
from helia_aot.ir.rows import Rows
from helia_aot.ir.target import Optimize, Provider


@irdl_attr_definition
class ConfigAttr(Data[program.ModuleConfig]):
    name = "aot.config"

    def print_parameter(self, printer: Printer) -> None:
        print_record(printer, self.data)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> program.ModuleConfig:
        return parse_record(parser, program.ModuleConfig)

    def verify(self) -> None:
        choices = {
            "provider": get_args(Provider),
            "optimize": get_args(Optimize),
            "schedule": ("table", "calls"),
        }
        for key, allowed in choices.items():
            value = getattr(self.data, key)
            if value not in allowed:
                raise VerifyException(f"{key} is {value!r}, should be one of {', '.join(allowed)}")
        if not is_prefix(self.data.prefix):
            raise VerifyException(f"prefix is {self.data.prefix!r}, should be {PREFIX_WORDS}")


@irdl_attr_definition
class HelperAttr(Data[KernelHelper]):
    """A shared kernel: the five fields of `KernelHelper`."""

    name = "aot.helper"

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            print_fields(printer, vars(self.data))

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> KernelHelper:
        return parse_record(parser, KernelHelper)


@irdl_attr_definition
class RegionAttr(Data[program.Region]):
    name = "aot.region"

    def print_parameter(self, printer: Printer) -> None:
        print_record(printer, self.data)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> program.Region:
        return parse_record(parser, program.Region)


@irdl_attr_definition
class PlacementAttr(Data[program.Placement]):
    """`<region, offset, size>`"""

    name = "aot.at"

    def print_parameter(self, printer: Printer) -> None:
        p = self.data
        printer.print_string(f"<{p.region}, {p.offset}, {p.size}>")

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> program.Placement:
        numbers = parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parser.parse_integer)
        if len(numbers) != 3:
            parser.raise_error("expected <region, offset, size>")
        return program.Placement(*numbers)


@irdl_attr_definition
class OverlapAttr(Data[Overlap]):
    """`<{input = 0, distance = 0}>`"""

    name = "aot.overlap"

    def print_parameter(self, printer: Printer) -> None:
        print_record(printer, self.data)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Overlap:
        return parse_record(parser, Overlap)


@irdl_attr_definition
class RowsAttr(Data[Rows]):
    """`<{lead = 3, pace = 2}>`"""

    name = "aot.row_schedule"

    def print_parameter(self, printer: Printer) -> None:
        print_record(printer, self.data)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Rows:
        return parse_record(parser, Rows)

    def verify(self) -> None:
        if self.data.pace < 1:
            raise VerifyException(f"pace is {self.data.pace}, should be at least 1")


@irdl_attr_definition
class NumbersAttr(Data[tuple[tuple[str, Value], ...]]):
    """The number fields of a descriptor, by name, in the order of the record."""

    name = "aot.numbers"

    def print_parameter(self, printer: Printer) -> None:
        print_fields(printer, dict(self.data))

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[tuple[str, Value], ...]:
        return tuple(parse_fields(parser).items())


Placements = ArrayAttr[PlacementAttr]
