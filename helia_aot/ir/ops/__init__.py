"""The operators, one file each, loaded when a model has one of them.

Adding one: write the file, named as its code in lower case, list the code here, add a lit test.
"""

from types import ModuleType

from helia_aot.ir.ops.families.operator import AotOperator
from helia_aot.ir.registry import Registry
from helia_aot.kernels.kernel import Record
from helia_aot.kernels.kinds import KINDS

CODES = (
    "ADD",
    "ASSIGN_VARIABLE",
    "AVERAGE_POOL_2D",
    "BROADCAST_TO",
    "CALL_ONCE",
    "CAST",
    "CONCATENATION",
    "CONV_2D",
    "DEPTHWISE_CONV_2D",
    "DEQUANTIZE",
    "EXPAND_DIMS",
    "FILL",
    "FULLY_CONNECTED",
    "GATHER",
    "IF",
    "LOGISTIC",
    "MAXIMUM",
    "MAX_POOL_2D",
    "MEAN",
    "MINIMUM",
    "MUL",
    "PACK",
    "PAD",
    "PADV2",
    "QUANTIZE",
    "RANGE",
    "RANK",
    "READ_VARIABLE",
    "REDUCE_PROD",
    "RELU",
    "RELU6",
    "RESHAPE",
    "SHAPE",
    "SLICE",
    "SOFTMAX",
    "SQUEEZE",
    "STRIDED_SLICE",
    "SUB",
    "VAR_HANDLE",
    "WHILE",
)
"""Names of builtin operators."""

CREATED_CODES = ("LUT",)
"""Operators that only passes make: no file has them."""


def _find(module: ModuleType, code: str) -> type[AotOperator]:
    """The class in the file of an operator."""
    for found in vars(module).values():
        if isinstance(found, type) and issubclass(found, AotOperator) and code == found.CODE:
            return found
    raise ImportError(f"the file of {code} defines no operator of this code")


def _operators(codes: tuple[str, ...]) -> Registry[type[AotOperator]]:
    files = {code: f"{__name__}.{code.lower()}" for code in codes}

    def modules() -> dict[str, str]:
        return files

    return Registry(modules, _find)


BY_CODE = _operators(CODES)
"""Operators by the name of their builtin operator."""
CREATED = _operators(CREATED_CODES)
"""The others, by their type."""


def record_of(kind: str) -> Record:
    """A descriptor record by its kind; KeyError where there is none."""
    if kind in KINDS:
        return KINDS[kind].record
    for registry in (BY_CODE, CREATED):
        for op in registry.loaded.values():
            for found in op.RECORDS:
                if found.kind == kind:
                    return found
    return records()[kind]


def records() -> dict[str, Record]:
    """Every descriptor record by its kind."""
    every = (op for registry in (BY_CODE, CREATED) for op in registry.values())
    of_operators = {found.kind: found for op in every for found in op.RECORDS}
    return of_operators | {kind: found.record for kind, found in KINDS.items()}
