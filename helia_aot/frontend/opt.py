"""`.tflite` files as an input of xDSL's tools. Knows their interface; knows no format."""

from dataclasses import dataclass
from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.frontend import Frontend

from helia_aot.frontend.litert.graph import import_model


@dataclass(frozen=True)
class LitertFrontend(Frontend):
    """Reads a LiteRT model's main subgraph."""

    name = "tflite"

    def parse(self, ctx: Context, input: IO[bytes], input_name: str) -> ModuleOp:
        return import_model(input.read(), input_name)
