"""The machines a module can be made for, as data files. Knows no compiler and no kernel."""

from helia_aot.platforms.loader import PLATFORMS, platform
from helia_aot.platforms.record import Board, Flags, Memory, Platform

__all__ = ["PLATFORMS", "Board", "Flags", "Memory", "Platform", "platform"]
