"""What is told of a text that cannot be read where one word more, or another one, would make it right."""

from __future__ import annotations

import re
from collections.abc import Set
from difflib import get_close_matches
from itertools import chain, islice

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.foreign_words import (
    BESIDE_SEATS,
    BY_CHANCE,
    COUNTED,
    FOREIGN,
    MEANT,
    TURNED,
    TYPES,
    WINS,
)
from coupdsl.language.habits_of_declaring import HIDING
from coupdsl.language.habits_of_replacing import OF_DECISION, replaced_decision
from coupdsl.language.habits_of_speech import THING
from coupdsl.language.read_again import ReadAgain
from coupdsl.language.source import Span
from coupdsl.language.syntax_problems import WORD
from coupdsl.language.turned_round import meant
from coupdsl.language.words import DECLARES, KEYWORDS

MOST_REREAD = 50_000  # words and signs that are read again in search of a slip, at most: a fifth of a second
MOST_WORDS = 500  # that are tried in other spellings, the nearest first: more than stand in any line that people write
_SORTED = sorted(KEYWORDS)
_LONGEST = max(map(len, KEYWORDS))
_NAME = re.compile(r"\b[a-z_]\w*\b")
_CHANGES = re.compile(r"\w[^\n{}]*(?::=|\bpays\b|\bchooses\b)")
_ALL = {"seat": "seats", "card": "cards", "suit": "suits", "rank": "ranks"}
_FIELD = re.compile(r"\w+ *:(?!=)")
_NO_MEMBERS = ("all", "near", "line", "connected", "column", "row")  # of which nothing is, as `of` would have it
_SPOKEN = re.compile(
    r"(?:his|her|their|its|my|your|an?|only|just|no|never) |(?:first|last) (?:cards?|pieces?)$|"
    r"\w+ (?:winner|(?:a|de)scending)$"
)
_HIDDEN = re.compile(rf" *(?:zone|state)\b[^\n]* (?:{HIDING})")  # says who sees it
_GAP = re.compile(r"\b([a-z]\w*) +(?=([a-z]\w*))")  # between two words that stand side by side


def mended(problem: Diagnostic, text: str, start: int, end: int) -> Diagnostic | None:
    """Another word for a problem, where one word more, or another one, makes the chunk right."""
    again = ReadAgain(text, start, end)
    if not again.is_wrong:
        return None  # it was refused for something else
    return (
        _of_decision(problem, text, start)
        or _slip(problem, text, start, again)
        or _missing_word(problem, text, start, again)
        or _missing_end(problem, text, start, again)
    )


def _of_decision(problem: Diagnostic, text: str, start: int) -> Diagnostic | None:
    """The word `decision` after `replace`, where what is refused stands in the menu that follows."""
    found = replaced_decision(text[start : problem.span.start])
    if found is None:
        return None
    span = Span(problem.span.source, start + found.start(1), start + found.end(1))
    return Diagnostic(codes.SYNTAX, span, f"`{found[1]}` is not expected here", OF_DECISION)


def _slip(problem: Diagnostic, text: str, start: int, again: ReadAgain) -> Diagnostic | None:
    """The misspelled word that let what follows be read as something else, and be refused only further on.

    Tried are the words of the line before the place, and of those that open the blocks around it: it is one whose
    nearest word of the language makes the chunk right.
    """
    place = problem.span.start
    line = (max(text.rfind("\n", 0, place) + 1, start), problem.span.end)
    known = KEYWORDS.union(re.findall(r"\w+", text))
    stretches = (line, *reversed(_enclosing(text, start, line[0])))
    words = chain.from_iterable(reversed(list(_NAME.finditer(text, *stretch))) for stretch in stretches)
    for found in islice(words, MOST_WORDS):
        word, (begin, end) = found[0], found.span()
        for near in (*_apart(word, known), *_meant(word)) if again.reread < MOST_REREAD else ():
            if again.is_right_with(near, begin, end):
                span = Span(problem.span.source, begin, end)
                return Diagnostic(codes.SYNTAX, span, f"`{word}` is not expected here", f"did you mean `{near}`?")
    return None


def _apart(word: str, known: Set[str]) -> list[str]:
    """The word as two, of which the first is one of the language and the other is known."""
    parts = [(word[:at], word[at:]) for at in range(2, min(len(word), _LONGEST + 1))]
    return [f"{left} {right}" for left, right in parts if left in KEYWORDS and right in known]


def _meant(word: str) -> list[str]:
    """The words of the language that one may be meant for, such as `move` for `moves`, which is another of them."""
    if word in KEYWORDS:
        return [one for one in (word.removesuffix("s"),) if one in KEYWORDS - {word}]
    if word in BESIDE_SEATS:
        return []
    return [*([FOREIGN[word]] if word in FOREIGN else []), *get_close_matches(word, _SORTED, 3)]


def _missing_word(problem: Diagnostic, text: str, start: int, again: ReadAgain) -> Diagnostic | None:
    """The word that is missing between two that stand side by side, up to the place: with it the chunk is right."""
    first = max(text.rfind("\n", 0, problem.span.start) + 1, start)
    file = problem.span.source.text
    gaps = [gap for gap in _GAP.finditer(text[: again.end], first) if gap.start() < problem.span.end]
    for gap in reversed(gaps[-4:]):
        left, right, at = gap[1], gap[2], gap.start(2)
        if re.search(r"(?:^|\{) *$", text[first : gap.start()]) and not _CHANGES.match(text, at):
            continue  # two words that begin a line are something else
        if left in _NO_MEMBERS or WINS.fullmatch(right) or _SPOKEN.match(f"{left} {right}"):
            continue  # it is left out, or something else
        if left in ("card", "piece") and re.match(r"\w+ +of\b", text[at:]):
            continue  # which of several it is
        if _HIDDEN.fullmatch(text, first, gap.end(2)):
            continue
        word = "is" if right in ("none", "empty", "not") else "of"
        if re.match(r"\w+ +(?:is|in)\b", text[at:]):
            word = "where"
        if (
            (left not in KEYWORDS or (word == "where" and left in ("cards", "seats")))
            and (word == "is" or right not in KEYWORDS or (MEANT.get(left) == TURNED and right in _ALL.values()))
            and (word != "of" or _may_be_name(right, file))
            and again.is_right_with(f"{word} ", at, at)
        ):
            help_ = f"perhaps `{word}` is missing: `{left} {word} {right}`"
            own = _is_asked(left, file)
            whole = re.compile(THING).match(text, at)
            given = _ALL.get(right, right) if whole is None or whole[0] == right else whole[0]
            target = re.search(rf"({THING}) *:= *$", text[first : gap.start()])
            if left in ("cell", "seat", "number", "card", "piece") and again.is_right_with("", gap.start(), at):
                help_ = f"write the name alone: leave out `{left}`"
            elif left == "next" and not own and TYPES.get(right, right) == "seat" and target is not None:
                help_ = f"write `left of {target[1]}`"
            elif left == "next" and not own:
                help_ = f"write `left of {given}`, or `the first of (seats after {given} where …)`"
            elif left in BY_CHANCE and not own:
                help_ = BY_CHANCE[left].format(given)
            elif left in MEANT.keys() - COUNTED and word == "of" and not own:
                if (help_ := meant(left, given, text[first : gap.start()]) or "") == "":
                    return None
            elif comma := _comma(text[first : gap.end(2)], text[gap.end(2) : again.end], file):
                help_ = comma
            elif re.search(rf"\bsuits\b[^\n]*\b{left}\b", file) and re.search(rf"\branks\b[^\n]*\b{right}\b", file):
                help_ = f"a card is written `{right} of {left}`"
            elif f"rule {left}(" in file:
                help_ = f"put what a rule is given in brackets: `{left}({right})`"
            span = Span(problem.span.source, at, gap.end(2))
            return Diagnostic(codes.SYNTAX, span, f"`{right}` is not expected here", help_)
    return None


def _is_asked(name: str, text: str) -> bool:
    """Does the game itself declare something of this name that is asked about something?"""
    declared = rf"\b(?:rule {name}\(|(?:state|zone|account) {name} +per\b)|(?:^|\{{) *{name}: *[a-z]"
    return re.search(declared, text, re.MULTILINE) is not None


def _may_be_name(word: str, text: str) -> bool:
    """Could a word be the name of something: is it written elsewhere too, or is not all of a game in this text?"""
    return len(re.findall(rf"\b{word}\b", text)) > 1 or re.search(r"^game ", text, re.MULTILINE) is None


def _comma(before: str, behind: str, text: str) -> str | None:
    """Help where two words that end `before` are two values of a call of a rule that takes more than are given."""
    called = re.search(r"\b([a-z]\w*)\(([^()]*\b([a-z]\w*) +([a-z]\w*))$", before)
    rule = re.search(rf"\brule {called[1]}\(([^()]*)\)", text) if called is not None else None
    if called is None or rule is None or rule[1].count(",") <= (called[2] + behind.partition(")")[0]).count(","):
        return None
    return f"a comma is missing: `{called[3]}, {called[4]}`"


def _missing_end(problem: Diagnostic, text: str, start: int, again: ReadAgain) -> Diagnostic | None:
    """The word, up to the place, before which a line or a field ends: with an end there the chunk is right."""
    unknown = problem.help is None or problem.help.startswith(("expected here", "between two fields"))
    first = max(text.rfind("\n", 0, problem.span.start) + 1, start)
    words = [word for word in WORD.finditer(text[: again.end], first) if word.start() < problem.span.end]
    for word in reversed(words[-3:]):
        at = word.start()
        is_field = unknown and _FIELD.match(text, at) is not None
        if not (is_field or word[0] in DECLARES) or not text[first:at].strip():
            continue
        span = Span(problem.span.source, at, word.end())
        message, help_ = f"`{word[0]}` is not expected here", "put each on a line of its own"
        if again.is_right_with("\n", at, at):
            if is_field and again.is_right_with(", ", at, at):
                help_ = f"put a comma or a new line between two fields: `…, {word[0]}: …`"
            return Diagnostic(codes.SYNTAX, span, message, help_)
    return None


def _enclosing(text: str, start: int, place: int) -> list[tuple[int, int]]:
    """The lines from `start` on that open the blocks around a place, from the outside in."""
    opened: list[tuple[int, int]] = []
    for line in text[start:place].splitlines(keepends=True):
        for bracket in re.findall(r"[{}]", without_texts(line)):
            if bracket == "{":
                opened.append((start, start + len(line)))
            elif opened:
                opened.pop()
        start += len(line)
    return opened


def without_texts(line: str) -> str:
    return re.sub(r'"[^"\n]*"', "", line)
