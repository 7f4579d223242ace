"""What `inspect` makes of the reasons that a model is refused for."""

from typing import Any

import pytest

from helia_aot.report.inspect import _mark  # pyright: ignore[reportPrivateUsage] # no model has all


@pytest.mark.parametrize(
    ("reason", "marked"),
    [
        ("#1 CAST y: no kernel", [1]),
        ("#1+#2 ADD y: no kernel", [1, 2]),
        ("#12 CAST y: no kernel", []),
        ("x: no kernel for #1", []),
    ],
)
def test_a_reason_marks_the_operators_that_it_names(reason: str, marked: list[int]) -> None:
    operators: list[dict[str, Any]] = [{"index": i} for i in range(3)]
    _mark(operators, [reason])
    assert [o["index"] for o in operators if not o["supported"]] == marked
    assert [o["reason"] for o in operators if o["reason"]] == [reason] * len(marked)
