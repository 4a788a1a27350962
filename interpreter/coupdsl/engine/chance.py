"""Chance as specified in docs/randomness.md: xoshiro256** seeded by SplitMix64, unbiased bounded draws."""

from __future__ import annotations

from coupdsl.engine.from_outside import seed_of

CHANCE = -1  # who acts, where it is nobody's turn
MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    """The output function of SplitMix64 on a 64-bit word (Steele, Lea and Flood 2014)."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def derive(seed: int, index: int) -> int:
    """The 64-bit seed of game `index` in a run with `seed`, taken modulo 2^64; ValueError if `index` < 0."""
    if index < 0:
        raise ValueError("games are numbered from 0")
    return _mix((seed + (index + 1) * GAMMA) & MASK)


class Generator:
    """xoshiro256** (Blackman and Vigna 2018); `state`: four 64-bit words, not all zero (else ValueError)."""

    __slots__ = ("state",)

    state: tuple[int, ...]

    def __init__(self, state: tuple[int, int, int, int]) -> None:
        if len(state) != 4 or not any(state) or any(not 0 <= word <= MASK for word in state):
            raise ValueError("a generator's state is four 64-bit words, not all zero")
        self.state = state

    @classmethod
    def from_seed(cls, seed: int) -> Generator:
        """Its state is the first four outputs of SplitMix64; ValueError if `seed` is not 0 to 2^64-1."""
        seed = seed_of(seed)
        return cls((derive(seed, 0), derive(seed, 1), derive(seed, 2), derive(seed, 3)))

    def copy(self) -> Generator:
        """An independent generator with the same future."""
        # past the checks of __init__: states of games are copied often, and this state is known to be sound
        other = Generator.__new__(Generator)
        other.state = self.state
        return other

    def next(self) -> int:
        """The next 64 random bits, 0 to 2^64-1."""
        a, b, c, d = self.state
        scrambled = b * 5 & MASK
        c ^= a
        d ^= b
        self.state = (a ^ d, b ^ c, c ^ (b << 17 & MASK), (d << 45 | d >> 19) & MASK)
        return (scrambled << 7 | scrambled >> 57) * 9 & MASK

    def below(self, n: int) -> int:
        """An unbiased number from 0 to n-1 for n from 1 to 2^32 (else ValueError); n=1 takes no output.

        By the multiplication of Lemire (2019, Fast random integer generation in an interval).
        """
        if not 1 < n <= 0x100000000:
            if n == 1:
                return 0
            raise ValueError("a draw is from 1 to 2^32 possibilities")
        a, b, c, d = self.state
        # `next` written out, with the mask as a literal: calls and names cost more here than the arithmetic
        while True:
            scrambled = b * 5 & 0xFFFFFFFFFFFFFFFF
            product = (((scrambled << 7 | scrambled >> 57) * 9 & 0xFFFFFFFFFFFFFFFF) >> 32) * n
            c ^= a
            d ^= b
            a ^= d
            b, c = b ^ c, c ^ (b << 17 & 0xFFFFFFFFFFFFFFFF)
            d = (d << 45 | d >> 19) & 0xFFFFFFFFFFFFFFFF
            rest = product & 0xFFFFFFFF
            if rest >= n or rest >= 0x100000000 % n:
                self.state = (a, b, c, d)
                return product >> 32
