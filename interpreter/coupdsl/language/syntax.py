"""What lark reads of a text, as syntax nodes; and what is wrong with one, in words a person can use."""

from __future__ import annotations

import re
from difflib import get_close_matches

from lark import Token, UnexpectedCharacters, UnexpectedToken
from lark.exceptions import UnexpectedInput

from coupdsl.language import codes
from coupdsl.language.convert import Converter, Refused, too_deep
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.foreign_words import BEGINNINGS, BY_CHANCE, ELSE_IF, FOREIGN, OF_ACCOUNT, OF_SEAT, OF_STATE, TYPES
from coupdsl.language.grammar import parser
from coupdsl.language.habits import begins_another, colon, habit, key_in_capitals, small_letters
from coupdsl.language.habits_of_speech import THING
from coupdsl.language.likeness import nearest
from coupdsl.language.lines import MAX_DEPTH
from coupdsl.language.source import Source, Span
from coupdsl.language.strange_signs import not_printed
from coupdsl.language.tree import Node
from coupdsl.language.unclosed_texts import unclosed_text
from coupdsl.language.words import DECLARES, EXPECTED, KEYWORDS
from coupdsl.language.written_numbers import number_at

END = "$END"
_NO_LINE = "`{1}` begins no line; a rule is called with brackets: `{1}(…)`"
MOST_READ = 1_000_000  # letters that are read again, at most, in search of a slip
_SORTED = sorted(KEYWORDS)
_CHANGES = re.compile(r"\w[^\n{}]*(?::=|\bpays\b|\bchooses\b)")
_SIGNS = re.compile(r"[=!<>&|*/.+-]+")  # that people write as one
_ALL = {"seat": "seats", "card": "cards", "suit": "suits", "rank": "ranks"}
_FIELD = re.compile(r"\w+ *:(?!=)")
_WORD = re.compile(r"\w+(?:['’]t\b)?")
_SPOKEN = re.compile(r"(?:his|her|their|its|my|your) |(?:first|last) (?:cards?|pieces?)$")
_GAP = re.compile(r"\b([a-z]\w*) +(?=([a-z]\w*))")  # between two words that stand side by side


def parse_lines(source: Source, text: str) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    """The lines of a file, whose joined text is `text`; what could not be read is left out and reported."""
    lines, problems = _parse_lines(source, text, 0)
    return _parse_chunks(source, text) if problems else (lines, problems)


def parse_expression(source: Source, text: str, start: int) -> tuple[Node | None, list[Diagnostic]]:
    """The one expression `text`, which stands at `start` of a source."""
    if max(text.count(bracket) for bracket in "([{") > MAX_DEPTH:
        return None, [too_deep(Span(source, start, start + len(text))).problem]
    try:
        node: Node = Converter(source, start).node(parser().parse(text, start="expr"))
        return node, []
    except UnexpectedInput as error:
        return None, [_syntax_problem(source, error, text, start)]
    except Refused as error:
        return None, [error.problem]


def _parse_lines(source: Source, text: str, offset: int) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    try:
        return Converter(source, offset).lines(parser().parse(text, start="start")), []
    except UnexpectedInput as error:
        return (), [_syntax_problem(source, error, text, offset)]
    except Refused as error:
        return (), [error.problem]


def _parse_chunks(source: Source, text: str) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    """Parses declaration by declaration, so that one mistake hides no other."""
    lines: list[Node] = []
    problems: list[Diagnostic] = []
    for start, end in _chunks(text):
        found, wrong = _parse_chunk(source, text, start, end)
        if wrong and (inner := _inside(text, start, end)):
            of_lines = [problem for chunk in inner for problem in _parse_chunk(source, text, *chunk)[1]]
            wrong = of_lines or wrong
        lines.extend(found)
        problems.extend(wrong)
    return tuple(lines), problems


def _parse_chunk(source: Source, text: str, start: int, end: int) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    lines, problems = _parse_lines(source, text[start:end], start)
    return lines, [_mended(problem, text, start, end) or problem for problem in problems]


def _mended(problem: Diagnostic, text: str, start: int, end: int) -> Diagnostic | None:
    """Another word for a problem, where one word more, or another one, makes the chunk right."""
    if _parses(text[start:end]):
        return None  # it was refused for something else
    return (
        _slip(problem, text, start, end)
        or _missing_word(problem, text, start, end)
        or _missing_end(problem, text, start, end)
    )


def _slip(problem: Diagnostic, text: str, start: int, end: int) -> Diagnostic | None:
    """The misspelled word that let what follows be read as something else, and be refused only further on.

    Tried are the words of the line before the place, and of those that open the blocks around it: it is one whose
    nearest word of the language makes the chunk right.
    """
    place = problem.span.start
    line = (max(text.rfind("\n", 0, place) + 1, start), problem.span.end)
    left = MOST_READ // (end - start)
    for first, last in (line, *reversed(_enclosing(text, start, line[0]))):
        for found in reversed(list(re.finditer(r"\b[a-z_]\w*\b", text[first:last]))):
            word, begin = found[0], first + found.start()
            for near in (*_apart(word, text), *_meant(word)):
                left -= 1
                if left < 0:
                    return None
                if _parses(text[start:begin] + near + text[begin + len(word) : end]):
                    span = Span(problem.span.source, begin, begin + len(word))
                    return Diagnostic(codes.SYNTAX, span, f"`{word}` is not expected here", f"did you mean `{near}`?")
    return None


def _apart(word: str, text: str) -> list[str]:
    """The word as two, of which the first is one of the language and the other is one too, or stands elsewhere."""
    parts = [(word[:at], word[at:]) for at in range(2, len(word))]
    known = KEYWORDS.union(re.findall(r"\w+", text))
    return [f"{left} {right}" for left, right in parts if left in KEYWORDS and right in known]


def _meant(word: str) -> list[str]:
    """The words of the language that one may be meant for, such as `move` for `moves`, which is another of them."""
    if word in KEYWORDS:
        return [one for one in (word.removesuffix("s"),) if one in KEYWORDS - {word}]
    return [*([FOREIGN[word]] if word in FOREIGN else []), *get_close_matches(word, _SORTED, 3)]


def _missing_word(problem: Diagnostic, text: str, start: int, end: int) -> Diagnostic | None:
    """The word that is missing between two that stand side by side, up to the place: with it the chunk is right."""
    first = max(text.rfind("\n", 0, problem.span.start) + 1, start)
    file = problem.span.source.text
    gaps = [gap for gap in _GAP.finditer(text[:end], first) if gap.start() < problem.span.end]
    for gap in reversed(gaps[-4:]):
        left, right, at = gap[1], gap[2], gap.start(2)
        if re.search(r"(?:^|\{) *$", text[first : gap.start()]) and not _CHANGES.match(text, at):
            continue  # two words that begin a line are something else
        if left == "all" or _SPOKEN.match(f"{left} {right}"):
            continue  # it is left out, or something else
        word = "is" if right in ("none", "empty", "not") else "of"
        if re.match(r"\w+ +(?:is|in)\b", text[at:]):
            word = "where"
        if (
            (left not in KEYWORDS or (word == "where" and left in ("cards", "seats")))
            and (word == "is" or right not in KEYWORDS)
            and _parses(f"{text[start:at]}{word} {text[at:end]}")
        ):
            help_ = f"perhaps `{word}` is missing: `{left} {word} {right}`"
            target = re.search(rf"({THING}) *:= *$", text[first : gap.start()])
            if left in ("cell", "seat", "number") and _parses(text[start : gap.start()] + text[at:end]):
                help_ = f"a name stands by itself: leave out `{left}`"
            elif left == "next" and TYPES.get(right, right) == "seat" and target is not None:
                help_ = f"write `left of {target[1]}`"
            elif left == "next":
                help_ = f"write `left of {right}`, or `the first of (seats after {right} where …)`"
            elif left in BY_CHANCE:
                help_ = BY_CHANCE[left].format(_ALL.get(right, right))
            elif comma := _comma(text[first : gap.end(2)], text[gap.end(2) : end], file):
                help_ = comma
            elif re.search(rf"\bsuits\b[^\n]*\b{left}\b", file) and re.search(rf"\branks\b[^\n]*\b{right}\b", file):
                help_ = f"a card is written `{right} of {left}`"
            elif f"rule {left}(" in file:
                help_ = f"what a rule is given stands in brackets: `{left}({right})`"
            span = Span(problem.span.source, at, gap.end(2))
            return Diagnostic(codes.SYNTAX, span, f"`{right}` is not expected here", help_)
    return None


def _comma(before: str, behind: str, text: str) -> str | None:
    """Help where two words that end `before` are two values of a call of a rule that takes more than are given."""
    called = re.search(r"\b([a-z]\w*)\(([^()]*\b([a-z]\w*) +([a-z]\w*))$", before)
    rule = re.search(rf"\brule {called[1]}\(([^()]*)\)", text) if called is not None else None
    if called is None or rule is None or rule[1].count(",") <= (called[2] + behind.partition(")")[0]).count(","):
        return None
    return f"a comma is missing: `{called[3]}, {called[4]}`"


def _missing_end(problem: Diagnostic, text: str, start: int, end: int) -> Diagnostic | None:
    """The word, up to the place, before which a line or a field ends: with an end there the chunk is right."""
    unknown = problem.help is None or problem.help.startswith(("expected here", "between two fields"))
    first = max(text.rfind("\n", 0, problem.span.start) + 1, start)
    words = [word for word in _WORD.finditer(text[:end], first) if word.start() < problem.span.end]
    for word in reversed(words[-3:]):
        at = word.start()
        is_field = unknown and _FIELD.match(text, at) is not None
        if not (is_field or word[0] in DECLARES) or not text[first:at].strip():
            continue
        span = Span(problem.span.source, at, word.end())
        message, help_ = f"`{word[0]}` is not expected here", "each stands on a line of its own"
        if _parses(f"{text[start:at]}\n{text[at:end]}"):
            if is_field and _parses(f"{text[start:at]}, {text[at:end]}"):
                help_ = f"between two fields stands a comma, or a new line: `…, {word[0]}: …`"
            return Diagnostic(codes.SYNTAX, span, message, help_)
    return None


def _parses(text: str) -> bool:
    try:
        parser().parse(text, start="start")
    except UnexpectedInput:
        return False
    return True


def _enclosing(text: str, start: int, place: int) -> list[tuple[int, int]]:
    """The lines from `start` on that open the blocks around a place, from the outside in."""
    opened: list[tuple[int, int]] = []
    for line in text[start:place].splitlines(keepends=True):
        for bracket in re.findall(r"[{}]", _without_texts(line)):
            if bracket == "{":
                opened.append((start, start + len(line)))
            elif opened:
                opened.pop()
        start += len(line)
    return opened


def _without_texts(line: str) -> str:
    return re.sub(r'"[^"\n]*"', "", line)


def _chunks(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Stretches of whole lines between which no brace is open."""
    end = len(text) if end is None else end
    chunks, depth, begin, position = [], 0, start, start
    for line in text[start:end].splitlines(keepends=True):
        bare = _without_texts(line)
        depth += bare.count("{") - bare.count("}")
        position += len(line)
        if depth <= 0:
            if text[begin:position].strip():
                chunks.append((begin, position))
            begin, depth = position, 0
    if text[begin:end].strip():
        chunks.append((begin, end))
    return chunks


def _inside(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The chunks inside the braces of a `game`, `mechanic` or `use`."""
    head = re.match(r"\s*(game|mechanic|use|when|contract)\b[^{\n]*\{[^\n]*\n", text[start:end])
    tail = text.rfind("}", start, end)
    if head is None or tail < start + head.end():
        return []
    return _chunks(text, start + head.end(), tail)


def _syntax_problem(source: Source, error: UnexpectedInput, text: str, offset: int) -> Diagnostic:
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
    if token.type == "_NL":
        span = Span(source, max(start - 1, 0), start)
        help_ = habit(before, "\n") or _alternative(before, "", expected, source.text) or _expectation(expected)
        return Diagnostic(codes.SYNTAX, span, "the line ends too early", help_)
    if (changed := _keyword_changed(source, start)) is not None:
        message = f"`{changed.text}` is a word of the language and cannot be a name here"
        return Diagnostic(codes.RESERVED_WORD, changed, message, f"choose another name, such as `the_{changed.text}`")
    word: str = token.value
    if word[:1].isalpha():  # a name as it is printed, or a word that begins with one of the language
        word = _WORD.findall(source.text[start : start + 40])[0]
    signs = _SIGNS.match(source.text, start)
    span = Span(source, start, max(start + len(word.rstrip()), start + 1, signs.end() if signs is not None else 0))
    if word in KEYWORDS and "NAME" in expected:
        message = f"`{word}` is a word of the language and cannot be a name here"
        return Diagnostic(codes.RESERVED_WORD, span, message, f"choose another name, such as `{word}_`")
    possible = [EXPECTED[e] for e in expected if e in EXPECTED and EXPECTED[e].isalpha()]
    declared = re.search(rf"\b(?:zone|state|account|rule|let|for) {re.escape(word)}\b", source.text)
    slip = (
        token.type == "NAME"
        and word not in {*KEYWORDS, *ELSE_IF}
        and not begins_another(source.text[start:])
        and not declared
    )
    near = nearest(word, possible) if slip else None
    known = (
        _changed(before, word, source.text)
        or key_in_capitals(before[-80:], source.text[start : start + 80])
        or habit(before, source.text[start:])
        or small_letters(word, source.text[start : start + 80])
        or (colon(before) if "COLON" in expected else None)
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
        return f"what follows from it stands in braces: `{word[1]} {{ … }}`"
    if offered is not None and "PLAYS" in expected and offered[1] not in KEYWORDS:
        if re.search(r"[a-z] *\{", rest):
            return f"write `=` after the name: `{offered[1]} {offered[2]} = …`"
        known = _reads(offered[1], text)
        no_line = f"`{offered[1]}` begins no line so: {known}" if known is not None else _NO_LINE
        return BEGINNINGS.get(offered[1], no_line).format(offered[2], offered[1])
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
            help_ = "names are written with a-z, 0-9 and _; texts for people stand in quotes"
        return Diagnostic(codes.SYNTAX, span, f"`{char}` is not expected here", help_)
    return not_printed(span)


def _expectation(expected: set[str]) -> str | None:
    words = {EXPECTED[name] for name in expected if name in EXPECTED}
    if EXPECTED["_NL"] in words:
        words.discard(EXPECTED[END])
    if not words or len(words) > 6:
        return None
    return "expected here: " + ", ".join(sorted(f"`{word}`" if word in KEYWORDS else word for word in words))
