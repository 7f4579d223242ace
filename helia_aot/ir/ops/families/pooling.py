"""What AVERAGE_POOL_2D and MAX_POOL_2D share: everything but what a window is reduced to."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from math import prod
from typing import ClassVar, Self

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, TensorType, i64
from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def

from helia_aot.ir.activation import Activation, ActivationAttr, expect_clamp
from helia_aot.ir.ops.families.clamp import Clamped
from helia_aot.ir.ops.families.operator import rule
from helia_aot.ir.ops.families.pool_types import PoolArithmetic
from helia_aot.ir.ops.families.variants import Variant
from helia_aot.ir.ops.families.window import ONE, pads, pair
from helia_aot.ir.padding import Padding, PaddingAttr
from helia_aot.ir.quantize import bounds
from helia_aot.ir.records import OperatorRecord
from helia_aot.ir.target import Target
from helia_aot.ir.types import Tensor, dtype, encoding, integers, shape, tensor
from helia_aot.kernels.accelerated import Accelerated
from helia_aot.kernels.cmsis_nn import calls as cmsis_nn
from helia_aot.kernels.costs import Work
from helia_aot.kernels.instruction_sets import accelerated
from helia_aot.kernels.kernel import KernelCall, Record
from helia_aot.kernels.pool import PADDED_FIELDS, pool_fields
from helia_aot.kernels.window import Pair, Window


def records(code: str, *rows: Variant[PoolArithmetic]) -> tuple[Record, ...]:
    """The descriptors of plain kernels, and of the one that counts explicit padding."""
    base = code.lower()
    plain = (
        Record(f"{base}_{row.suffix}", pool_fields(row.ctype, row.arithmetic.NUMBER))
        for row in rows
    )
    return (*plain, Record(f"{base}_padded_s8", PADDED_FIELDS))


class Pool(Clamped):
    """Undecorated base of the operators that reduce every window of every channel to a number."""

    CMSIS: ClassVar[str] = ""
    """The function of CMSIS-NN that takes the numbers of the plain kernel."""

    input = operand_def(TensorType)
    taps = prop_def(DenseArrayBase.constr(i64))
    """Height and width of the window, like every pair here."""
    strides = prop_def(DenseArrayBase.constr(i64), default_value=ONE)
    padding = prop_def(PaddingAttr, default_value=PaddingAttr(Padding.VALID))
    pads = opt_prop_def(DenseArrayBase.constr(i64))
    """Elements above, below, left and right of the input, from a PAD: these count."""
    pad_value = opt_prop_def(IntegerAttr.constr(i64))
    """What they are."""
    output = result_def(TensorType)

    def __init__(
        self,
        input: SSAValue,
        output: Tensor,
        taps: Pair,
        strides: Pair = (1, 1),
        padding: Padding = Padding.VALID,
        activation: Activation = Activation.NONE,
    ):
        super().__init__(
            operands=[input],
            properties={
                "taps": integers(taps),
                "strides": integers(strides),
                "padding": PaddingAttr(padding),
                "activation": ActivationAttr(activation),
            },
            result_types=[output],
        )

    @classmethod
    def read(cls, record: OperatorRecord) -> Self:
        return cls(
            record.input(0),
            record.output(),
            (record.option("filterHeight", 1), record.option("filterWidth", 1)),
            (record.option("strideH", 1), record.option("strideW", 1)),
            Padding.read(record.option("padding", 0)),
            Activation.read(record.option("fusedActivationFunction", 0)),
        )

    # What it demands

    @rule("the input has four dimensions, none of them 0")
    def _rank(self) -> str | None:
        found = shape(self.input)
        return None if len(found) == 4 and all(found) else f"input has shape {found}"

    @rule("the fused activation is none, relu, relu_n1_to_1 or relu6")
    def _clamp(self) -> str | None:
        return expect_clamp(self.activation.data)

    @rule("windows and strides are positive, fit 16 bits and meet the input")
    def _window(self) -> str | None:
        return self.window.problem()

    @rule("explicit padding is an int8, and then there is no other")
    def _pads(self) -> str | None:
        if (value := self.fill) is None:
            return None
        if dtype(self.input) != "int8":
            return f"input is {dtype(self.input)}"
        low, high = bounds(dtype(self.input))
        if not low <= value <= high:
            return f"the padding is {value}"
        return "windows reach beyond it" if self.window.scheme_pads else None

    @property
    def window(self) -> Window:
        _, h, w, _ = shape(self.input)
        strides, around = pair(self.strides), pads(self.pads)
        return Window((h, w), pair(self.taps), strides, self.padding.data, pads=around)

    @property
    def fill(self) -> int | None:
        """The value of explicit padding; None where there is none."""
        if self.pads is None:
            return None
        return self.pad_value.value.data if self.pad_value is not None else 0

    @property
    def arithmetic(self) -> PoolArithmetic:
        return self.variant.arithmetic

    def infer(self) -> Sequence[Tensor]:
        batches, _, _, channels = shape(self.input)
        result = batches, *self.window.output, channels
        return (tensor(result, dtype(self.output), encoding(self.output)),)

    # Which kernels can run it

    def kernels(self, target: Target) -> Iterable[KernelCall]:
        if self.pads is not None:
            yield self.padded_call()
            return
        plain = self.plain_call()
        if not self.variant.accelerated:
            yield plain
            return
        if (kernels := accelerated(target)) and (call := self.accelerated_call(kernels, plain)):
            yield call
        yield self.cmsis_nn_call(plain, target) if target.provider == "cmsis-nn" else plain

    def cmsis_nn_call(self, plain: KernelCall, target: Target) -> KernelCall:
        """The function of CMSIS-NN: it takes a context, and looks at none unless overridden."""
        return cmsis_nn.ignoring(plain)

    @abstractmethod
    def accelerated_call(self, kernels: Accelerated, plain: KernelCall) -> KernelCall | None:
        """The call of one of these kernels, with the numbers of the plain one."""

    def plain_call(self) -> KernelCall:
        batches, _, _, channels = shape(self.input)
        numbers = {
            **self.arithmetic.numbers(self),
            "batches": batches,
            "channels": channels,
            **self.window.numbers(),
        }
        cmsis = self.CMSIS if self.variant.accelerated else ""
        helper = self.variant.helper(self.CODE.lower(), cmsis)
        return KernelCall(helper, numbers, why="any window and stride")

    def padded_call(self) -> KernelCall:
        """The kernel whose windows count what explicit padding puts around the input."""
        plain = self.plain_call()
        numbers = {**plain.numbers, "pad_value": self.fill or 0}
        return plain._replace(
            helper=self.variant.helper(f"{self.CODE.lower()}_padded"),
            numbers=numbers,
            why="explicit padding counts",
        )

    # What it costs

    def work(self) -> Work:
        return super().work()._replace(taps=prod(self.window.taps))

    def macs(self) -> int | None:
        """Sums and comparisons are no multiply-accumulates."""
        return 0

    def parameters(self) -> int | None:
        return 0
