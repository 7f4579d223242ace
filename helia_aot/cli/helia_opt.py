"""`helia-opt`: run passes on `.tflite` or `.mlir` and print `.mlir` or C."""

import argparse
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from io import BufferedReader, StringIO
from pathlib import Path
from typing import IO, NoReturn, cast

from typing_extensions import TypeVar
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func
from xdsl.dialects.test import Test
from xdsl.frontend.mlir import MLIRFrontend
from xdsl.passes import ModulePass
from xdsl.printer import Printer
from xdsl.utils.arg_spec import parse_spec
from xdsl.utils.exceptions import ArgSpecParseError, DiagnosticException, ParseError
from xdsl.xdsl_opt_main import xDSLOptMain

from helia_aot.backend_c.target import CTarget
from helia_aot.cli.common import REFUSED, USAGE, os_words, write_text
from helia_aot.cli.run import as_process
from helia_aot.errors import ConfigError, HeliaError
from helia_aot.frontend.formats import FORMATS, HEAD, known_format, suffix
from helia_aot.frontend.opt import frontend
from helia_aot.ir.aot import Aot
from helia_aot.ir.printer import ElidingTarget
from helia_aot.ir.tfl import Tfl
from helia_aot.passes import PASSES
from helia_aot.passes.remarks import collected

T = TypeVar("T")


def always(value: T) -> Callable[[], T]:
    """A factory without parameters; xDSL takes one with (even defaulted) for a legacy function."""
    return lambda: value


class _Held(StringIO):
    """Text that outlives the closing of its stream: a file is written once all of it is there."""

    def close(self) -> None:
        pass


class HeliaOptMain(xDSLOptMain):
    version_format = "helia-opt, on xdsl {xdsl_version}"

    def register_all_dialects(self) -> None:
        for dialect in (Builtin, Func, Test, Tfl, Aot):
            self.ctx.load_dialect(dialect)

    def register_all_passes(self) -> None:
        for p in PASSES:
            self.register_pass(p.name, always(p))

    def register_all_frontends(self) -> None:
        for f in (MLIRFrontend, *map(frontend, FORMATS.values())):
            self.available_frontends[f.name] = always(f)

    def register_all_targets(self) -> None:
        for t in (ElidingTarget, CTarget):
            self.available_targets[t.name] = always(t)

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        super().register_all_arguments(arg_parser)
        arg_parser.add_argument(
            "--pass-pipeline",
            dest="passes",
            metavar="PIPELINE",
            type=_inner_pipeline,
            help="the same as --passes, as MLIR's tools spell it: builtin.module(a,b)",
        )
        arg_parser.add_argument(
            "--mlir-print-ir-after-all",
            action="store_true",
            help="print the IR after each pass to stderr",
        )
        arg_parser.add_argument(
            "--remarks",
            action="store_true",
            help="print to stderr what passes say about operators that they leave as they are",
        )

    def run(self) -> None:
        self.held = _Held()
        with collected() as remarks:
            try:
                super().run()
                if path := self._output_file():
                    write_text(path, self.held.getvalue())
            finally:
                if self.args.remarks:
                    print(*remarks, sep="\n", end="\n" if remarks else "", file=sys.stderr)

    def setup_pipeline(self) -> None:
        def callback(
            previous: ModulePass | None, module: ModuleOp, following: ModulePass | None
        ) -> None:
            if between is not None:
                between(previous, module, following)
            if previous is not None and self.args.mlir_print_ir_after_all:
                print(f"// -----// IR Dump After {previous.name} //----- //", file=sys.stderr)
                Printer(stream=sys.stderr).print_op(module)
                print(file=sys.stderr)

        super().setup_pipeline()
        between = self.pipeline.callback
        self.pipeline = replace(self.pipeline, callback=callback)

    def get_input_stream(self) -> tuple[IO[bytes], str]:
        if self.args.input_file == "-":  # as MLIR's tools have it
            self.args.input_file = None
        stream, extension = super().get_input_stream()
        if self.args.frontend:
            return stream, parse_spec(self.args.frontend).name
        if self.args.input_file is None:
            return stream, extension
        format = known_format(cast(BufferedReader, stream).peek(HEAD)[:HEAD], self.args.input_file)
        return stream, format.name if format else suffix(self.args.input_file)

    def prepare_output(self) -> IO[str]:
        return self.held if self._output_file() else sys.stdout

    def output_resulting_program(self, prog: ModuleOp) -> str:
        if directory := self._c_directory():
            CTarget.write(prog, directory)
            return ""
        return super().output_resulting_program(prog)

    def _c_directory(self) -> Path | None:
        """Where `-t c -o DIR` writes its tree."""
        return self._output() if self._to_c() else None

    def _output_file(self) -> Path | None:
        """Where `-o FILE` of any other target writes."""
        return None if self._to_c() else self._output()

    def _output(self) -> Path | None:
        output = cast("str | None", self.args.output_file)
        return Path(output) if output else None

    def _to_c(self) -> bool:
        return parse_spec(self.args.target).name == CTarget.name


def _inner_pipeline(text: str) -> str:
    text = text.strip()
    if text.startswith("builtin.module(") and text.endswith(")"):
        return text.removeprefix("builtin.module(").removesuffix(")")
    return text


ERRORS = (DiagnosticException, ParseError, ArgSpecParseError, HeliaError, ValueError, OSError)
"""What a user can cause; anything else is a fault of ours and keeps its traceback."""


def main() -> None:
    try:
        tool = _reported(lambda: HeliaOptMain("helia-opt: the helia compiler, one pass at a time"))
        _reported(tool.run, REFUSED)
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)


def _reported(step: Callable[[], T], code: int = USAGE) -> T:
    """What a step gives; its errors are told and end the process."""
    try:
        return step()
    except BrokenPipeError:
        sys.stderr.close()  # who read the output has gone, and nobody is to hear of the flush
        sys.exit(USAGE)
    except OSError as e:
        _fail(os_words(e), USAGE)
    except ERRORS as e:
        _fail(e, USAGE if isinstance(e, ConfigError) else code)


def _fail(error: BaseException | str, code: int) -> NoReturn:
    print(f"helia-opt: {error}", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    as_process(main)
