"""Values that ask for one another, worked out until none of them grows."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Fixpoint(Generic[Value]):
    """Remembers what was worked out. `join` of two values is at least as large as both, and there are only so many."""

    def __init__(self, join: Callable[[Value, Value], Value]) -> None:
        self._join = join
        self._done: dict[Hashable, Value] = {}
        self._found: dict[Hashable, Value] = {}  # so far, in this and in earlier rounds
        self._round: dict[Hashable, bool] = {}  # those of this round, and whether they are still being worked out
        self._again = False  # was a value asked for that was not yet whole?
        self._grown = False

    def find(self, key: Hashable, at_first: Value, work: Callable[[], Value]) -> Value:
        """The value of `key`, which `work` works out and which is `at_first` where it asks for itself."""
        if key in self._done:
            return self._done[key]
        if key in self._round:
            self._again = self._again or self._round[key]
            return self._found[key]
        outermost = not self._round
        value = self._once(key, at_first, work)
        if not outermost:
            return value
        while self._again and self._grown:
            self._round, self._again, self._grown = {}, False, False
            value = self._once(key, at_first, work)
        self._done.update((known, self._found[known]) for known in self._round)
        self._round, self._found, self._again, self._grown = {}, {}, False, False
        return value

    def _once(self, key: Hashable, at_first: Value, work: Callable[[], Value]) -> Value:
        before = self._found.setdefault(key, at_first)
        self._round[key] = True
        value = work()
        value = value if before == at_first else self._join(before, value)
        self._round[key] = False
        if value != before:
            self._grown = True
            self._found[key] = value
        return value
