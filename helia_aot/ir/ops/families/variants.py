"""Element types as a dimension of operators: a table of the combinations that an operator has.

A row names the types of operands and result, and the arithmetic in them: what is demanded of such
tensors, what numbers become, how far a float may be from the oracle's. Everything else an operator
says once, for all rows. Knows no operator and no arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from helia_aot.ir.helper import KernelHelper
from helia_aot.ir.types import C_TYPES, Array

TFLM = "TFLM"
LITERT = "LiteRT BUILTIN_REF"


class Arithmetic:
    """What an operator's numbers mean in some element types. Its methods that are marked as rules
    take the operator, and are asked after those of the operator itself. Families say what more
    they ask of theirs; one object serves all rows and all operators that compute alike."""

    BOUND: ClassVar[str] = ""
    """How far a float may be from the oracle's, in the words of the support table; empty: exact."""
    ORACLE: ClassVar[str] = TFLM
    """Whose reference kernel decides."""

    @property
    def states_bound(self) -> bool:
        """Whether `float_bound` says how bounds pass on; else the largest does."""
        return type(self).float_bound is not Arithmetic.float_bound

    def float_bound(
        self, op: Any, inputs: Sequence[Array | None], bounds: Sequence[float]
    ) -> float:
        """The largest difference of any output where `inputs` may be off by `bounds` each. What an
        operator adds is a bound; what it passes on adds up as independent errors do, by squares:
        worst cases that meet in every layer would allow anything."""
        raise NotImplementedError


A = TypeVar("A", bound=Arithmetic, covariant=True)


class Variant(NamedTuple, Generic[A]):
    """A combination of element types that an operator has, and what differs for it."""

    suffix: str
    """What its kernels have behind their name (`s8` for `conv_2d_s8`); empty where it has none."""
    types: Mapping[str, str]
    """NumPy's names of the element types, by operand and result. An absent operand is of any."""
    arithmetic: A
    accelerated: bool = False
    """Whether cores' own instructions and other providers have kernels beside the plain one."""

    def helper(self, base: str, cmsis: str = "") -> KernelHelper:
        """The plain kernel, which has a descriptor of its own."""
        kind = f"{base}_{self.suffix}"
        return KernelHelper(kind, kind, kind, self.ctype, cmsis)

    @property
    def ctype(self) -> str:
        """C type of the elements that kernels work on: those of the first operand."""
        return C_TYPES[next(iter(self.types.values()))]

    @property
    def text(self) -> str:
        """The row as words: one if all types are the same."""
        return " ".join(dict.fromkeys(self.types.values())) if self._uniform else self._row

    @property
    def _uniform(self) -> bool:
        return len(set(self.types.values())) == 1

    @property
    def _row(self) -> str:
        return " ".join(self.types.values())


Table = Sequence[Variant[Arithmetic]]


def all_of(types: str, *names: str) -> dict[str, str]:
    """The types of a row in which all are the same."""
    return dict.fromkeys(names, types)


def rule_text(table: Table) -> str:
    """The rule that a table of types is, in words."""
    *names, last = table[0].types
    rows = [v.text for v in table]
    alike = "all " if any(" " not in row for row in rows) and len(rows) > 1 else ""
    return f"{', '.join(names)} and {last} are {alike}{_alternatives(rows)}"


def select(table: Table, found: Mapping[str, str | None]) -> Variant[Arithmetic] | str:
    """The first row with the types that were found, None where an operand is absent; or, in words,
    which type is of no row that fits those before it."""
    rows = list(table)
    for name, type in found.items():
        fitting = [v for v in rows if type is None or v.types[name] == type]
        if not fitting:
            wanted = list(dict.fromkeys(v.types[name] for v in rows))
            return f"{name} is {type}, should be {' or '.join(wanted)}"
        rows = fitting
    return rows[0]


def arithmetics(table: Table) -> Iterator[Arithmetic]:
    """Every arithmetic of a table, once."""
    return iter(dict.fromkeys(v.arithmetic for v in table))


def _alternatives(rows: Sequence[str]) -> str:
    *most, last = dict.fromkeys(rows)
    return f"{', '.join(most)} or {last}" if most else last
