"""Tools that a test cannot do without: a test skips where one is missing, or fails on request."""

import os

import pytest

from helia_aot.errors import VerificationError
from helia_aot.verify.toolchain import find_tool


def require_tool(*names: str) -> None:
    """Skips the test when a tool is missing; HELIA_REQUIRE_QEMU=1 makes that a failure."""
    for name in names:
        try:
            find_tool(name)
        except VerificationError as error:
            if os.environ.get("HELIA_REQUIRE_QEMU") == "1":
                pytest.fail(str(error))
            pytest.skip(str(error))


def require_platform(platform: str, compiler: str) -> None:
    """The tools that building for a platform with a compiler, and running there, take."""
    bare = () if platform == "host" else ("arm-none-eabi-gcc", "qemu-system-arm")
    own = compiler if compiler == "clang" or platform == "host" else "arm-none-eabi-gcc"
    require_tool(*bare, own)
