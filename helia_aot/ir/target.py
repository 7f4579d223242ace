"""The machine a module is made for, as far as kernel selection asks."""

from typing import Literal, NamedTuple

Provider = Literal["bundled", "cmsis-nn"]
Optimize = Literal["speed", "balanced", "size"]


class Target(NamedTuple):
    """What kernels are selected for. A module is exact on every core; here it is fast."""

    cpu: str = "generic"
    provider: Provider = "bundled"
    optimize: Optimize = "balanced"
