"""C identifiers from any text: sanitized, never a keyword, unique within a module."""

import re

_WORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int
long register restrict return short signed sizeof static struct switch typedef union unsigned void
volatile while asm bool catch class delete explicit export false friend mutable namespace new
operator private protected public template this throw true try typename using virtual
"""
KEYWORDS = frozenset(_WORDS.split())
"""Of C99 and C++."""

LONGEST = 48
"""Characters kept of a name: its tail, where a model's names say what they are."""


def identifier(text: str) -> str:
    """Lower-case identifier characters of `text`; empty when nothing of it can stay."""
    kept = _plain(text)[-LONGEST:].strip("_")
    return f"n{kept}" if kept[:1].isdigit() else kept


def begins_within_word(text: str) -> bool:
    """Whether the identifier of `text` is a tail of it that begins with the rest of a word."""
    before, kept = _plain(text)[:-LONGEST], _plain(text)[-LONGEST:]
    return bool(before) and "_" not in (before[-1], kept[0])


def _plain(text: str) -> str:
    last = text.rstrip(";").rpartition(";")[2]  # fused operators join their names by semicolons
    return re.sub(r"[^0-9A-Za-z]+", "_", last).strip("_").lower()


def prefix_from(text: str) -> str:
    """A module prefix from a file's stem."""
    return safe(identifier(text) or "model")


PREFIX_WORDS = "a lower-case C identifier: a-z, then a-z, 0-9 or _"
"""What `is_prefix` asks for."""


def is_prefix(text: str) -> bool:
    """Whether a module's symbols, files and macros may begin with it."""
    return re.fullmatch(r"[a-z][a-z0-9_]*", text) is not None


def safe(name: str) -> str:
    return f"{name}_" if name in KEYWORDS else name


class Names:
    """Hands out each identifier once."""

    def __init__(self) -> None:
        self._count: dict[str, int] = {}

    def unique(self, wanted: str) -> str:
        """`wanted`, or `wanted_2`, `wanted_3`... when it is taken."""
        name = safe(wanted)
        while name in self._count:
            self._count[name] += 1
            name = f"{safe(wanted)}_{self._count[name]}"
        self._count[name] = 1
        return name
