"""Runs a command as a process of its own: with streams at the start, at once at the end. Knows no
command."""

import os
import sys
from collections.abc import Callable
from typing import NoReturn

WRONG_OUTPUT = 2
"""The exit code where what was printed could not be written."""


def as_process(main: Callable[[], object]) -> NoReturn:
    """Run a command and end the process at once: to take apart every object that it has made costs
    a tenth of a conversion, and the system takes back the memory as a whole. Faults of ours keep
    their traceback."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller closed it: `print` would take the other one
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
    code: object = None
    try:
        code = main()
    except SystemExit as e:
        code = e.code
    if isinstance(code, str):
        print(code, file=sys.stderr)
    try:
        for stream in (sys.stdout, sys.stderr):
            if not stream.closed:
                stream.flush()
    except OSError:
        code = WRONG_OUTPUT
    os._exit(code if isinstance(code, int) else int(code is not None))
