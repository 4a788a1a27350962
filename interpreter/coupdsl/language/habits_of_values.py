"""What people write where something is worked out, and how it is written here: what stands before, what there, and the
help.
"""

from __future__ import annotations

from coupdsl.language.habits_of_speech import THING
from coupdsl.language.turned_round import OF_TURNING

_ADDED = r"[-+*/] *\w[\w.]*"
_WORD = (
    r"(?!(?:of|and|or|is|in|not|then|else|where|with|without|mod|step|rounded|over|by|copies|percent)\b)([^\W\d_]{2,})"
)
_ALONE = "a number stands alone: leave out `{0}`"
_NOT_IN = r"(?!(?:not|in)\b)"
_OPERAND = r"(?:[\w)]|\bof [a-z]\w*)"

OF_VALUES = (
    (rf"(?<!\w)(?:some|every|of|over|in|from) +{THING.replace('[a-z]', '[a-z0-9]')} *\.\. *([a-z0-9]\w*) *",
     rf"({_ADDED})", "put what follows `..` in brackets: `.. ({0} {1})`"),
    (r"\b(largest|smallest) of [^\n]*", r"[-+*/]", "put what is compared in brackets: `{0} of (…) over …`"),
    (rf"{_OPERAND} *", "×", "write `*`"),
    (rf"(?:[=(+*/,-]|\b(?:then|else|give)) *(?:{THING}|\d+|[^\n{{}}]*\)) +", r"x +(?=[\w(])", "write `*`"),
    (rf"{_OPERAND} *", "÷", "write `/`, and how it is rounded: `… / 2 rounded down to 1`"),
    # what is in something, and what is not
    (r"\b(?:where|preferring) +in +", rf"({THING})", "say what: `it in {0}`"),
    (r"\b(?:where|preferring) +not +in +", rf"({THING})", "say what: `it not in {0}`"),
    (rf"\b(?:{THING}) +(?:but|except)(?: +not)?(?: +in)? +", rf"(?:in +)?{_NOT_IN}({THING})", "write `… without {0}`"),
    (rf"\b(?:move|show|hide|in|of|from|over) +(?:{THING}) +",
     rf"(?:but|except)\b(?: +not)?(?: +in)? +{_NOT_IN}({THING})", "write `… without {0}`"),
    (r"\bwhere\b[^\n{}]*", rf"but +not +(?:in +)?{_NOT_IN}({THING})", "write `and it not in {0}`"),
    *OF_TURNING,
    # how many, and what counts
    (r"\blimit +\d+ +", r"(?!moves?\b)[a-z]\w*", "write `moves`"),
    (r"\bmove +(\d+) +", rf"{_WORD} +to\b", "write `move first({0}) of … to …`"),
    (r"\bpays +\d+ +", rf"{_WORD} +to\b", _ALONE),
    (rf"\bfinish by +((?:lowest +)?{THING}) +", rf"then +(?:by +)?({THING})", "write `finish by {0}, {1}`"),
    (rf"\bfinish by +((?:lowest +)?{THING}), *then +", rf"by +({THING})", "write `finish by {0}, {1}`"),
    # names and entries
    (r"[{,][^\n{}]*, *rule +", r"[a-z]\w*", "a rule goes on a line of its own, without a comma before it"),
    (r"\b([a-z]\w*) +", r"(?:de|du|des) +([a-z]\w*)", "names are joined by `of`: `{0} of {1}`"),
)  # fmt: skip
"""Rows of habits, as in `SPOKEN`."""

_BEHIND = r" *(?:[\n{}\]),#@]|\b(?:and|or|then|else|to|at)\b|$)"
_UNIT = r"(points?|chips?|coins?|cards?|tricks?|turns?|rounds?|moves?|players?)"
OF_NUMBERS = (
    (r"(?:[<>=]|\bis) *\d+ +", rf"{_UNIT}{_BEHIND}", _ALONE),  # else it says what is compared
    (r"(?:^|[^\s<>=]) *(?<!\bis )(?<![\w.])\d+ +", rf"{_WORD}{_BEHIND}", _ALONE),
)
"""Rows that are looked for last, since a word behind a number may be anything."""
