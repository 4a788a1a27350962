"""What is wrong with a text that lark cannot read, in words a person can use."""

from __future__ import annotations

import re

from lark import Token, UnexpectedCharacters, UnexpectedToken
from lark.exceptions import UnexpectedInput

from coupdsl.language import codes
from coupdsl.language.capitals import key_in_capitals, small_letters
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.foreign_words import (
    BEGINNINGS,
    BESIDE_SEATS,
    ELSE_IF,
    OF_ACCOUNT,
    OF_SEAT,
    OF_STATE,
    ROUND,
    TURNED_OVER,
)
from coupdsl.language.free_names import free_name
from coupdsl.language.habits import begins_another, colon, habit
from coupdsl.language.habits_of_conditions import of_condition
from coupdsl.language.habits_of_ending import of_finish
from coupdsl.language.likeness import nearest
from coupdsl.language.source import Source, Span
from coupdsl.language.strange_signs import not_printed
from coupdsl.language.unclosed_texts import unclosed_text
from coupdsl.language.words import EXPECTED, KEYWORDS
from coupdsl.language.written_numbers import number_at

END = "$END"
_NO_LINE = "`{1}` begins no line; a rule is called with brackets: `{1}(…)`"
_SIGNS = re.compile(r"[=!<>&|*/.+-]+")  # that people write as one
WORD = re.compile(r"\w+(?:['’]t\b)?")


def syntax_problem(source: Source, error: UnexpectedInput, text: str, offset: int) -> Diagnostic:
    """The words for an error of the parser in `text`, which stands at `offset` of the source."""
    if isinstance(error, UnexpectedCharacters):
        start: int = error.pos_in_stream + offset  # type: ignore[operator]  # lark declares it None
        return _as_elsewhere(source, start) or _strange(source, start, set(error.allowed))
    assert isinstance(error, UnexpectedToken)
    if error.token.type not in (END, "_NL") and (found := _as_elsewhere(source, error.token.start_pos + offset)):
        return found
    possible = set(error.accepts or error.expected)
    if error.token.type != END:
        return _unexpected(source, error.token, possible, text[: error.token.start_pos], offset)
    place = offset + len(text.rstrip())
    span = Span(source, max(place - 1, 0), place)
    return Diagnostic(codes.SYNTAX, span, "the text ends too early", _expectation(possible))


def _as_elsewhere(source: Source, place: int) -> Diagnostic | None:
    """What is said of a text without its quote, or of a number as people write it elsewhere, at `place`."""
    if unclosed := unclosed_text(source, place):
        return unclosed
    number = number_at(source.text, place)
    if number is None:
        return None
    start, end, help_ = number
    span = Span(source, start, end)
    return Diagnostic(codes.SYNTAX, span, f"`{span.text}` is not expected here", help_)


def _unexpected(source: Source, token: Token, expected: set[str], before: str, offset: int) -> Diagnostic:
    """The words for a token that cannot stand where it does, after the text `before`."""
    start = offset + len(before)
    around = source.text[:start], source.text[start:]
    spoken = of_finish(*around) or of_condition(*around)
    if token.type == "_NL":
        span = Span(source, max(start - 1, 0), start)
        known = spoken or habit(before, "\n")
        help_ = known or _alternative(before, "", expected, source.text) or _expectation(expected)
        return Diagnostic(codes.SYNTAX, span, "the line ends too early", help_)
    if (changed := _keyword_changed(source, start)) is not None:
        message = f"`{changed.text}` is a word of the language and cannot be a name here"
        help_ = f"choose another name, such as `{free_name(changed, f'the_{changed.text}')}`"
        return Diagnostic(codes.RESERVED_WORD, changed, message, help_)
    word: str = token.value
    if word[:1].isalpha():  # a name as it is printed, or a word that begins with one of the language
        word = WORD.findall(source.text[start : start + 40])[0]
    signs = _SIGNS.match(source.text, start)
    span = Span(source, start, max(start + len(word.rstrip()), start + 1, signs.end() if signs is not None else 0))
    if word in KEYWORDS and "NAME" in expected:
        message = f"`{word}` is a word of the language and cannot be a name here"
        return Diagnostic(codes.RESERVED_WORD, span, message, f"choose another name, such as `{word}_`")
    possible = [EXPECTED[e] for e in expected if e in EXPECTED and EXPECTED[e].isalpha()]
    declared = re.search(rf"\b(?:zone|state|account|rule|let|for) {re.escape(word)}\b", source.text)
    slip = (
        token.type == "NAME"
        and word not in {*KEYWORDS, *ELSE_IF, *BESIDE_SEATS}
        and not begins_another(source.text[start:])
        and not declared
        and spoken is None
    )
    near = nearest(word, possible) if slip else None
    known = (
        spoken
        or _changed(before, word, source.text)
        or key_in_capitals(before[-80:], source.text[start : start + 80])
        or habit(before, source.text[start:])
        or small_letters(word, source.text[start : start + 80])
        or (colon(before, source.text[start:]) if "COLON" in expected else None)
    )
    rest = source.text[start:].partition("\n")[0]
    help_ = (
        f"did you mean `{near}`?"
        if near
        else known or _alternative(before, rest, expected, source.text) or _expectation(expected)
    )
    end_of_range = re.search(r"\.\.\s*(\w+)\s*$", before)
    if word == "of" and end_of_range is not None:
        help_ = _end_of_range(end_of_range[1], before, source.text, rest)
    return Diagnostic(codes.SYNTAX, span, f"`{word}` is not expected here", help_, _goes_on(source, before, offset))


def _keyword_changed(source: Source, at: int) -> Span | None:
    """The word of the language in `use of n := …` on this line, where a name would stand."""
    begin = source.text.rfind("\n", 0, at) + 1
    for found in re.finditer(r"(?:^|\{) *([a-z_]+) of [^{}\n]*:=", source.text[begin:].partition("\n")[0]):
        if found[1] in KEYWORDS:
            return Span(source, begin + found.start(1), begin + found.end(1))
    return None


def _end_of_range(name: str, before: str, text: str, rest: str) -> str:
    """Help where a range ends with `name of …`: brackets, but for numbers to choose from that change in play."""
    chosen = re.search(r"(\w+) from [^\n{},]*$", before)
    fixed = name == "count" and re.match(r"of +(?:seats|cards|suits|ranks|cells)\b", rest)
    if chosen is None or fixed or re.search(rf"\baccount {name}\b", text):
        return f"put what follows `..` in brackets: `.. ({name} of …)`"
    which = f"{chosen[1]} from 1 .. 20 if {chosen[1]} <= {name} of …"
    return f"offer all that there can ever be, and say which: `chooses name {{ … {which} {{ … }} }}`"


def _changed(before: str, word: str, text: str) -> str | None:
    """Help where `=` stands after a state that the file declares."""
    name = re.search(r"(?:^|\{) *([a-z]\w*)(?: of [^\n{}]*)?$", before[before.rfind("\n") + 1 :].rstrip())
    if word != "=" or name is None or not re.search(rf"\bstate {name[1]}\b", text):
        return None
    return f"write `{name[0].strip(' {')} := …` to change it"


def _alternative(before: str, rest: str, expected: set[str], text: str) -> str | None:
    """How what is offered, or an entry, is written, where it is refused after its name; the `rest` is of its line."""
    word = re.search(r"^ *([a-z]\w*) *$", before[before.rfind("\n") + 1 :])
    offered = re.search(r"^ *([a-z]\w*) ([a-z]\w*) *$", before[before.rfind("\n") + 1 :])
    if word is not None and {"LBRACE", "IF"} <= expected:
        return f"put what follows from it in braces: `{word[1]} {{ … }}`"
    if offered is not None and "PLAYS" in expected and offered[1] not in KEYWORDS:
        if played := re.match(r"([^\W\d]\w*) +([a-z]\w*) *\{", rest):
            line = f"{offered[1]} {offered[2]} plays {played[2]} {{"
            return f"what it is played by comes after `plays`: `{line} … }}`"
        if re.search(r"[a-z] *\{", rest):
            return f"write `=` after the name: `{offered[1]} {offered[2]} = …`"
        known = _reads(offered[1], text)
        no_line = f"`{offered[1]}` begins no line so: {known}" if known is not None else _NO_LINE
        known = BEGINNINGS.get(offered[1], no_line) if offered[2] != "if" else no_line
        if known == ROUND and (of_whom := re.match(r"of +\w+", rest)):
            return TURNED_OVER.format(f"{offered[2]} {of_whom[0]}") if offered[2] not in KEYWORDS else None
        return known.format(offered[2], offered[1])
    if offered is not None and expected == {"FROM"}:
        return f"a name is one word: `{offered[1]}_{offered[2]}`"
    return None


def _reads(name: str, text: str) -> str | None:
    """How a line begins with the name of a seat, an account or a state, by how the text declares it."""
    if name == "chance" or re.search(rf"\bfor {name}\b|\bstate {name}\b[^\n:]*: *seat\b", text):
        return OF_SEAT.format(name)
    if re.search(rf"\baccount {name}\b(?! per)", text):
        return OF_ACCOUNT.format(name)
    return OF_STATE.format(name) if re.search(rf"\bstate {name}\b", text) else None


def _goes_on(source: Source, before: str, offset: int) -> tuple[tuple[Span, str], ...]:
    """The end of the line above, where that goes on here and the line itself has hardly begun."""
    here = source.text.rfind("\n", 0, offset + len(before)) + 1 - offset
    above = before[: max(here, 0)].rstrip(" ")
    if source.text.startswith(ELSE_IF, offset + len(before)) or source.text.startswith(
        ("//", "/*"), offset + len(before) - 1
    ):
        return ()
    if not above or above.endswith("\n") or len(before[here:].split()) > 1:
        return ()
    word = re.split(r"\s", above)[-1]
    end = offset + len(above)
    return ((Span(source, end - len(word), end), "this line goes on"),)


def _strange(source: Source, start: int, expected: set[str]) -> Diagnostic:
    signs = _SIGNS.match(source.text, start)
    span = Span(source, start, signs.end() if signs is not None else start + 1)
    char = span.text
    if char == "\t" or char.isprintable():
        before, there = source.text[: span.start], source.text[span.start :]
        known = key_in_capitals(before[-80:], there[:80]) or habit(before, there)
        help_ = known or _expectation(expected)
        if char.isalpha() and not char.isascii():
            help_ = "names are written with a-z, 0-9 and _; texts for people go in quotes"
        return Diagnostic(codes.SYNTAX, span, f"`{char}` is not expected here", help_)
    return not_printed(span)


def _expectation(expected: set[str]) -> str | None:
    words = {EXPECTED[name] for name in expected if name in EXPECTED}
    if EXPECTED["_NL"] in words:
        words.discard(EXPECTED[END])
    if not words or len(words) > 6:
        return None
    return "expected here: " + ", ".join(sorted(f"`{word}`" if word in KEYWORDS else word for word in words))
