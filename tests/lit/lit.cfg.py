"""How lit runs the tests beside this file: every tool as the checkout has it."""
# pyright: basic
# (`config` is lit's own: it runs this file with it, which ruff cannot know)

import sys
from pathlib import Path

here = Path(__file__).parent
root = here.parent.parent
sys.path[:0] = [str(root), str(here)]

from inprocess import ToolTest  # noqa: E402 (it is in a folder of the checkout)

config.name = "helia"  # noqa: F821
config.suffixes = [".mlir", ".test"]  # noqa: F821
config.test_source_root = str(here)  # noqa: F821
config.test_exec_root = str(root / "build" / "lit")  # noqa: F821
config.environment["PYTHONPATH"] = str(root)  # noqa: F821
config.test_format = ToolTest(  # noqa: F821
    [("%digits", str(root / "examples" / "digits" / "digits.tflite"))],
    [
        (r"\bhelia-opt\b", f"{sys.executable} -m helia_aot.cli.helia_opt"),
        (r"\bhelia-aot\b", f"{sys.executable} -m helia_aot"),
        (r"\bfilecheck\b", f"{sys.executable} -m filecheck"),
    ],
)
