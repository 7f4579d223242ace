"""Instances of the runtime's families: a source written once, made for other numbers and types.

A family is a source that compiles as it stands, for its default instance. A comment in it says
which names are its instances, and which values stand behind the words in a name:

    Instances: helia_tile_mve_k{DEPTH}[_step{STEP}]
      DEPTH: 16 to 256 by 16
      STEP: 4 to 256 by 4

`#define HELIA_DEPTH 64` is the default of a value. What may stand behind the colon, with commas
between: a number or a word; `word = value`; `low to high by step`; `of helia_tile_mve_`, which is
every word that makes a name of the runtime with that beginning. Knows text, and no kernel.
"""

import re
from collections.abc import Callable, Iterable
from os.path import commonprefix
from typing import NamedTuple

Exists = Callable[[str], bool]
"""Whether the runtime has a source of a name."""


class Family(NamedTuple):
    """What a source says about its instances."""

    pattern: str
    allowed: dict[str, str]
    """By parameter the words that it may have, as they are written."""

    @classmethod
    def of(cls, text: str) -> "Family | None":
        """The declaration in a source; None where there is none."""
        found = re.search(r"Instances: (\S+)\n((?:[ *]+[A-Z_]+: .*\n)+)", text)
        if found is None:
            return None
        lines = (re.search(r"([A-Z_]+): (.*?)[ *]*$", line) for line in found[2].splitlines())
        return cls(found[1], {line[1]: line[2] for line in lines if line})

    def values(self, name: str, exists: Exists) -> dict[str, str] | None:
        """The values by parameter that a name stands for; None where it is no instance."""
        if not name.startswith(re.split(r"[{[]", self.pattern)[0]):
            return None
        match = re.fullmatch(self._expression(), name)
        if match is None:
            return None
        given = {key: word for key, word in match.groupdict().items() if word}
        values = {key: _value(self.allowed[key], word, exists) for key, word in given.items()}
        return {k: v for k, v in values.items() if v} if all(values.values()) else None

    def _expression(self) -> str:
        expression = self.pattern.replace("[", "(?:").replace("]", ")?")
        for key, allowed in self.allowed.items():
            words = "|".join(map(_words, allowed.split(", ")))
            expression = expression.replace(f"{{{key}}}", f"(?P<{key}>{words})")
        return expression

    def endings(self, default: str, name: str) -> tuple[str, str]:
        """What is behind the words that all instances begin with, of the default and of another;
        all of both where the default has no parameter in its name."""
        fixed = re.split(r"[{[]", self.pattern)[0]
        begun = "helia_" if fixed == default else fixed[: fixed.rindex("_") + 1]
        return default.removeprefix(begun), name.removeprefix(begun)


def _words(item: str) -> str:
    """An expression for the words of one item of what is allowed."""
    if item.startswith("of "):
        return r"\w+"
    return r"\d+" if " to " in item else item.partition(" = ")[0]


def _value(allowed: str, word: str, exists: Exists) -> str | None:
    """What a word in a name stands for; None where it is not allowed."""
    for item in allowed.split(", "):
        if span := re.fullmatch(r"(\d+) to (\d+) by (\d+)", item):
            low, high, step = map(int, span.groups())
            if word.isdecimal() and int(word) in range(low, high + 1, step):
                return word
        elif item.startswith("of "):
            if exists(item.removeprefix("of ") + word):
                return word
        elif word == item.partition(" = ")[0]:
            return item.rpartition(" = ")[2]
    return None


def instance(
    family: Family, source: str, name: str, values: dict[str, str]
) -> Callable[[str], str]:
    """Makes texts of a family's source into those of an instance: its numbers, and in the place of
    the ending that its own name has the instance's, there and in the names of what it uses."""
    old, new = family.endings(source, name)

    def make(text: str) -> str:
        for key, value in values.items():
            text = re.sub(rf"(?m)^(#define HELIA_{key}) .*$", rf"\1 {value}", text)
        text = re.sub(rf"\b(helia_(?:\w+_)?){old}(?=(_t)?\b)", rf"\g<1>{new}", text)
        return re.sub(rf"\b(HELIA_(?:\w+_)?){old.upper()}(?=_H\b)", rf"\g<1>{new.upper()}", text)

    return make


def heading(source: str, values: dict[str, str]) -> str:
    """The first line of what was made."""
    said = ", ".join(f"{key} = {value}" for key, value in values.items())
    return f"/* Made from {source.removeprefix('helia_')} of the runtime: {said}. */\n"


def likeliest(names: Iterable[str], name: str) -> list[str]:
    """The names whose families may have it, the most alike first: those of the same first word."""
    word = "_".join(name.split("_", 2)[:2])

    def alike(other: str) -> tuple[int, str]:
        return -len(commonprefix((name, other))), other  # noqa: RUF071 # letters are meant

    return sorted((other for other in names if other.startswith(word)), key=alike)
