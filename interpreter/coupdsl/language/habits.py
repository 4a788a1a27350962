"""What people write out of habit, from paper or from other languages, and how it is written here."""

from __future__ import annotations

import re

# What stands before the place, what stands there, and the help; `{0}` is what is found in the brackets before.
_HABITS = tuple(
    (re.compile(f"(?:{before})$", re.MULTILINE), re.compile(there), help_)
    for before, there, help_ in (
        (r"\b([a-z_]\w*) *", r"([+*/-]) ?=", "write `{0} := {0} {1} …`"),
        (r"\b([a-z_]\w*)([+-])", "[+-]", "write `{0} := {0} {1} 1`"),
        (r"\b([a-z_]\w*)", r"(\+)\+", "write `{0} := {0} {1} 1`"),
        ("", r"(?:elif|elsif|elseif)\b", "write `else if`"),
        (r"^ *while\b[^\n]*", "", "what is done again stands in `repeat name until … at most n {{ … }}`"),
        (r"\breturn +", "", "write `give …`"),
        (r"\boption +", r"([a-z]\w*)(?!\.)\b", "the key of an option has a dot, such as `house.{0}`"),
        (r"\bper \w+ +per \w+ +", r"per\b", "a state is kept per one sort of thing or per two"),
        (r"\b(?:zone|account) \w+ +per \w+ +", r"per\b", "only a state is kept per two sorts of things"),
        (r"\b(sum|largest) of [^\n()]*", r"[-+*/]", "put what is added up in brackets: `{0} of (…) over …`"),
        (r"\b(?:and|or|not) +(some|every) +", r"[a-z]", "put it in brackets: `({0} … where …)`"),
        (r"[<>]=?[^\n<>{}]*", "[<>]", "compare two at a time: `a < b and b < c`"),
        (r"\b(?:for|if|else|repeat)\b[^\n{]*", r":|do\b|then\b", "what is done stands in braces: `{{ … }}`"),
        (r'^[^"\n]*"[^"\n]*"', r"[^\W\d]", 'the text before it ends too early, or is not closed: `en "…" fr "…"`'),
        (r': (?:[a-z]{2} "[^"\n]*" )*((?!if|it|in|is)[a-z]{2}) +', r"[^\W\d]", 'texts stand in quotes: `{0} "…"`'),
        ("", r"(?:True|TRUE)\b", "write `true`"),
        ("", r"(?:False|FALSE)\b", "write `false`"),
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
        (
            r"(?:^|\{) *((?!(?:if|for|case|check|repeat|give)\b)[a-z]\w*(?: [a-z]\w*)?) +",
            "=(?!=)",
            "write `{0}: …` for a field of an entry, `{0} := …` to change a state, `{0} name = …` for an entry",
        ),
        ("", "=", "write `is` to compare and `:=` to change a state"),
        (r"\breplace \w+ ?", "[({:]", "say what it is: `replace rule …`, `replace let …`"),
        (r"=[^{}()\[\]\n]+", ",", "several things stand in square brackets: `[…, …]`"),
        ("", r"[a-z]\w*\b[^\n]*(?::=|\bpays\b|\bchooses\b)", "each stands on a line of its own"),
        ("", "[A-Z]", "names are written in full, in small letters"),
    )
)


ANSWER = re.compile("yes|no|on|off|oui|non|vrai|faux")  # as people answer what is true or false


def habit(before: str, there: str) -> str | None:
    """Help for text that is refused at the place between `before` and `there`; None where it is no known habit."""
    line = before[before.rfind("\n") + 1 :][-200:]
    for left, right, help_ in _HABITS:
        stands, found = right.match(there), left.search(line)
        if stands and found:
            return help_.format(*found.groups(), *stands.groups())
    return None


def colon(before: str) -> str | None:
    """Help where a colon could stand after the word that ends `before`."""
    word = re.search(r"\b([a-z][a-z0-9_]*) +$", before)
    return f"write `:` after `{word[1]}`" if word is not None else None


__all__ = ["ANSWER", "colon", "habit"]
