"""What a verification or a measurement found: plain records, and their JSON.

The JSON is published as `docs/verify-schema.json` and `docs/profile-schema.json`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Comparison:
    """One tensor, over all cases."""

    name: str
    values: int
    """Values that were compared."""
    mismatches: int
    """Integers that differ, or floats that differ by more than `bound`."""
    max_abs_diff: int | float
    """Infinite where a float stands against a NaN or an infinity."""
    bound: int | float
    """Largest difference that is right: 0 for integers."""
    integer: bool
    first_case: int | None = None
    """The first case with a mismatch."""

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "values": self.values,
            "mismatches": self.mismatches,
            "max_abs_diff": _finite(self.max_abs_diff),
            "bound": _finite(self.bound),
        }


def _finite(value: int | float) -> int | float | None:
    """JSON has no infinity."""
    return value if math.isfinite(value) else None


@dataclass(frozen=True)
class Producer:
    """The operator of the module that writes a tensor."""

    layer_index: int
    type: str
    source_indices: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "operator": self.layer_index,
            "type": self.type,
            "source_indices": list(self.source_indices),
        }


@dataclass(frozen=True)
class TensorResult:
    """A tensor inside the model that the module has as well."""

    index: int
    """In the model's graph."""
    producer: Producer
    comparison: Comparison

    def to_json(self) -> dict[str, Any]:
        return {"index": self.index} | self.producer.to_json() | self.comparison.to_json()


@dataclass(frozen=True)
class Uncompared:
    """A tensor inside the model that the module does not have, or not with the same meaning."""

    index: int
    """In the model's graph."""
    name: str
    reason: Literal["control flow", "folded", "fused", "requantized", "not an array", "no elements"]

    def to_json(self) -> dict[str, Any]:
        return {"index": self.index, "name": self.name, "reason": self.reason}


@dataclass(frozen=True)
class Difference:
    """The first operator, in order of execution, whose tensor differs; of those compared."""

    producer: Producer | None
    """None when the output is no operator's: an input or a constant."""
    tensor: str
    mismatches: int

    def to_json(self) -> dict[str, Any]:
        operator = self.producer.to_json() if self.producer else _NO_OPERATOR
        return {**operator, "tensor": self.tensor, "mismatches": self.mismatches}


_NO_OPERATOR: dict[str, Any] = {"operator": None, "type": None, "source_indices": []}


@dataclass(frozen=True)
class VerifyResult:
    """Whether a module computes what its model means."""

    cases: int
    oracle: str
    """tflm, litert, both, or golden with the source behind a colon where the file states it."""
    platform: str
    outputs: tuple[Comparison, ...]
    first_difference: Difference | None
    note: str | None = None
    """Why LiteRT was asked where TFLM would have been; no part of the JSON."""
    tensors: tuple[TensorResult, ...] | None = None
    """With intermediates: every tensor inside that was compared."""
    uncompared: tuple[Uncompared, ...] | None = None
    """With intermediates: every other tensor that an operator of the model writes."""

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        return (*self.outputs, *(t.comparison for t in self.tensors or ()))

    @property
    def exact(self) -> bool:
        """No integer value differs."""
        return not any(c.mismatches for c in self.comparisons if c.integer)

    @property
    def ok(self) -> bool:
        return not any(c.mismatches for c in self.comparisons)

    def to_json(self) -> dict[str, Any]:
        found = self.first_difference
        result: dict[str, Any] = {
            "ok": self.ok,
            "exact": self.exact,
            "cases": self.cases,
            "oracle": self.oracle,
            "platform": self.platform,
            "outputs": [o.to_json() for o in self.outputs],
            "first_difference": None if found is None else found.to_json(),
        }
        if self.tensors is not None:
            result["tensors"] = [t.to_json() for t in self.tensors]
        if self.uncompared is not None:
            result["uncompared"] = [u.to_json() for u in self.uncompared]
        return result


@dataclass(frozen=True)
class OperatorProfile:
    """What one operator of the module costs."""

    producer: Producer
    instructions: int
    macs: int | None

    def to_json(self) -> dict[str, Any]:
        return {
            "layer_index": self.producer.layer_index,
            "type": self.producer.type,
            "source_indices": list(self.producer.source_indices),
            "instructions": self.instructions,
            "macs": self.macs,
        }


@dataclass(frozen=True)
class ProfileResult:
    """What one inference costs on a platform."""

    platform: str
    compiler: str
    instructions: int
    """Of one warm run, without callbacks."""
    operators: tuple[OperatorProfile, ...]
    code_bytes: int
    constant_bytes: int
    scratch_bytes: int
    persistent_bytes: int
    stack_bytes: int

    def to_json(self) -> dict[str, Any]:
        return {
            "instructions": self.instructions,
            "operators": [o.to_json() for o in self.operators],
            "code_bytes": self.code_bytes,
            "constant_bytes": self.constant_bytes,
            "scratch_bytes": self.scratch_bytes,
            "persistent_bytes": self.persistent_bytes,
            "stack_bytes": self.stack_bytes,
        }
