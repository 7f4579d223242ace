"""Lines of C that keep to 100 columns, and text that may stand in C. Knows no operator."""

from collections.abc import Iterator, Sequence

COLUMNS = 100

LONGEST_STRING = 1000
"""Bytes of a string. C99 promises 4,095 characters of a literal and of a line, on which a byte may
take four."""

_OCTAL = {b: f"\\{b:03o}" for b in range(256) if not 32 <= b < 127 or chr(b) in '"\\?'}
"""What may not stand in a C string as it is."""


def wrapped(head: str, items: Sequence[str], tail: str = "", indent: int = 0) -> str:
    """`head item, item tail` where it fits; else broken between items, below the first of them or,
    behind a long head, four columns in. `indent` is what already stands before the head."""
    whole = f"{head}{', '.join(items)}{tail}"
    if indent + len(whole) <= COLUMNS:
        return whole
    below = indent + len(head)
    longest = max(map(len, items), default=0) + len(tail) + 1
    margin = below if below + longest <= COLUMNS and below <= COLUMNS // 2 else indent + 4
    lines = list(_filled(items, COLUMNS - margin, len(tail)))
    start = head if margin == below else f"{head}\n{' ' * margin}"
    return start + f",\n{' ' * margin}".join(lines) + tail


def _filled(items: Sequence[str], width: int, tail: int) -> Iterator[str]:
    """As many items to a line as fit, at least one; behind the last one stands a tail."""
    line = ""
    for i, item in enumerate(items, 1):
        end = tail if i == len(items) else 1
        if line and len(line) + 2 + len(item) + end > width:
            yield line
            line = ""
        line = f"{line}, {item}" if line else item
    yield line


def clipped(text: str, width: int) -> str:
    """Text that is at most so wide."""
    return text if len(text) <= width else text[: max(0, width - 3)] + "..."


def comment(text: str) -> str:
    """Any text as it may stand in a C comment."""
    plain = text.encode("ascii", "backslashreplace").decode()
    plain = plain.replace("*/", "* /").replace("/*", "/ *")
    return "".join(c if c.isprintable() else "?" for c in plain).rstrip("\\")


def c_string(text: str) -> str:
    """Any text as a C string literal, everything unusual as octal escapes; a longer one than every
    compiler must take ends in "..."."""
    data = text.encode("utf-8", "surrogateescape")
    if len(data) > LONGEST_STRING:
        whole = data[: LONGEST_STRING - 3].decode("utf-8", "ignore")
        data = f"{whole}...".encode()
    return f'"{data.decode("latin-1").translate(_OCTAL)}"'
