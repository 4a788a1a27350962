"""What people write after `finish by` to say who wins, and how it is written here."""

from __future__ import annotations

import re

from coupdsl.language.foreign_words import EVERYBODY, NOBODY, who_wins
from coupdsl.language.habits_of_speech import THING

_MOST = "highest|most|best|largest|biggest|greatest|richest|descending"
_LEAST = "lowest|least|fewest|smallest|poorest|worst|ascending"
_ONE = "one|winner|somebody|someone"
LONGEST = 200  # letters of a line that help is looked for
_FINISH = re.compile(r".*\bfinish +by +([^\n{}@#]*[^\n{}@# ])")
_WON = re.compile(r"(?:(?:the|only|just) +)*(.+?) +(wins?|won|loses?|lost)")
_BEST = re.compile(rf"(?:(?:the|only) +)*(?:(?P<most>{_MOST}|{_ONE})|{_LEAST})(?: +(?:one|player|seat|first|winner))?")
_HAS = "(?:(?:one|player|seat|who|whoever) +(?:with|(?:who +)?has) +)?"
_BEFORE = re.compile(rf"(?:the +)?{_HAS}(?:the +)?(?:(?P<most>{_MOST})|{_LEAST}) +(?!of\b)(?P<key>{THING})")
_BEHIND = re.compile(rf"(?P<key>{THING})(?<!the) *[( ] *(?:the +)?(?:(?P<most>{_MOST})|{_LEAST})(?: +first)?")
_COUNTS = r"\b(?:account {0}\b|state {0}\b[^\n:=]*: *(?:number|amount)\b)"
_SEAT = r"\b(?:state|let|for) {0}\b(?!: *number)"


def of_finish(before: str, there: str) -> str | None:
    """Help for the line that ends a game, where a file is refused at the place between `before` and `there`."""
    line = before[before.rfind("\n") + 1 :]
    finish = _FINISH.match(line + there.partition("\n")[0])
    if finish is None or not finish.start(1) <= len(line) < finish.start(1) + LONGEST or len(finish[1]) > LONGEST:
        return None
    *keys, last = re.split(r" *, *", finish[1].rstrip(")"))
    spoken = _WON.fullmatch(last)
    who, verb = spoken.groups() if spoken is not None else (last, "")
    best = _BEST.fullmatch(who) if keys and not verb.startswith("lo") else None
    if best is not None and not re.search(_SEAT.format(who), before):
        return _by(keys, best["most"] is None)
    if key := _BEFORE.fullmatch(who) or _BEHIND.fullmatch(who):
        return _by([*keys, key["key"]], key["most"] is None)
    if verb and re.search(_COUNTS.format(re.escape(who)), before):
        return _by([*keys, who], verb.startswith("lo"))
    return _named(keys, who, verb) if verb else None


def _by(keys: list[str], lowest: bool) -> str:
    *others, last = dict.fromkeys(keys)
    if lowest and not last.startswith("lowest "):
        last = f"lowest {last}"
    best = "lowest" if last.startswith("lowest ") else "highest"
    return f"write `finish by {', '.join([*others, last])}`: the {best} wins"


def _named(keys: list[str], who: str, verb: str) -> str | None:
    """Where it is said by name who wins or loses."""
    loses = verb.startswith("lo")
    if who in (*EVERYBODY, "seats", "teams") or (who in NOBODY and (loses or not keys)):
        return who_wins("nobody" if who in NOBODY else "all", verb)
    both = re.fullmatch(rf"({THING}) +and +({THING})", who)
    if who in (*NOBODY, "no one"):
        who = "[]"
    elif both is not None:
        who = f"[{both[1]}, {both[2]}]"
    elif not re.fullmatch(rf"(?:{THING} of the )?{THING}", who):
        return None
    who = f"members of {who}" if who.startswith("team of ") else who
    who = f"(seats without {who})" if loses else who
    if keys:
        return f"write `finish by {', '.join(keys)} among {who}`"
    return f"leave out `{verb}` after what counts for each; to name who wins: `finish by 0 among {who}`"
