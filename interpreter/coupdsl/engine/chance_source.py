"""Chance that a caller brings along, such as one that can be proved afterwards: random bits in place of a seed."""

from __future__ import annotations

from itertools import count
from reprlib import repr as short
from typing import Protocol

from coupdsl.engine.chance import MASK, Generator

STAYS = "the chance of this state is a source of the caller's, which stays where it is: take `state.copy(seed=…)`"
_numbers = count()


class Source(Protocol):
    """Gives random bits, as `random.Random` and `random.SystemRandom` do."""

    def getrandbits(self, k: int, /) -> int:
        """A number of `k` bits."""


class FromSource(Generator):
    """The same draws as a generator's, from the words of a source, 64 bits each.

    Its `state` is a number of its own, so that positions with another future are not alike, and how many it has taken.
    Its copies have the same future: each word is asked for once, by whichever needs it first, and kept for the others.
    """

    __slots__ = ("_source", "_words")

    def __init__(self, source: Source) -> None:
        if not callable(getattr(source, "getrandbits", None)):
            raise TypeError(f"a source of chance has `getrandbits`, as `random.SystemRandom()`, not {short(source)}")
        self._source, self._words = source, list[int]()
        self.state = (next(_numbers), 0)

    def copy(self) -> Generator:
        other = FromSource.__new__(FromSource)
        other._source, other._words, other.state = self._source, self._words, self.state
        return other

    def next(self) -> int:
        number, at = self.state
        if at == len(self._words):
            word = self._source.getrandbits(64)
            if not isinstance(word, int) or not 0 <= word <= MASK:
                raise ValueError(f"a source of chance gives numbers of 64 bits, not {short(word)}")
            self._words.append(word)
        self.state = (number, at + 1)
        return self._words[at]

    def below(self, n: int) -> int:
        if not 1 < n <= 1 << 32:
            return super().below(n)
        while True:
            product = (self.next() >> 32) * n
            if product & 0xFFFFFFFF >= (1 << 32) % n:
                return product >> 32
