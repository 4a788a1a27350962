"""Words that people know from elsewhere, and what stands for them here."""

from __future__ import annotations

import re


def _by_word(rows: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return {word: help_ for words, help_ in rows for word in words.split()}


ROUND = "turns go clockwise: to turn back, keep the direction in a state, and go on with `the last of (seats after s)`"
TURNED = "the last comes first in `for n in 1 .. (count of {0}) {{ let x = the first of last(n) of {0} … }}`"
TURNED_OVER = (
    "a row is turned over as its pieces go elsewhere one by one: "
    "`repeat turning (count of {0}) times {{ move last of {0} to … }}`"
)
_ENDS = ("end stop quit", "write `finish by …`, with what counts at the end")
# Names that people expect, and what is written instead; `{0}` is what stands after `of` or in brackets.
COUNTED = frozenset(["len", "count", "size", "length", "number"])  # of several
MEANT = _by_word((
    (" ".join(sorted(COUNTED)), "how many there are is `count of {0}`"),
    ("random roll dice", "chance decides: `chance chooses roll n from 1 .. 6`"),
    ("null nil nobody nothing", "write `none`"),
    ("infinite infinity unlimited endless", "an account that is not counted begins with `none`"),
    ("empty", "write `none`, or `[]` of a set or list"),
    ("skip continue", "to do nothing, write nothing; `again NAME` begins the next pass of a `repeat`"),
    ("break", "a `repeat` ends by `leave NAME`, with its name"),
    ("range", "numbers in their order are `1 .. 3`"),
    ("return returns", "write `give …`, or `give` alone"),
    ("next", "write `left of {0}`"),
    ("right previous prev", "write `the last of (seats after {0})`"),
    ("others", "write `seats after {0}`"),
    ("players everyone everybody", "write `seats`"),
    ("winner winners", "write here what counts for each; to name who wins: `finish by 0 among [s]`"),
    ("maximum", "the largest of several is `max(a, b)`"),
    ("minimum", "the smallest of several is `min(a, b)`"),
    _ENDS,
    ("neighbour neighbor neighbours neighbors near", "those beside it are `near({0}, cells)`, or `near({0}, ranks)`"),
    ("adjacent beside", "to ask whether they lie side by side, write `a in near(b, cells)`"),
    ("top topmost", "write `first of {0}`"),
    ("bottom undermost", "write `last of {0}`"),
    ("second", "write `last of first(2) of {0}`"),
    ("third", "write `last of first(3) of {0}`"),
    ("all", "write `everything` of money, `seats` or `cards`"),
    ("reverse reversed backward backwards", TURNED),
    ("pair pairs", "two of them are one of `choices of {0} where count of it is 2`: to be counted and asked about"),
    ("sort sorted", "nothing is sorted: what comes first is `highest of {0} by …`, or `lowest of {0} by …`"),
))  # fmt: skip
BY_CHANCE = _by_word((("random roll dice", "chance decides: `chance chooses drawn x from {0}`"),))  # one of several
TYPES = _by_word((
    ("player person", "seat"), ("int integer float", "number"), ("bool boolean", "flag"), ("string str", "text"),
    ("money coins", "amount"), ("color colour", "suit"),
))  # fmt: skip
BEGINNINGS = _by_word((
    ("var const int define set", "write `let {0} = …`, or `state {0}: …` if it changes"),
    ("print say tell echo", "write `reveal name = {0}` to tell it to all"),
    ("function def func", "write `rule {0} {{ … }}`"),
    ("discard draw take put", "write `move {0} to …`"),
    ("reverse reversed", ROUND),
    ("while until loop", "to do something again, write `repeat name until … at most n {{ … }}`"),
    _ENDS,
))  # fmt: skip

OF_LOOPS = re.compile("end|stop|quit|next|skip|break|continue|exit")  # begin a line before the name of a loop
WINS = re.compile("wins?|won|loses?|lost")
ANYBODY_WINS = "say who wins where the game ends: `finish by 0 among s`, and `among []` if nobody does"
WHO_WINS = "say who wins where the game ends: `finish by 0 among {0}`, or what counts for each, `finish by …`"

OF_SEAT = "a line of `{0}` reads `{0} chooses …` or `{0} pays … to …`"
OF_ACCOUNT = "a line of `{0}` reads `{0} pays … to …`"
OF_STATE = "what is kept is changed by `{0} := …`"

# Keys of YAML files and fields that people expect, and what they are called here, of which one is known in its place.
_KEYS = (
    ("name", "nom title titre titel label"),
    ("extends", "parent base from inherits erweitert ruleset"),
    ("players", "joueurs spieler"),
    ("locale language", "language lang langue sprache"),
    ("options", "settings questions answers"),
    ("remove", "delete exclude without drop"),
    ("add", "include new"),
    ("set", "change override replace update"),
    ("rules", "regeln règles regles game"),
    ("ask", "question prompt"),
    ("readings", "answers choices values"),
    ("decisions", "questions"),
    ("paid", "payed payments"),
)
KEYS: dict[str, list[str]] = {}
for _meant, _words in _KEYS:
    for _word in _words.split():
        KEYS.setdefault(_word, []).extend(_meant.split())

# Words of other languages, and what stands for them here; what is tried in their place makes the line right.
FOREIGN = {"any": "some", "each": "every", "choose": "s chooses"}
EVERYBODY = ("everyone", "everybody", "all", "each", "players")
NOBODY = ("nobody", "none", "noone")
BESIDE_SEATS = ("teams", "team")  # they are no slip of it
ELSE_IF = ("elif", "elsif", "elseif")
ANSWERS = _by_word((("true yes on oui vrai ja wahr 1", "true"), ("false no off non faux nein falsch 0", "false")))


def who_wins(who: str, verb: str) -> str:
    """Help for a line such as `nobody wins` or `s loses`, with those who win where the game ends."""
    loses = verb.startswith("lo")
    if who in NOBODY:
        return WHO_WINS.format("seats" if loses else "[]")
    if who in (*EVERYBODY, "seats"):
        return WHO_WINS.format("[]" if loses else "seats")
    return WHO_WINS.format(f"(seats without {who})" if loses else who)
