"""How many bytes every kernel uses of the buffer it is handed, and how many it reads behind a
tensor: one rule per kind of descriptor.

A rule sees what the generated code will see, the numbers of the descriptor and the target, and no
operator. Who chooses a kernel asks its rule for the size, `verify-ctx-buf` asks it again. A kernel
whose descriptor has no rule uses no buffer.

The rules stand with the layouts of the kernels: here they are found.
"""

from collections.abc import Mapping

from helia_aot.ir.fields import Value
from helia_aot.ir.target import Target
from helia_aot.kernels.buffer_rule import Numbers, Rule
from helia_aot.kernels.cmsis_nn.buffers import RULES, SPARES
from helia_aot.kernels.kinds import KINDS, integers


def rule_of(kind: str) -> Rule | None:
    """The rule of a kind of descriptor; None where its kernels use no buffer."""
    scratch = KINDS[kind].scratch if kind in KINDS else None
    if scratch is None:
        return RULES.get(kind)

    def size(n: Numbers, _: Target) -> int:
        return scratch(n)

    return Rule("scratch", size)


def needed(kind: str, numbers: Mapping[str, Value], target: Target) -> int:
    """Bytes that a kernel of that descriptor uses; KeyError where a number of its rule lacks."""
    rule = rule_of(kind)
    return rule.size(integers(numbers), target) if rule else 0


def spare(kind: str, numbers: Mapping[str, Value], target: Target) -> Mapping[str, int]:
    """Bytes that a kernel of that descriptor reads behind a tensor, by the tensor's field."""
    found = SPARES.get(kind)
    if found is None:
        return {}
    size = found.size(integers(numbers), target)
    return {found.field: size} if size else {}
