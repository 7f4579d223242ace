"""Names that are too long: which part of them stays, and what comments show of it."""

from types import SimpleNamespace
from typing import Any

import pytest

from helia_aot.backend_c.emit import called
from helia_aot.ir.identifiers import LONGEST, begins_within_word, identifier

TAIL = "conv2d_" + "x" * (LONGEST - 14)
"""Seven characters of the word before it stay."""


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (f"model/depthwise/{TAIL}", TAIL),
        (f"a;model/depthwise/{TAIL}", TAIL),
        (f"model/d/hwise1_{TAIL}", f"hwise1_{TAIL}"),
        (f"model/depthwise{TAIL}", "x" * (LONGEST - 14)),
        (f"hwise1/{TAIL}", f"hwise1_{TAIL}"),
        ("x" * 2 * LONGEST, "x" * LONGEST),
        ("short/name", "short_name"),
        ("", ""),
    ],
)
def test_a_comment_begins_with_a_whole_word(name: str, shown: str) -> None:
    tensor: Any = SimpleNamespace(name=name, id=identifier(name))
    assert called(tensor) == shown


def test_what_begins_within_a_word() -> None:
    assert begins_within_word("a" * (LONGEST + 1))
    assert not begins_within_word("a" * LONGEST)
    assert not begins_within_word("b/" + "a" * LONGEST)
