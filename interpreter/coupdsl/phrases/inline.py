"""Pieces of sentences before they are text: plain words, names, marks, lines of rules and where they come from."""

from __future__ import annotations

import re
from collections.abc import Iterable

from coupdsl.language.records import by_value


@by_value
class Term:
    """A name that the rules give a meaning; `strong` where it is a heading or an answer."""

    text: str
    strong: bool = False


@by_value
class Code:
    """A line of the rule file itself, where no sentence says it better."""

    text: str


@by_value
class Symbol:
    """A mark such as that of a suit or a card, with its name for those who do not see it."""

    text: str
    name: str


@by_value
class Source:
    """Where a sentence comes from: numbers of rules, or a file and line."""

    text: str


@by_value
class Link:
    """Words that lead to the part of the same page with the key `to`."""

    text: str
    to: str


Inline = str | Term | Code | Symbol | Source | Link
Phrase = tuple[Inline, ...]

_PLACE = re.compile(r"\{(\d)\}")


def fill(template: str, *parts: Phrase | str) -> Phrase:
    """`template` with `{0}`, `{1}`, … replaced by phrases."""
    found: list[Inline] = []
    for number, piece in enumerate(_PLACE.split(template)):
        if number % 2 == 0:
            found.append(piece)
        else:
            part = parts[int(piece)]
            found += (part,) if isinstance(part, str) else part
    return merged(found)


def merged(parts: Iterable[Inline]) -> Phrase:
    """Neighbouring texts as one, empty ones left out."""
    found: list[Inline] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        elif part != "":
            found.append(part)
    return tuple(found)


def joined(phrases: Iterable[Phrase], between: str = ", ") -> Phrase:
    found: list[Inline] = []
    for phrase in phrases:
        found += ([between] if found else []) + list(phrase)
    return merged(found)


_CONTRACTED = {
    r"\b([Dd])e le ": r"\1u ", r"\b([Dd])e les ": r"\1es ", r"\b([Àà]) le ": "au ", r"\b([Àà]) les ": "aux ",
    r"\b([Ss])i (il |ils )": r"\1'\2",
}  # fmt: skip
_VOWEL = r"(?!onze\b|oui\b)[aeiouàâéèêîôûAEIOUÀÂÉÈÊÎÔÛ][a-zà-ÿ]"  # that begins a word, and no letter of a card
_ELIDED = re.compile(rf"\b([Dd]|[Qq]u)e (?={_VOWEL})")


def contracted(phrase: Phrase) -> Phrase:
    """French words run together where they must."""
    found: list[Inline] = []
    for at, part in enumerate(phrase):
        if isinstance(part, str):
            for pattern, short in _CONTRACTED.items():
                part = re.sub(pattern, short, part)
            part = _ELIDED.sub(r"\1'", part)
            if at + 1 < len(phrase) and re.match(_VOWEL, text_of(phrase[at + 1 : at + 2])):
                part = re.sub(r"\b([Dd]|[Qq]u)e $", r"\1'", part)
        found.append(part)
    return tuple(found)


_LEADS_ON = re.compile(r" (?:of|de)$")


def owned(name: str) -> str:
    """What belongs to something that is told with it: `side_of`, a name of the rules, is the side of it."""
    return _LEADS_ON.sub("", name)


def owned_phrase(name: Phrase) -> Phrase:
    """The same for what is a name of the rules."""
    return tuple(Term(owned(part.text), part.strong) if isinstance(part, Term) else part for part in name)


_AN = re.compile(r"(?i)(?!one\b|once\b|e[uw])[aeio]|u(?!n[iu]|s[eu]|t[ei])")  # begins a word that has `an` before it


def articled(phrase: Phrase) -> Phrase:
    """The English article as it is before what follows."""
    follows = [*phrase[1:], ""]
    return tuple(
        re.sub(r"\b([Aa]) $", r"\1n ", part) if isinstance(part, str) and _AN.match(text_of((then,))) else part
        for part, then in zip(phrase, follows, strict=True)
    )


def begun(phrase: Phrase) -> Phrase:
    """A sentence with a capital at its head."""
    first = phrase[0] if phrase else ""
    return (first[:1].upper() + first[1:], *phrase[1:]) if isinstance(first, str) else phrase


def bracketed(phrase: Phrase) -> Phrase:
    """`phrase` in brackets, unless it is a single word or stands in brackets as a whole."""
    text = text_of(phrase)
    single = len(phrase) == 1 and (not isinstance(phrase[0], str) or " " not in text)
    return phrase if single or _enclosed(text) else merged(("(", *phrase, ")"))


def _enclosed(text: str) -> bool:
    """Does the bracket that opens it close at its end?"""
    depth = 0
    for at, mark in enumerate(text):
        depth += {"(": 1, ")": -1}.get(mark, 0)
        if depth == 0:
            return mark == ")" and at == len(text) - 1
    return False


def text_of(phrase: Phrase) -> str:
    """The words of a phrase without its form."""
    return "".join(part if isinstance(part, str) else part.text for part in phrase)
