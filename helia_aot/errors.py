"""The errors a caller can catch. Library functions raise these and never exit the process."""

from collections.abc import Sequence


class HeliaError(Exception):
    """Anything this compiler refuses or cannot do, in words that say what to do about it."""


class InvalidModelError(HeliaError):
    """The file is not a well-formed LiteRT model: what is wrong, and where."""


class UnsupportedModelError(HeliaError):
    """The model is well-formed but cannot be compiled exactly."""

    reasons: tuple[str, ...]
    """One line per refused operator or tensor, all of them at once."""

    def __init__(self, reasons: Sequence[str]):
        self.reasons = tuple(reasons)
        super().__init__("\n".join(self.reasons))


class ConfigError(HeliaError):
    """The configuration names something unknown or contradicts itself."""


class MemoryPlanError(HeliaError):
    """No memory plan satisfies the constraints."""


class VerificationError(HeliaError):
    """A module could not be built, run or compared."""
