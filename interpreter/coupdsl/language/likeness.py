"""Which of several words was meant by one that is written wrong: as fingers slip, else by its looks."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable
from itertools import islice, pairwise

MANY = 200  # words among which those that look alike are sought with patience
LONGEST = 80  # letters of words that fingers are followed through
FEW = 0.7  # of a slip: what happens most, such as the key beside, a letter twice, or a plural
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn")
_PARTS = re.compile(r"[_.-]")
_BESIDE = frozenset(pair for row in _ROWS for a, b in pairwise(row) for pair in (a + b, b + a))


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate a person most likely meant by `word`, if any is near enough."""
    alike = [one for one in sorted(set(candidates)) if 2 * min(len(one), len(word)) >= max(len(one), len(word))]
    return slipped(word, alike) or _of_same_words(word, alike) or _looking_alike(word.lower(), alike)


def _of_same_words(word: str, candidates: list[str]) -> str | None:
    """The candidate of the same words in another order, such as `void_only` for `only_void`."""
    parts = sorted(_PARTS.split(word.lower()))
    return next((one for one in candidates if len(parts) > 1 and sorted(_PARTS.split(one.lower())) == parts), None)


def slipped(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate from which fingers come to `word` by a slip or two: by the fewest, the first of those as near."""
    found, fewest = None, 3.0
    for one in candidates if len(word) <= LONGEST else ():
        length = max(len(one), len(word))
        most = FEW if length < 4 else 1.0 if length < 7 else 2.0
        if abs(len(one) - len(word)) <= most and len({*word.lower()} ^ {*one.lower()}) <= 2 * most:
            slips = slips_between(one.lower(), word.lower(), min(most, fewest))
            if slips <= most and slips < fewest:
                found, fewest = one, slips
    return found


def slips_between(meant: str, written: str, most: float) -> float:
    """How many slips lie between two words: letters left out, too many, swapped, or others. It is only followed up to
    `most`, so that letters are compared no further from their places than so many slips move them."""
    above: list[float] = []
    row = [float(n) for n in range(len(written) + 1)]
    shifted = int(most / FEW)
    for i, sign in enumerate(meant):
        if min(row) > most and min(above, default=0.0) > most:
            return math.inf
        last, here = meant[i - 1 : i], meant[i + 1 : i + 2]
        shorter = FEW if sign in (last, "s" * (not here)) else 1.0
        before, above, row = above, row, [row[0] + shorter, *[math.inf] * len(written)]
        for j in range(max(i - shifted, 0), min(i + shifted + 1, len(written))):
            other = written[j]
            if sign == other:
                row[j + 1] = above[j]
                continue
            plural = other == "s" and not here and j + 1 == len(written)
            longer = FEW if other == sign or plural or {sign + other, here + other} & _BESIDE else 1.0
            slips = [
                above[j] + (FEW if sign + other in _BESIDE else 1.0),
                above[j + 1] + shorter,
                row[j] + longer,
            ]
            if i and j and sign == written[j - 1] and other == last:
                slips.append(before[j - 1] + FEW)
            row[j + 1] = min(slips)
    return row[-1]


def _looking_alike(word: str, candidates: list[str]) -> str | None:
    written = {candidate.lower(): candidate for candidate in candidates}
    if len(written) > MANY:  # then only what begins or ends alike is looked at
        near = (one for one in written if one[:2] == word[:2] or one[-2:] == word[-2:])
        written = {one: written[one] for one in islice(near, MANY)}
    found = difflib.get_close_matches(word, written, n=1, cutoff=0.6)
    return written[found[0]] if found and _likely(word, found[0]) else None


def _likely(word: str, near: str) -> bool:
    """Is this much alike, or begun alike, or the same letters?"""
    return word[0] == near[0] or sorted(word) == sorted(near) or difflib.SequenceMatcher(a=near, b=word).ratio() >= 0.7
