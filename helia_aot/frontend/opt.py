"""Model files as an input of xDSL's tools. Knows their interface; knows no format."""

from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.frontend import Frontend

from helia_aot.frontend.formats import Format


def frontend(format: Format) -> type[Frontend]:
    """What reads files of a format: the main graph of each."""

    @dataclass(frozen=True)
    class ModelFrontend(Frontend):
        name = format.name

        def parse(self, ctx: Context, input: IO[bytes], input_name: str) -> ModuleOp:
            return format.reader()(input.read(), input_name)

    return ModelFrontend
