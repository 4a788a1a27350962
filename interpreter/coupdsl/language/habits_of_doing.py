"""What people write where pieces, money and turns go round, and how it is written here: what stands before, what there,
and the help.
"""

from __future__ import annotations

from coupdsl.language.foreign_words import ROUND
from coupdsl.language.habits_of_speech import THING

_FACE_DOWN = "(?:secretly|hidden|covered|face[ _-]?down)"
_ONE = rf"(?:{THING}|\d+)"
_BEGINS = r"(?:^|\{) *"
_OF_IT = r"(?:[a-z]\w* +of +)+[a-z]\w*"
_LET = "one is named by the loop, the other inside: `for {0} in … {{ let other = {1} … }}`"
_EACH = "a loop for each: `for {0} in … {{ for {1} in … {{ … }} }}`"
_PLACE = "its place among them is "
_BRACKETS = "several things go in square brackets: "

OF_DOING = (
    # what is done, and to whom
    (r"\bmove ([^\n{}]*[^\n{} ]) +", rf"{_FACE_DOWN} +to +((?:(?! +unseen\b)[^\n{{}}@#])*(?<! ))",
     "write `move {0} to {1} unseen`"),
    (rf"\bmove ([^\n{{}}]*[^\n{{}} ]) +to +({THING}) +", rf"{_FACE_DOWN}\b", "write `move {0} to {1} unseen`"),
    (rf"\b(show|hide) [^\n{{}}]* (to|for) +(?!all\b)({THING}) +", rf"and +(?!all\b)({THING})",
     _BRACKETS + "`{1} [{2}, {3}]`"),
    (r"\b(?:show|hide) [^\n{}]* (to|for) +all +", r"and\b", "write `{0} all` alone: it is everybody"),
    (rf"\b(?:show|hide) [^\n{{}}]* (?:to|for) +{THING} +", r"(only|alone)\b", "leave out `{0}`: it is nobody else"),
    (rf"{_BEGINS}pay +({THING}) +", rf"from +({THING}) +to +({THING})", "write `{1} pays {0} to {2}`"),
    (rf"{_BEGINS}pay +", rf"(\d+|\([^()\n]*\)) +from +({THING}) +to +({THING})", "write `{1} pays {0} to {2}`"),
    (rf"{_BEGINS}pay +(\([^()\n]*\)) +from +({THING}) +", rf"to +({THING})", "write `{1} pays {0} to {2}`"),
    (rf"{_BEGINS}seats *", r":?= *reversed?\b", ROUND),
    # how often, and for what
    (rf"{_BEGINS}(?:roll|throw)\b(?! *[({{]| +(?:if|[a-z]\w* +from)\b)[^\n]*", "",
     "chance decides: `chance chooses roll n from 1 .. 6`"),
    (r"^ *repeat +(?:forever|always|endlessly) *", r"\{", "say when it ends: `repeat name until … at most n {{ … }}`"),
    (r"^ *repeat +(?!(?:until|while|times)\b)([a-z]\w*) *", r"\{",
     "say how often, `repeat {0} 3 times {{ … }}`, or when it ends, `repeat {0} until … at most n {{ … }}`"),
    (r"^ *for +(?:i|n|k|index|place) *", r", *([a-z]\w*) +in +(seats|suits|ranks) *\{",
     _PLACE + "`place_in({0}, {1})`, the first is 1: `for {0} in {1} {{ … }}`"),
    (r"^ *for +(?:i|n|k|index|place) *", r", *([a-z]\w*) +in +((?!cards\b)[a-z]\w*) *\{",  # entries, or a zone
     _PLACE + "`place_in({0}, {1})`, with `the` before it where they can change, the first is 1: "
     "`for {0} in {1} {{ … }}`"),
    (r"^ *for +(?:i|n|k|index|place) *", r", *([a-z]\w*) +in +([a-z][\w() ]*[\w)])",
     _PLACE + "`the place_in({0}, {1})`, the first is 1: `for {0} in {1} {{ … }}`"),
    (r"^ *for +([a-z]\w*) *", rf"(?:,|and\b) *({_OF_IT})", _LET),
    (r"^ *for +", rf"[(\[] *([a-z]\w*) *, *({_OF_IT}) *[)\]]", _LET),
    (r"^ *for +([a-z]\w*) *", r"(?:,|and\b) *([a-z]\w*) +(?:in|of|from)\b", _EACH),
    (r"^ *for +", r"[(\[] *([a-z]\w*) *, *([a-z]\w*) *[)\]]", _EACH),
    (r"^ *for +(?:(?:each|every|all) +)?", r"pairs?\b", _EACH.format("a", "b").replace("{", "{{").replace("}", "}}")),
    (r"\b(some|every) +\( *([a-z]\w*) *", r", *([a-z]\w*) *\)",
     "ask one within the other: `{0} … where {1}: ({0} … where {2}: …)`"),
    (r"^ *for +pairs? *", r"(?:of|from)\b", _EACH.format("a", "b").replace("{", "{{").replace("}", "}}")),
    (rf"^ *for +\w+ +in +({_ONE}) *", rf"(, *{_ONE}(?: *, *{_ONE})*) *(?:together *)?\{{",
     _BRACKETS + "`in [{0}{1}]`"),
    # what is picked, and declared
    (r"(?:^|\bchooses +[a-z]\w*) *(?:[a-z]\w* +){1,2}from [^\n{}]*", r"to +([a-z]\w* +from\b)",
     "put a comma between two picks: `…, {0} …`"),
    (r"^ *\w+: *(\d+) +", r"(?:to|-) *(\d+)", "write `{0} .. {1}`"),
    (r"^ *(kind|shape) +([a-z]\w*) *", r"\{", "all of them together have a name, too: `{0} {1} as all_{1} {{ … }}`"),
    (r"\bseats [^\n]*\bin +", r"teams? +of +\d+", "say how many teams there are, such as `in 2 teams`"),
    (r"\bcopies +\d+ +of +(?:\w+ *, *)*", r"(\d+)", "a rank is written by its name: `{0}` may be its mark"),
    (r"\bcells *", rf"\[ *({_ONE}) *, *({_ONE}) *\]",
     "write `the first of (cells where column is {0} and row is {1})`"),
    (rf"\b(max|min) +of +\( *({_ONE})", rf", *({_ONE}) *\)", "write `{0}({1}, {2})`"),
    (rf"\bof +\( *({_ONE})", rf", *({_ONE}) *\)",
     "several things go in square brackets, `[{0}, {1}]`; a cell by its column and row is "
     "`the first of (cells where column is {0} and row is {1})`"),
)  # fmt: skip
"""Rows of habits, as in `SPOKEN`."""
