"""What the compiler asks of every LiteRT operator, in the order a reader asks it.

An operator file answers: what it is (the definition), how it stands in the file (`read`), what it
demands (rules and `infer`), what it means (`evaluate`), which kernels can run it (`kernels`), what
it costs (`macs`, `parameters`). Importer, passes, printer and emitter know no operator by name.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from math import isfinite, prod
from typing import Any, ClassVar, Self, TypeVar

from xdsl.ir import Operation, SSAValue
from xdsl.irdl import traits_def
from xdsl.traits import (
    EffectInstance,
    MemoryEffect,
    MemoryEffectKind,
    RecursiveMemoryEffect,
    is_side_effect_free,
)
from xdsl.utils.exceptions import VerifyException

from helia_aot.ir.constants import constant, quant
from helia_aot.ir.helper import CtxBufUsage, KernelHelper
from helia_aot.ir.operation import BaseOperation
from helia_aot.ir.ops.families.variants import (
    Arithmetic,
    Table,
    Variant,
    arithmetics,
    rule_text,
    select,
)
from helia_aot.ir.quantize import bounds
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import Array, Tensor, dtype, encoding, shape, tensor_type
from helia_aot.kernels.costs import Work, cheapest
from helia_aot.kernels.kernel import KernelCall, Record

Check = TypeVar("Check", bound=Callable[..., str | None])


def rule(text: str, *, lowered: bool = False) -> Callable[[Check], Check]:
    """Mark a method as one of its operator's rules.

    `text` is the rule in the words of the support table; the method returns None when it holds,
    else what it found, with both values. A `lowered` rule need not hold before the operator is
    lowered: until then folding may remove what breaks it.
    """

    def mark(check: Check) -> Check:
        setattr(check, "rule_text", text)  # noqa: B010 (a function has no such attribute to pyright)
        setattr(check, "rule_lowered", lowered)  # noqa: B010
        return check

    return mark


NONE: AbstractSet[EffectInstance] = frozenset()
READS: AbstractSet[EffectInstance] = frozenset({EffectInstance(MemoryEffectKind.READ)})
WRITES: AbstractSet[EffectInstance] = frozenset({EffectInstance(MemoryEffectKind.WRITE)})
"""What an operator does to state."""


class OperatorEffects(MemoryEffect):
    """What an operator does besides giving results: nothing, unless its own blocks do."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        inner = RecursiveMemoryEffect.get_effects(op)
        return None if inner is None else inner | getattr(op, "EFFECTS", NONE)


class AotOperator(BaseOperation):
    """Undecorated base of the operator classes."""

    CODE: ClassVar[str] = ""
    """Name of the builtin operator in the LiteRT schema."""
    CTX_BUF_USAGE: ClassVar[CtxBufUsage] = CtxBufUsage.NO_CTX
    """What follows for the operator from all of its kernels."""
    VARIANTS: ClassVar[Table] = ()
    """Its combinations of element types and what differs between them; empty where nothing does."""
    RECORDS: ClassVar[tuple[Record, ...]] = ()
    """The descriptor records of its kernels."""
    VIEW: ClassVar[bool] = False
    """Whether its output is the bytes of operand 0 under another shape."""
    FOLD_ONLY: ClassVar[bool] = False
    """Whether it has no kernel at all: it is evaluated at compile time, or refused."""
    NO_KERNEL: ClassVar[bool] = False
    """Whether it becomes no call in the program: its blocks do, or it only names something."""
    OF_TYPES: ClassVar[bool] = False
    """Whether its value follows from the types of its operands, whatever they hold."""
    ELEMENTWISE_KERNELS: ClassVar[Mapping[str, KernelHelper]] = {}
    """Of an elementwise operator, by element type the kernel for operands of one shape."""
    ELEMENTWISE: ClassVar[bool] = False
    """Whether every element of the output is a function of the elements at its place alone, which
    `evaluate` gives bit by bit: then it can become part of a table."""

    EFFECTS: ClassVar[AbstractSet[EffectInstance]] = NONE
    """What it does besides giving results; what its blocks do comes to it."""

    traits = traits_def(OperatorEffects())

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        conditional = cls.CTX_BUF_USAGE is CtxBufUsage.CONDITIONAL
        if conditional and cls.ctx_buf_required is AotOperator.ctx_buf_required:
            raise TypeError(f"{cls.__name__} is CONDITIONAL and must override ctx_buf_required")

    # How it stands in the file

    @classmethod
    @abstractmethod
    def read(cls, record: OperatorRecord) -> Self:
        """Import: the operator from the record of the file."""

    # What it demands

    @abstractmethod
    def infer(self) -> Sequence[Tensor]:
        """Shape rule: the result types that follow from operands and properties."""

    @classmethod
    def rules(cls) -> Iterator[tuple[str, Callable[..., str | None]]]:
        """Its rules in the order in which they are asked: the table of its element types, the
        marked ones, base classes first, then those of the arithmetic in each of its types."""
        if cls.VARIANTS:
            yield rule_text(cls.VARIANTS), AotOperator._types_of_no_variant
        yield from marked_rules(cls)
        told = dict(r for a in arithmetics(cls.VARIANTS) for r in marked_rules(type(a)))
        yield from told.items()

    def violations(self) -> Iterator[str]:
        """Every rule that does not hold, in words. Later rules may rest on earlier ones: stop at
        the first."""
        if found := self._broken(lowered=False):
            yield found
            return
        for i, (got, want) in enumerate(zip(self.result_types, self.infer(), strict=True)):
            if got != want:
                yield f"output {i} is {got}, should be {want}"

    def unlowerable(self) -> str | None:
        """What forbids to lower it, in words: the first rule for that which does not hold."""
        if not self.VARIANTS and any(dtype(v) == "int4" for v in (*self.operands, *self.results)):
            return "it moves int4, whose elements share a byte"
        return self._broken(lowered=True)

    def _broken(self, *, lowered: bool) -> str | None:
        if not lowered and self.VARIANTS and (found := self._types_of_no_variant()):
            return f"{found} ({rule_text(self.VARIANTS)})"
        for text, check in marked_rules(type(self)):
            if getattr(check, "rule_lowered", False) is lowered and (found := check(self)):
                return f"{found} ({text})"
        if not self.VARIANTS:
            return None
        arithmetic: Arithmetic = self.variant.arithmetic
        for text, check in marked_rules(type(arithmetic)):
            asked = getattr(check, "rule_lowered", False) is lowered
            if asked and (found := check(arithmetic, self)):
                return f"{found} ({text})"
        return None

    @property
    def variant(self) -> Variant[Any]:
        """Its element types, as the row of its table."""
        if isinstance(found := self._select(), str):
            raise VerifyException(found)
        return found

    def _types_of_no_variant(self) -> str | None:
        """For the rule that the table is."""
        found = self._select()
        return found if isinstance(found, str) else None

    def _select(self) -> Variant[Arithmetic] | str:
        values: dict[str, SSAValue | None] = {n: getattr(self, n) for n in self.VARIANTS[0].types}
        found = {n: None if v is None else dtype(v) for n, v in values.items()}
        return select(self.VARIANTS, found)

    def verify_(self) -> None:
        for found in self.violations():
            raise VerifyException(found)

    # What it means

    @property
    def is_function(self) -> bool:
        """Whether it is a function of its operands, which `evaluate` gives: it has no blocks of its
        own, and has no effect."""
        return not self.regions and is_side_effect_free(self)

    @abstractmethod
    def evaluate(self, *inputs: Array | None) -> tuple[Array, ...]:
        """Reference semantics on one array per operand; what every kernel reproduces bit by bit."""

    def float_bound(self, inputs: Sequence[Array | None], bounds: Sequence[float]) -> float | None:
        """The largest difference of any output from the oracle's where operands of these values may
        be off by `bounds` each; None where values are moved or computed exactly."""
        arithmetic: Arithmetic | None = self.variant.arithmetic if self.VARIANTS else None
        if arithmetic is None or not arithmetic.states_bound:
            return None
        return arithmetic.float_bound(self, inputs, bounds)

    @property
    def states_bound(self) -> bool:
        """Whether `float_bound` says anything."""
        return bool(self.VARIANTS) and self.variant.arithmetic.states_bound

    # Which kernels can run it

    @abstractmethod
    def kernels(self, target: Target) -> Iterable[KernelCall]:
        """The kernels that can run this operator on `target`, usually the best first."""

    def kernel(self, target: Target) -> KernelCall:
        """The kernel that runs it: the first of `kernels`, or one that measures as much cheaper."""
        if calls := list(self.kernels(target)):
            return cheapest(calls, self.work(), target)
        raise VerifyException(f"no kernel for {target}")

    def shared_kernel_helpers(self, target: Target = Target()) -> list[KernelHelper]:  # noqa: B008
        """The shared kernels this operator runs through on `target`: none if it folds away, or is
        lowered to something else than a kernel."""
        return [] if self.NO_KERNEL or self.unlowerable() else [self.kernel(target).helper]

    def ctx_buf_required(self, target: Target) -> bool:
        """Whether its kernel on `target` dereferences the buffer of its context."""
        return self.CTX_BUF_USAGE is CtxBufUsage.REQUIRED

    # What it costs

    def work(self) -> Work:
        """What a kernel has to do for it."""
        sizes = shape(self.results[0])
        outputs = prod(sizes)
        return Work(outputs, outputs // (sizes[-1] if sizes and outputs else 1) or 1)

    def macs(self) -> int | None:
        """Multiply-accumulates per inference; None where no count is defined."""
        return None

    def parameters(self) -> int | None:
        """Elements of the constant weights and bias; None where `macs` is."""
        return None


@cache
def marked_rules(cls: type) -> list[tuple[str, Callable[..., str | None]]]:
    """The methods of a class that are marked as rules, base classes first."""
    marked = {n: m for c in reversed(cls.__mro__) for n, m in vars(c).items()}
    return [(text, m) for m in marked.values() if (text := getattr(m, "rule_text", None))]


# Words that rules share


def expect_types(**expected: tuple[SSAValue | None, str]) -> str | None:
    """`input=(self.input, "int8")`: what is not of its type; alternatives by `|`."""
    for name, (value, types) in expected.items():
        if value is not None and dtype(value) not in types.split("|"):
            return f"{name} is {dtype(value)}, should be {types.replace('|', ' or ')}"
    return None


def expect_quantized(**values: SSAValue | None) -> str | None:
    """What lacks a per-tensor scale."""
    for name, value in values.items():
        if value is not None and encoding(value) is None:
            return f"{name} is {tensor_type(value)}, without a scale"
    return None


def expect_sound(**values: SSAValue | None) -> str | None:
    """What lacks a positive per-tensor scale, or has a zero point that its type cannot hold."""
    if missing := expect_quantized(**values):
        return missing
    for name, value in values.items():
        if value is None:
            continue
        q, (low, high) = quant(value), bounds(dtype(value))
        if not (isfinite(q.scale) and q.scale > 0):
            return f"{name} has scale {q.scale}"
        if not low <= q.zero_point <= high:
            return f"{name} has zero point {q.zero_point}"
    return None


def expect_centred(**values: SSAValue | None) -> str | None:
    """What has another zero point than 0."""
    for name, value in values.items():
        if value is not None and (zero := quant(value).zero_point):
            return f"{name} has zero point {zero}"
    return None


def expect_constant(**values: SSAValue | None) -> str | None:
    for name, value in values.items():
        if value is not None and constant(value) is None:
            return f"{name} is computed at run time"
    return None


def expect_same_quantization(**values: SSAValue) -> str | None:
    (first, a), *rest = values.items()
    for name, b in rest:
        if (quant(a).scale, quant(a).zero_point) != (quant(b).scale, quant(b).zero_point):
            return f"{first} has {quant(a)}, {name} has {quant(b)}"
    return None
