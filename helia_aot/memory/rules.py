"""Rules that say in which memory tensors lie. Knows names, kinds and roles, and no IR.

A rule has a selector and settings. Its text, as passes take it, is `type/id=memory>destination@io`:
where tensors lie, where constants are copied to at initialization, who owns inputs and outputs.
Every part may be missing. For each setting the most specific rule that makes it wins:

1. type and id, 2. id, 3. type, 4. neither; among equals the later one.

`type` is a role (scratch, persistent, constant), or input or output; an input or an output that is
no constant is of type scratch as well. `id` is a tensor's identifier in the module or its name in
the model.
"""

import re
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple
from urllib.parse import quote, unquote

from helia_aot.ir.program import MemoryType

ANY = "*"
TYPES = ("scratch", "persistent", "constant", "input", "output", ANY)
OWNERS = ("arena", "application")

_TEXT = re.compile(
    r"(?P<type>[^/=]*)(/(?P<id>[^=]*))?=(?P<memory>\w*)(>(?P<destination>\w+))?(@(?P<io>\w+))?"
)


class Setting(NamedTuple):
    """What rules say of one tensor; empty where they say nothing."""

    memory: str = ""
    """Where it lies; of a constant, where its bytes are stored."""
    destination: str = ""
    """Where a constant is copied to at initialization."""
    io: str = ""
    """Who owns an input or an output: arena or application."""

    def over(self, other: "Setting") -> "Setting":
        """This setting where it says something, else the other."""
        return Setting(
            self.memory or other.memory,
            self.destination or other.destination,
            self.io or other.io,
        )


class Rule(NamedTuple):
    """One rule; its setting applies to every tensor of its type and id."""

    type: str
    id: str
    setting: Setting

    @property
    def specificity(self) -> int:
        return 2 * (self.id != ANY) + (self.type != ANY)

    @property
    def problem(self) -> str:
        """Why no tensor of this type can have the setting; empty when some can."""
        if self.setting.destination and self.type not in ("constant", ANY):
            return "only constants are copied to another memory"
        if self.setting.io and self.type not in ("input", "output", ANY):
            return "only an input or an output can be the application's"
        return ""

    def selects(self, types: Iterable[str], names: Iterable[str]) -> bool:
        return self.type in (ANY, *types) and self.id in (ANY, *names)

    def __str__(self) -> str:
        s = self.setting
        id = "" if self.id == ANY else "/" + quote(self.id, safe="/;:. -_,")
        destination = f">{s.destination}" if s.destination else ""
        io = f"@{s.io}" if s.io else ""
        return f"{self.type}{id}={s.memory}{destination}{io}"


def parse_rule(text: str) -> Rule:
    """A rule from its text; ValueError says what is wrong with it."""
    found = _TEXT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no rule: expected type/id=memory>destination@io")
    kind, io = found["type"] or ANY, found["io"] or ""
    if kind not in TYPES:
        raise ValueError(f"{text!r}: type is {kind!r}, should be one of {', '.join(TYPES)}")
    if io and io not in OWNERS:
        raise ValueError(f"{text!r}: io is {io!r}, should be one of {', '.join(OWNERS)}")
    setting = Setting(_memory(found["memory"]), _memory(found["destination"]), io)
    rule = Rule(kind, unquote(found["id"] or ANY), setting)
    if rule.problem:
        raise ValueError(f"{text!r}: {rule.problem}")
    return rule


def resolve(rules: Sequence[Rule], types: Iterable[str], names: Iterable[str]) -> Setting:
    """What the rules say of a tensor with these types and names."""
    types, names = tuple(types), tuple(names)
    selected = [r for r in rules if r.selects(types, names)]
    ordered = sorted(selected, key=lambda r: r.specificity)  # stable: later wins
    return reduce(lambda known, rule: rule.setting.over(known), ordered, Setting())


def _memory(text: str | None) -> str:
    return MemoryType(text).value if text else ""
