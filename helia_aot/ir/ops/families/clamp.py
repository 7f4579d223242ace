"""Operators whose result is clamped at the end: by the model's fused activation, by what a pass
has fused into them, or by both.

Knows no operator. The clamp that passes fuse is a pair of quantized values: a MINIMUM with any
constant is one, and no activation of LiteRT's has a word for it.
"""

from __future__ import annotations

from xdsl.dialects.builtin import DenseArrayBase, TensorType, i64
from xdsl.irdl import opt_prop_def, prop_def, result_def

from helia_aot.ir.activation import Activation, ActivationAttr
from helia_aot.ir.constants import quant
from helia_aot.ir.ops.families.operator import AotOperator, rule
from helia_aot.ir.quantize import bounds
from helia_aot.ir.real import LARGEST
from helia_aot.ir.types import dtype, integers

Interval = tuple[int, int]
"""The smallest and the largest value."""


def clip(inner: Interval, outer: Interval) -> Interval:
    """What clamping to `inner` and then to `outer` clamps to: one value where they do not meet."""
    low, high = outer
    return min(max(inner[0], low), high), min(max(inner[1], low), high)


class Clamped(AotOperator):
    """Undecorated base of the operators with a fused activation that is a clamp."""

    activation = prop_def(ActivationAttr, default_value=ActivationAttr(Activation.NONE))
    clamp = opt_prop_def(DenseArrayBase.constr(i64))
    """The smallest and the largest value of the output, behind the activation."""
    output = result_def(TensorType)

    @rule("a clamp is two values of the output's type in their order")
    def _interval(self) -> str | None:
        if self.clamp is None:
            return None
        if dtype(self.output) == "float32":
            return f"clamp is {list(self.clamp.get_values())}, the output float32"
        (least, most), found = bounds(dtype(self.output)), self.clamp.get_values()
        sound = len(found) == 2 and least <= found[0] <= found[1] <= most
        return None if sound else f"clamp is {list(found)}"

    @property
    def limits(self) -> Interval:
        """The smallest and the largest quantized value that the operator gives."""
        own = self.activation.data.range(quant(self.output), dtype(self.output))
        if self.clamp is None:
            return own
        low, high = self.clamp.get_values()
        return clip(own, (int(low), int(high)))

    @property
    def real_limits(self) -> tuple[float, float]:
        """The smallest and the largest float32 that the operator gives."""
        low, high = self.activation.data.interval
        return max(low, -LARGEST), min(high, LARGEST)

    @limits.setter
    def limits(self, interval: Interval) -> None:
        """State the clamp anew, by the first activation that says the same."""
        q, kind = quant(self.output), dtype(self.output)
        clamps = (Activation.NONE, Activation.RELU, Activation.RELU_N1_TO_1, Activation.RELU6)
        same = [a for a in clamps if a.range(q, kind) == interval]
        self.activation = ActivationAttr(same[0] if same else Activation.NONE)
        self.clamp = None if same else integers(interval)
