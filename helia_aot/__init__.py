"""helia_aot: quantized LiteRT models to exact, self-contained C for microcontrollers.

The public names are loaded on first use, so that `import helia_aot` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from helia_aot.driver import AotConverter, ConversionResult, ConvertArgs
    from helia_aot.errors import (
        ConfigError,
        HeliaError,
        InvalidModelError,
        MemoryPlanError,
        UnsupportedModelError,
        VerificationError,
    )
    from helia_aot.ir.helper import CtxBufUsage
    from helia_aot.ir.ops.families.operator import AotOperator
    from helia_aot.views import (
        MemoryType,
        OperatorView,
        PlacementView,
        QuantizationView,
        RegionRole,
        RegionView,
        TensorKind,
        TensorView,
    )

__version__ = "0.1.0"

_HOMES = {
    "AotConverter": "helia_aot.driver",
    "AotOperator": "helia_aot.ir.ops.families.operator",
    "ConfigError": "helia_aot.errors",
    "ConversionResult": "helia_aot.driver",
    "ConvertArgs": "helia_aot.driver",
    "CtxBufUsage": "helia_aot.ir.helper",
    "HeliaError": "helia_aot.errors",
    "InvalidModelError": "helia_aot.errors",
    "MemoryPlanError": "helia_aot.errors",
    "MemoryType": "helia_aot.views",
    "OperatorView": "helia_aot.views",
    "PlacementView": "helia_aot.views",
    "QuantizationView": "helia_aot.views",
    "RegionRole": "helia_aot.views",
    "RegionView": "helia_aot.views",
    "TensorKind": "helia_aot.views",
    "TensorView": "helia_aot.views",
    "UnsupportedModelError": "helia_aot.errors",
    "VerificationError": "helia_aot.errors",
}

__all__ = [
    "AotConverter",
    "AotOperator",
    "ConfigError",
    "ConversionResult",
    "ConvertArgs",
    "CtxBufUsage",
    "HeliaError",
    "InvalidModelError",
    "MemoryPlanError",
    "MemoryType",
    "OperatorView",
    "PlacementView",
    "QuantizationView",
    "RegionRole",
    "RegionView",
    "TensorKind",
    "TensorView",
    "UnsupportedModelError",
    "VerificationError",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
