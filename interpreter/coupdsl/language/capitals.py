"""What is said of words with capitals, since names are written in small letters."""

from __future__ import annotations

import re

LONGEST_MARK = 3  # letters: what is longer, such as TRUMPS, is a name and no mark of a card


def small_letters(word: str, there: str) -> str | None:
    """Help for a word that is written with capitals, at `there`."""
    if not word[:1].isupper() or not word.isascii():
        return None
    is_name = any(map(str.islower, word)) or len(word) > LONGEST_MARK or there.startswith(' "', len(word))
    return (
        f"names are written in small letters: `{word.lower()}`"
        if is_name
        else "names are written in full, in small letters"
    )


def key_in_capitals(before: str, there: str) -> str | None:
    """Help where the key of an option is written with capitals, at the place between `before` and `there`."""
    begun, rest = re.search(r"[\w.]*$", before), re.match(r"[\w.]*", there)
    key = (begun[0] if begun is not None else "") + (rest[0] if rest is not None else "")
    if not re.search(r"\w\.\w*[A-Z]", key):
        return None
    return f"names are written in small letters: `{key.lower()}`"
