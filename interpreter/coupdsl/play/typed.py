"""What somebody types at the table, and which of the options it means."""

from __future__ import annotations

import re


def selectors(options: list[str]) -> dict[str, str]:
    """What to type for each option: its number from 1, or the number it is about where each is about one."""
    about = [text.split()[1:] for text in options]
    if options and all(len(parts) == 1 and parts[0].isdigit() for parts in about):
        keys = [parts[0] for parts in about]
        if len(set(keys)) == len(keys):
            return dict(zip(keys, options, strict=True))
    return {str(number): text for number, text in enumerate(options, 1)}


def matches(typed: str, options: list[str], numbers: bool = True) -> list[str]:
    """The options that are written `typed`, end in it or, with `numbers`, have it as their number.

    A ten may be written in either way, `TS` or `10S`.
    """
    lower = typed.lower().removesuffix(".")
    return _matches(lower, options, numbers) or _matches(other_ten(lower), options, numbers)


def _matches(lower: str, options: list[str], numbers: bool) -> list[str]:
    if not lower:
        return []
    written = [text for text in options if text.lower() == lower]
    if written:
        return written
    numbered = selectors(options).get(lower) if numbers else None
    if numbered is not None:
        return [numbered]
    return [text for text in options if text.partition(" ")[2].lower() == lower]


def other_ten(lower: str) -> str:
    """The same with tens written in the other way."""
    letters = re.sub(r"\b10(?=[a-z]\b)", "t", lower)
    return letters if letters != lower else re.sub(r"\bt(?=[a-z]\b)", "10", lower)


def beginnings(typed: str, options: list[str]) -> list[str]:
    """The options that begin with `typed`, or whose last part does."""
    lower = typed.lower()
    starts = ((text, text.lower(), text.partition(" ")[2].lower()) for text in options) if lower else ()
    return [text for text, whole, end in starts if whole.startswith(lower) or end.startswith(lower)]


__all__ = ["beginnings", "matches", "other_ten", "selectors"]
