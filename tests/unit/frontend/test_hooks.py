"""Provenance of operators: stated when parsed, kept by hooks, lost in a file."""

from copy import deepcopy
from typing import Any

import pytest

from helia_aot.frontend.hooks import source_indices, state_source_indices
from helia_aot.frontend.litert.objects import OperatorT
from helia_aot.frontend.litert.view import parse, view
from tests.model_builder import ModelBuilder, pack


def parsed() -> Any:
    """Two operators that do not depend on one another."""
    m = ModelBuilder()
    x = m.input((1, 4))
    for code in ("RELU", "TANH"):
        y = m.tensor((1, 4))
        m.operator(code, [x], [y])
        m.output(y)
    return parse(m.build(), "m")


def sources(model: Any) -> list[tuple[int, ...]]:
    return [operator.source_indices for operator in view(model, "m").subgraphs[0].operators]


def test_parsing_states_each_operators_position():
    assert sources(parsed()) == [(0,), (1,)]


def test_provenance_survives_reordering_and_copies():
    model = deepcopy(parsed())
    model.subgraphs[0].operators.reverse()
    assert sources(model) == [(1,), (0,)]


def test_a_created_operator_has_none_until_stated():
    operator = OperatorT()
    assert source_indices(operator) == ()
    state_source_indices(operator, [4, 2, 4])
    assert source_indices(operator) == (2, 4)
    with pytest.raises(ValueError, match="source index -1 is negative"):
        state_source_indices(operator, [-1])


def test_a_file_does_not_carry_it():
    model = parsed()
    model.subgraphs[0].operators.reverse()
    assert sources(parse(pack(model), "m")) == [(0,), (1,)]
