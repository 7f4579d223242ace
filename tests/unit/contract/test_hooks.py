"""Model hooks of `ConvertArgs`: what they do to the model, and what becomes of source indices."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helia_aot import AotConverter, ConvertArgs
from helia_aot.frontend.hooks import source_indices, state_source_indices
from tests.model_builder import ModelBuilder, pack, schema
from tests.unit.ops.backends import litert

Hook = Callable[[Any], Any]

Q: dict[str, Any] = {"scale": 0.5, "zero_point": -3}


def branches() -> bytes:
    """Two operators that do not know one another, and a third that reads both."""
    m = ModelBuilder()
    x = m.input((1, 8), **Q)
    left, right = (m.tensor((1, 8), scale=s, zero_point=-3) for s in (0.25, 0.75))
    y = m.tensor((1, 8), **Q)
    m.operator("QUANTIZE", [x], [left])
    m.operator("RELU", [x], [right])
    m.operator("ADD", [left, right], [y])
    m.output(y)
    return m.build()


def pattern() -> bytes:
    """QUANTIZE, ADD, RELU: the last two are what the hooks below fuse."""
    m = ModelBuilder()
    x = m.input((1, 8), **Q)
    scaled = m.tensor((1, 8), scale=0.25, zero_point=-3)
    total, y = m.tensor((1, 8), **Q), m.tensor((1, 8), **Q)
    m.operator("QUANTIZE", [x], [scaled])
    m.operator("ADD", [x, scaled], [total])
    m.operator("RELU", [total], [y])
    m.output(y)
    return m.build()


# Hooks


def reorder(model: Any) -> None:
    """The first two operators change places."""
    first, second, *rest = model.subgraphs[0].operators
    model.subgraphs[0].operators = [second, first, *rest]


def copied(model: Any) -> Any:
    return deepcopy(model)


def serialized(model: Any) -> Any:
    """Through bytes and back, by the schema's own means."""
    return schema.ModelT.InitFromObj(schema.Model.GetRootAs(pack(model), 0))


def fused(model: Any) -> tuple[Any, Sequence[int]]:
    """ADD and RELU as a new operator, and what it stands for; the model has it already."""
    graph = model.subgraphs[0]
    *before, add, relu = graph.operators
    made = schema.OperatorT(
        opcodeIndex=add.opcodeIndex,
        inputs=list(add.inputs),
        outputs=list(relu.outputs),
        builtinOptionsType=add.builtinOptionsType,
        builtinOptions=schema.AddOptionsT(
            fusedActivationFunction=schema.ActivationFunctionType.RELU
        ),
    )
    graph.operators = [*before, made]
    return made, [*source_indices(relu), *source_indices(add)]


def fuse(model: Any) -> None:
    """Says what the new operator stands for."""
    state_source_indices(*fused(model))


def fuse_silently(model: Any) -> None:
    fused(model)


# What becomes of them


def converted(
    data: bytes, work: Path, *hooks: Hook, level: int = 0
) -> list[tuple[str, tuple[int, ...]]]:
    """Types and source indices in execution order; level 0, so that no pass adds to it."""
    args = ConvertArgs(
        model=data,
        module={"path": work / "module", "prefix": "hooked"},
        level=level,
        model_hooks=hooks,
        result_views=True,
    )
    views = AotConverter(args).convert().operators
    assert views is not None
    return [(view.type, view.source_indices) for view in views]


def test_without_a_hook_operators_stand_for_themselves(tmp_path: Path) -> None:
    want = [("QUANTIZE", (0,)), ("RELU", (1,)), ("ADD", (2,))]
    assert converted(branches(), tmp_path) == want


def test_reordering_keeps_every_index(tmp_path: Path) -> None:
    want = [("RELU", (1,)), ("QUANTIZE", (0,)), ("ADD", (2,))]
    assert converted(branches(), tmp_path, reorder) == want


def test_a_copy_keeps_every_index(tmp_path: Path) -> None:
    want = [("RELU", (1,)), ("QUANTIZE", (0,)), ("ADD", (2,))]
    assert converted(branches(), tmp_path, reorder, copied) == want
    assert converted(branches(), tmp_path, copied, reorder) == want


def test_a_created_operator_lists_what_the_hook_states(tmp_path: Path) -> None:
    assert converted(pattern(), tmp_path, fuse) == [("QUANTIZE", (0,)), ("ADD", (1, 2))]


def test_a_copy_keeps_what_a_hook_states(tmp_path: Path) -> None:
    assert converted(pattern(), tmp_path, fuse, copied)[-1] == ("ADD", (1, 2))


def test_a_created_operator_lists_nothing_unless_stated(tmp_path: Path) -> None:
    assert converted(pattern(), tmp_path, fuse_silently) == [("QUANTIZE", (0,)), ("ADD", ())]


def test_serialization_loses_every_index(tmp_path: Path) -> None:
    want = [("QUANTIZE", ()), ("RELU", ()), ("ADD", ())]
    assert converted(branches(), tmp_path, serialized) == want


def test_passes_go_on_from_what_hooks_state(tmp_path: Path) -> None:
    """The same fusion by the compiler says the same."""
    want = [("QUANTIZE", (0,)), ("ADD", (1, 2))]
    assert converted(pattern(), tmp_path, level=2) == want
    assert converted(pattern(), tmp_path, fuse, level=2) == want


def test_hooks_run_in_order_before_the_import(tmp_path: Path) -> None:
    """Each gets the parsed model as the one before left it."""
    seen: list[str] = []

    def see(name: str) -> Hook:
        def hook(model: Any) -> None:
            seen.append(f"{name} {type(model).__name__} {len(model.subgraphs[0].operators)}")

        return hook

    assert len(converted(pattern(), tmp_path, see("first"), fuse, copied, see("last"))) == 2
    assert seen == ["first ModelT 3", "last ModelT 2"]


@pytest.mark.parametrize(
    ("indices", "want"), [([2, 0, 2], (0, 2)), ([], ()), (iter([5]), (5,)), (range(3), (0, 1, 2))]
)
def test_indices_are_stated_once_and_ascending(indices: Any, want: tuple[int, ...]) -> None:
    """What is stated last counts."""
    operator = schema.OperatorT()
    state_source_indices(operator, [7])
    state_source_indices(operator, indices)
    assert source_indices(operator) == want


def test_an_index_is_not_negative() -> None:
    with pytest.raises(ValueError, match="source index -1 is negative"):
        state_source_indices(schema.OperatorT(), [3, -1])


def test_a_failing_hook_writes_nothing(tmp_path: Path) -> None:
    def fail(model: Any) -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        converted(pattern(), tmp_path, fail)
    assert not (tmp_path / "module").exists()


@pytest.mark.parametrize("hook", [fuse, fuse_silently, reorder, copied, serialized])
def test_the_hooks_here_change_no_result(hook: Hook) -> None:
    from helia_aot.frontend.litert.graph import import_model
    from helia_aot.ir.evaluate import evaluate

    data = branches() if hook is reorder else pattern()
    x = np.arange(-4, 4, dtype=np.int8).reshape(1, 8) * np.int8(16)
    (got,) = evaluate(import_model(data, "m", hooks=[hook]), [x])
    assert np.array_equal(got, litert(data, [x])[0])
