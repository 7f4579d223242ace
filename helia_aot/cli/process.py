"""The console scripts. Imports no command before it has set up the process for it."""

import gc
from typing import NoReturn

from helia_aot.cli.run import as_process


def helia_aot() -> NoReturn:
    """`helia-aot`."""
    gc.disable()  # a command is short, and collecting costs a tenth of it
    from helia_aot.cli.main import main

    as_process(main)


def helia_opt() -> NoReturn:
    """`helia-opt`."""
    from helia_aot.cli.helia_opt import main

    as_process(main)
