"""What people write out of habit, from paper or from other languages, and how it is written here."""

from __future__ import annotations

import re

# What stands before the place, what stands there, and the help.
_HABITS = tuple(
    (re.compile(f"(?:{before})$"), re.compile(there), help_)
    for before, there, help_ in (
        ("", ";", "a line ends where it ends: remove it"),
        ("/", "/", "a comment begins with `#`"),
        ("", "['“”„‘’«»]", 'texts stand in straight double quotes: "…"'),
        ("", "[£€$]", "amounts are plain numbers"),
        (r"\d", "%", "a part of something is a ratio, such as `1/10`"),
        (r"\d,?", r",?\d{3}\b", "numbers are written without commas"),
        (r"\d", r"\.\d", "numbers are whole; a part of something is a ratio, such as `1/2`"),
        (r"[a-z0-9]", "-[a-z]", "names are written with `_`, not with `-`"),
        ("[!<]", "[=>]", "write `is not`"),
        ("", "!", "write `is not`, or `not`"),
        ("", "&", "write `and`"),
        ("", r"\|\|", "write `or`"),
        ("", "=", "write `is` to compare and `:=` to change a state"),
        (r"\breplace \w+ ?", "[({:]", "say what it is: `replace rule …`, `replace let …`"),
        (r"=[^{}()\[\]\n]+", ",", "several things stand in square brackets: `[…, …]`"),
        ("", "[A-Z]", "names are written in full, in small letters"),
    )
)


ANSWER = re.compile("yes|no|on|off|oui|non")  # as people answer what is true or false


def habit(before: str, there: str) -> str | None:
    """Help for text that is refused at the place between `before` and `there`; None where it is no known habit."""
    near = before[-200:]
    return next((help_ for left, right, help_ in _HABITS if right.match(there) and left.search(near)), None)


def colon(before: str) -> str | None:
    """Help where a colon could stand after the word that ends `before`."""
    word = re.search(r"\b([a-z][a-z0-9_]*) +$", before)
    return f"write `:` after `{word[1]}`" if word is not None else None


__all__ = ["ANSWER", "colon", "habit"]
