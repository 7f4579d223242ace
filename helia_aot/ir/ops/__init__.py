"""The operators, one file each, loaded when a model has one of them.

Adding one: write the file, named as its code in lower case, list the code here, add a lit test.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module

from helia_aot.ir.kernel import Record
from helia_aot.ir.operator import AotOperator

CODES = (
    "ADD",
    "AVERAGE_POOL_2D",
    "BROADCAST_TO",
    "CAST",
    "CONCATENATION",
    "CONV_2D",
    "DEPTHWISE_CONV_2D",
    "DEQUANTIZE",
    "EXPAND_DIMS",
    "FILL",
    "FULLY_CONNECTED",
    "GATHER",
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
)
"""Names of builtin operators."""

CREATED_CODES = ("LUT",)
"""Operators that only passes make: no file has them."""


class _Operators(Mapping[str, type[AotOperator]]):
    """Operators by code. To define all of them takes as long as to convert a model."""

    def __init__(self, codes: tuple[str, ...]):
        self.codes = codes
        self.loaded: dict[str, type[AotOperator]] = {}

    def __getitem__(self, code: str) -> type[AotOperator]:
        if code not in self.codes:
            raise KeyError(code)
        if code not in self.loaded:
            self.loaded[code] = _load(code)
        return self.loaded[code]

    def __contains__(self, code: object) -> bool:
        return code in self.codes

    def __iter__(self) -> Iterator[str]:
        return iter(self.codes)

    def __len__(self) -> int:
        return len(self.codes)


def _load(code: str) -> type[AotOperator]:
    """The class in the file of an operator."""
    for found in vars(import_module(f"{__name__}.{code.lower()}")).values():
        if isinstance(found, type) and issubclass(found, AotOperator) and code == found.CODE:
            return found
    raise ImportError(f"the file of {code} defines no operator of this code")


BY_CODE = _Operators(CODES)
"""Operators by the name of their builtin operator."""
CREATED = _Operators(CREATED_CODES)
"""The others, by their type."""


def record_of(kind: str) -> Record:
    """A descriptor record by its kind; KeyError where no operator declares it."""
    for registry in (BY_CODE, CREATED):
        for op in registry.loaded.values():
            for found in op.RECORDS:
                if found.kind == kind:
                    return found
    return records()[kind]


def records() -> dict[str, Record]:
    """Every descriptor record by its kind."""
    every = (op for registry in (BY_CODE, CREATED) for op in registry.values())
    return {found.kind: found for op in every for found in op.RECORDS}
