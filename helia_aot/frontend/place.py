"""Where in a model something stands, and errors that say so. Knows no file format."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from helia_aot.errors import InvalidModelError
from helia_aot.frontend.values import integers, sequence

_Raw = TypeVar("_Raw")
_Value = TypeVar("_Value")


class Place:
    """A place in a model, from the file's name down."""

    def __init__(self, text: str):
        self.text = text
        """As written at the start of a message."""

    def inner(self, step: str, label: object = None) -> "Place":
        """A place inside this one, with the name the model gives it."""
        text = f"{self.text}.{step}" if ": " in self.text else f"{self.text}: {step}"
        return Place(text if label is None else f"{text} {label!r}")

    def fail(self, problem: str) -> InvalidModelError:
        """The error to raise."""
        return InvalidModelError(f"{self.text}: {problem}")

    def read(self, field: str, reader: Callable[[_Raw], _Value], value: _Raw) -> _Value:
        """The field's value as `reader` understands it."""
        try:
            return reader(value)
        except (ValueError, TypeError, OverflowError) as error:
            raise self.fail(f"{field}: {error}") from None

    def objects(self, field: str, values: Any, kind: str) -> list[Any]:
        """A list of tables, each proven to be of its class, which may be of the object API."""
        result = self.read(field, sequence, values)
        for number, value in enumerate(result):
            if not any(base.__name__ == kind for base in type(value).__mro__):
                found = type(value).__name__
                raise self.fail(f"{field}[{number}]: expected {kind}, found {found}")
        return list(result)

    def index(self, field: str, value: int, count: int, of: str) -> int:
        """A number that must be the index of one of `count` things."""
        if not 0 <= value < count:
            raise self.fail(f"{field}: there is no {of} {value}, only {count}")
        return value

    def indices(
        self, field: str, value: Iterable[int] | None, count: int, absent: bool = False
    ) -> tuple[int, ...]:
        """Tensor indices; -1 only where a tensor may be absent."""
        result = self.read(field, integers, value)
        for number in result:
            if number != -1 or not absent:
                self.index(field, number, count, "tensor")
        return result
