"""Chance as specified in docs/randomness.md: xoshiro256** seeded by SplitMix64, unbiased bounded draws."""

from __future__ import annotations

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    """The output function of SplitMix64 (Steele, Lea and Flood 2014)."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def derive(seed: int, index: int) -> int:
    """The seed of game `index` (from 0) in a run with `seed`."""
    return _mix((seed + (index + 1) * GAMMA) & MASK)


class Generator:
    """xoshiro256** (Blackman and Vigna 2018); `state` is four 64-bit words, not all zero."""

    __slots__ = ("state",)

    def __init__(self, state: tuple[int, int, int, int]) -> None:
        if len(state) != 4 or not any(state) or any(not 0 <= word <= MASK for word in state):
            raise ValueError("a generator's state is four 64-bit words, not all zero")
        self.state = state

    @classmethod
    def from_seed(cls, seed: int) -> Generator:
        if not 0 <= seed <= MASK:
            raise ValueError("a seed is a whole number from 0 to 2^64-1")
        a, b, c, d = (_mix((seed + step * GAMMA) & MASK) for step in (1, 2, 3, 4))
        return cls((a, b, c, d))

    def copy(self) -> Generator:
        return Generator(self.state)

    def next(self) -> int:
        """The next 64 random bits."""
        a, b, c, d = self.state
        scrambled = b * 5 & MASK
        result = ((scrambled << 7 | scrambled >> 57) & MASK) * 9 & MASK
        c ^= a
        d ^= b
        self.state = (a ^ d, b ^ c, c ^ (b << 17 & MASK), (d << 45 | d >> 19) & MASK)
        return result

    def below(self, n: int) -> int:
        """An unbiased whole number from 0 to n-1: masked rejection on the upper bits; n=1 takes nothing."""
        if n <= 1:
            if n < 1:
                raise ValueError("there is nothing to draw from")
            return 0
        shift = 64 - (n - 1).bit_length()
        while True:
            value = self.next() >> shift
            if value < n:
                return value


def draw(generator: Generator, bag: list[int]) -> int:
    """Takes a random element out of a bag; the last one moves into its place."""
    at = generator.below(len(bag))
    piece = bag[at]
    bag[at] = bag[-1]
    bag.pop()
    return piece
