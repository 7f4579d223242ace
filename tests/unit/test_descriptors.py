"""A program that was edited by hand is right, or no C is made from it."""

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from helia_aot.backend_c.emit import emit
from helia_aot.backend_c.target import single_module
from helia_aot.ir.aot import Aot

HELPER = 'key = "f", struct_kind = "copy_bytes", helper_name = "copy_bytes", ctype = "int8_t"'
PROGRAM = f"""
aot.module <{{prefix = "m"}}> memory [#aot.region<{{role = "scratch", memory = "sram",
    source_memory = "sram", size = 32, alignment = 16, lower_bound = 32}}>]
    inputs_at [#aot.at<0, 0, 16>] attributes {{input_names = ["x"]}} {{
^bb0(%x: tensor<16xi8>):
  aot.helper <{{{HELPER}, cmsis = ""}}>
  %y = aot.kernel "COPY" calls @f {{size = 16}} ins(%x : tensor<16xi8>)
      at [#aot.at<0, 16, 16>] -> tensor<16xi8>
  aot.return %y : tensor<16xi8>
}}
"""


def emitted(text: str) -> dict[str, str | bytes]:
    context = Context()
    for dialect in (Builtin, Aot):
        context.load_dialect(dialect)
    module = Parser(context, text).parse_module()
    module.verify()
    return emit(single_module(module))


def test_the_program_is_right() -> None:
    assert "src/m_copy_bytes.c" in emitted(PROGRAM)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{size = 16}", "{}", "copy_bytes needs the number size"),
        ("{size = 16}", "{size = 4294967296}", "size is 4294967296, should be"),
        ("{size = 16}", "{size = 1.5}", "size is 1.5, should be"),
        ("{size = 16}", "{size = [16, 16]}", r"size is \(16, 16\), should be"),
        ("{size = 16}", "{size = 16, more = 1}", "copy_bytes has no number more"),
        ("ins(%x : tensor<16xi8>)", "", "copy_bytes has 1 inputs, the call 0"),
        ("ins(%x :", "ins(%x, %x : tensor<16xi8>,", "copy_bytes has 1 inputs, the call 2"),
        ("calls @f", "calls @g", "no aot.helper has the key g"),
        ('"copy_bytes", helper', '"bytes", helper', "descriptors of no known kind, bytes"),
        ("at<0, 16, 16>", "at<1, 16, 16>", "outside the regions"),
        ("at<0, 16, 16>", "at<0, 24, 16>", "outside the regions"),
        ("at<0, 16, 16>", "at<-2, 0, 16>", "outside the regions"),
    ],
)
def test_an_edited_call_is_refused(old: str, new: str, message: str) -> None:
    assert old in PROGRAM
    with pytest.raises(ValueError, match=message):
        emitted(PROGRAM.replace(old, new))


def test_a_prefix_is_an_identifier() -> None:
    with pytest.raises(VerifyException, match="prefix is '9 x', should be a lower-case C"):
        emitted(PROGRAM.replace('prefix = "m"', 'prefix = "9 x"'))


def test_a_field_has_its_type() -> None:
    with pytest.raises(ParseError, match="key should be of type str"):
        emitted(PROGRAM.replace('key = "f"', "key = 5"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('{prefix = "m"}', "{}", "missing 1 required positional argument: 'prefix'"),
        ('key = "f", ', "", "missing 1 required positional argument: 'key'"),
        ("lower_bound = 32", "bound = 32", "got an unexpected keyword argument 'bound'"),
    ],
)
def test_fields_are_all_there_and_no_others(old: str, new: str, message: str) -> None:
    """Whatever kind of record they are of; the message does not name what Python calls."""
    assert old in PROGRAM
    with pytest.raises(ParseError, match=rf"(?m)^ *{message}$"):
        emitted(PROGRAM.replace(old, new))


def test_names_in_the_wrong_number_are_none() -> None:
    assert emitted(PROGRAM.replace('["x"]', "[]"))
