"""A mapping that cannot be changed, and so can be hashed, copied and pickled like a tuple."""

from typing import Any, NoReturn, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class FrozenDict(dict[Key, Value]):
    """A dict that nobody writes to; `asdict`, `deepcopy` and `pickle` take it for one."""

    def __hash__(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride] # dict has none
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)

    def _refuse(self, *arguments: Any, **named: Any) -> NoReturn:
        raise TypeError("this mapping is read-only")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse  # pyright: ignore[reportAssignmentType] # whatever they are given
