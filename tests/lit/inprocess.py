"""RUN lines in lit's own process, where they are nothing but pipelines of the project's tools.

Most of the time of a lit test goes into starting Python, once per stage. A worker of lit runs many
tests, so the tools are loaded in it once. What a line has besides pipes and `2>&1` (files, other
programs) leaves the whole test to lit's shell, and so to the tools as users start them.
"""
# pyright: basic, reportMissingTypeStubs=false
# (lit has no types)

import contextlib
import gc
import io
import re
import shlex
import sys
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

import lit.formats
import lit.Test
import lit.TestRunner
from filecheck.main import main as filecheck

from helia_aot.cli.helia_opt import main as helia_opt

TOOLS: dict[str, Callable[[], object]] = {"helia-opt": helia_opt, "filecheck": filecheck}


@dataclass(frozen=True)
class Stage:
    """One command of a pipeline."""

    arguments: list[str]
    fails: bool
    """Whether it has to: `not helia-opt ...`."""
    merged: bool
    """Whether its errors go where its output goes."""


class ToolTest(lit.formats.ShTest):
    """A test in text files, as `ShTest`; substitutions that it has itself are of `lit.cfg.py`."""

    def __init__(self, substitutions: Sequence[tuple[str, str]], tools: Sequence[tuple[str, str]]):
        super().__init__(extra_substitutions=[*substitutions, *tools])
        self.substitutions = list(substitutions)

    def execute(self, test: Any, litConfig: Any) -> Any:
        pipelines = self.pipelines(test)
        if pipelines is None:
            return super().execute(test, litConfig)
        for line, stages in pipelines:
            if failure := run(stages):
                return lit.Test.Result(lit.Test.FAIL, f"{line}\n{failure}")
        return lit.Test.Result(lit.Test.PASS)

    def pipelines(self, test: Any) -> list[tuple[str, list[Stage]]] | None:
        """The stages of every line; None where a line has more than those."""
        script = lit.TestRunner.parseIntegratedTestScript(test)
        if isinstance(script, lit.Test.Result) or test.config.unsupported:
            return None
        places = lit.TestRunner.getDefaultSubstitutions(test, *lit.TestRunner.getTempPaths(test))
        lines = lit.TestRunner.applySubstitutions(script, [*self.substitutions, *places])
        lines = [re.sub(r"^%dbg\([^)]*\)\s*", "", line) for line in lines]
        found = [(line, stages) for line in lines if (stages := stages_of(line)) is not None]
        return found if len(found) == len(lines) else None


def stages_of(line: str) -> list[Stage] | None:
    """The commands of a pipeline; None if there is more in it."""
    merged = "\0"  # a word that no line has
    lexer = shlex.shlex(line.replace("2>&1", merged), posix=True, punctuation_chars="|&<>;")
    lexer.whitespace_split = True
    commands: list[list[str]] = [[]]
    for word in lexer:
        if word == "|":
            commands.append([])
        elif set(word) <= set("|&<>;"):
            return None
        else:
            commands[-1].append(word)
    stages: list[Stage] = []
    for words in commands:
        arguments = [w for w in words if w not in (merged, "not")]
        if not arguments or arguments[0] not in TOOLS or words.count("not") > (words[0] == "not"):
            return None
        stages.append(Stage(arguments, words[0] == "not", merged in words))
    return stages


def run(stages: Sequence[Stage]) -> str:
    """What a pipeline that failed said, or nothing."""
    data = b""
    for stage in stages:
        code, out, err = called(stage.arguments, data)
        if (code != 0) != stage.fails:
            return f"exit code {code}\n{(out + err).decode(errors='replace')}"
        data = out + err if stage.merged else out
    return ""


def called(arguments: Sequence[str], stdin: bytes) -> tuple[int, bytes, bytes]:
    """Exit code, output and errors of one command."""
    code: object = 0
    with streams(arguments, stdin) as (out, err):
        try:
            code = TOOLS[arguments[0]]()
        except SystemExit as e:
            code = e.code
            if isinstance(code, str):
                print(code, file=sys.stderr)
                code = 1
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            gc.enable()  # the tools are short and turn it off
            result = out.getvalue(), err.getvalue()
    return int(code) if isinstance(code, int) else int(code is not None), *result


@contextlib.contextmanager
def streams(
    arguments: Sequence[str], stdin: bytes
) -> Generator[tuple[io.BytesIO, io.BytesIO], None, None]:
    """The process as a command finds it."""
    saved = sys.argv, sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.argv = list(arguments)
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8")
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8")
    try:
        yield out, err
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = saved
