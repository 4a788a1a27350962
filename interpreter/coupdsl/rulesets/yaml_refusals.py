"""What is said where a file is not well-formed YAML: in words for people, at the slip and not where YAML gave up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import yaml

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.records import by_value
from coupdsl.language.source import Source, Span

_REASONS = (
    ("could not find expected ':'", "a `:` is missing after a key", "write `key: value`"),
    ("mapping values are not allowed", "a `:` is not expected here", "put the value in quotes, or start a new line"),
    ("cannot start any token", "no value begins with this character", "put the value in quotes"),
    ("expected ',' or", "a list or mapping in brackets is never closed", "close it with `]` or `}`"),
    ("special characters are not allowed", "this character cannot be printed", "remove it"),
    ("control characters are not allowed", "this character cannot be printed", "remove it"),
)
_INDENTED = ("did not find expected key", "expected '-'", "block end")
_KEY = re.compile(r"(?P<indent> *)(?P<item>- +)?(?P<key>[\w.-]+)")
_NO_COLON = re.compile(_KEY.pattern + r"(?: *=| +) *(?P<value>[^\s:#=][^#]*?)\s*")

LONGEST = 1_000  # signs
_NO_TEXT = r"-?\d[\d_.]*|true|false|none|\"[^\"]*\""
UNBROKEN = "\u00a0\u202f"
_ANY_KEY = r"(?:\"[^\"]*\"|'[^']*'|[^\s:'\"{}\[\],#][^:'\"{}\[\],#]*)"
_MISPLACED = re.compile(rf"^ *([{UNBROKEN}])|(?:^ *(?:- +)?|[{{,] *){_ANY_KEY}:([{UNBROKEN}])|^[ \w.-]*([{UNBROKEN}]):")
_BRACKETED = r"(?:\{[^{}]*\}|\[[^\[\]]*\])"
_AFTER_BRACKETS = (
    (_INDENTED, re.compile(rf"^\s*(?:- +)?(?:[\w.-]+: +)?({_BRACKETED} *[^\s,:\]}}].*)")),
    (
        ("expected ',' or",),
        re.compile(rf"[{{,] *[\w.-]+: +({_BRACKETED} *[^\s,:\[\]{{}}](?:[^,{{}}\[\]]|{_BRACKETED})*)"),
    ),
)


@by_value
class GivenUp:
    """Where YAML gave up: its words, the place, and where that began in which it was reading."""

    source: Source
    words: str
    at: int
    begun: int

    @property
    def number(self) -> int:
        return self.source.position(self.at)[0]

    @property
    def is_long(self) -> bool:
        """Does it stand in lines as nobody writes them, in which it would take long to look for a slip?"""
        lines = (self.number, max(self.number - 1, 1), self.source.position(self.begun)[0])
        return any(len(self.source.line(one)) > LONGEST for one in lines)

    @property
    def line(self) -> str:
        return self.source.line(self.number)

    @property
    def column(self) -> int:
        return self.at - self.source.line_starts[self.number - 1]

    def told(self, start: int, end: int, message: str, help_: str | None) -> Diagnostic:
        return Diagnostic(codes.YAML_SYNTAX, Span(self.source, start, end), message, help_)

    def key_in(self, number: int) -> tuple[int, int, str]:
        """Where the key of a line begins and ends, and its word; without one, the first character."""
        start, found = self.source.line_starts[number - 1], _KEY.match(self.source.line(number))
        if found is None:
            return self.at, self.at + 1, ""
        return start + found.start("key"), start + found.end("key"), found["key"]


def refused(source: Source, error: yaml.YAMLError) -> Diagnostic:
    """The problem of a text that is not well-formed YAML."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    begun = getattr(error, "context_mark", None) or mark
    position = getattr(error, "position", None)
    last = max(len(source.text) - 1, 0)
    at = min(mark.index if mark is not None else position if isinstance(position, int) else 0, last)
    given_up = GivenUp(source, str(error), at, min(begun.index, last) if begun is not None else at)
    for ask in () if given_up.is_long else _ASKED:
        if found := ask(given_up):
            return found
    span = Span(source, at, min(at + 1, len(source.text)))
    for part, message, help_ in _REASONS:
        if part in given_up.words:
            return Diagnostic(codes.YAML_SYNTAX, span, message, help_)
    return Diagnostic(codes.YAML_SYNTAX, span, "the file is not well-formed YAML here")


def _tab(given_up: GivenUp) -> Diagnostic | None:
    if given_up.source.text[given_up.at : given_up.at + 1] != "\t":
        return None
    return given_up.told(given_up.at, given_up.at + 1, "there is a tab where spaces are needed", "indent with spaces")


def _unclosed_text(given_up: GivenUp) -> Diagnostic | None:
    if "quoted scalar" not in given_up.words or "end of stream" not in given_up.words:
        return None
    line = given_up.source.line(given_up.source.position(given_up.begun)[0])
    start = given_up.source.position(given_up.begun)[1] - 1
    words = line[start + 1 :].rstrip()
    help_ = f"write `{line[start]}{words}{line[start]}`" if words else None
    return given_up.told(given_up.begun, given_up.begun + 1 + len(words), "this text is never closed", help_)


def _no_blank(given_up: GivenUp) -> Diagnostic | None:
    """`key:value`, on this line or the one above, where YAML sees one word."""
    if "mapping values are not" not in given_up.words and "expected ':'" not in given_up.words:
        return None
    number = max(given_up.number - 1, 1)
    found = re.match(r"\s*(- )?[\w.-]+:(?=[^\s/])", given_up.source.line(number))
    if found is None:
        return None
    start = given_up.source.line_starts[number - 1] + found.end() - 1
    return given_up.told(start, start + 1, "there is no space after this `:`", "write a space after it")


def _no_colon(given_up: GivenUp) -> Diagnostic | None:
    """`key value` or `key = value`, told at the line in which it stands."""
    if "expected ':'" in given_up.words:
        number = given_up.source.position(given_up.begun)[0]
    elif "mapping values are not" in given_up.words and given_up.number > 1:
        number = given_up.number - 1
    else:
        return None
    found = _NO_COLON.fullmatch(given_up.source.line(number))
    if found is None or ": " in found["value"]:
        return None
    start, end, key = given_up.key_in(number)
    return given_up.told(start, end, "a `:` is missing after this key", f"write `{key}: {found['value']}`")


def _no_comma(given_up: GivenUp) -> Diagnostic | None:
    """`{collect: 900 forfeit: 500}`: a value that is no text, and then another key."""
    before = given_up.line[: given_up.column]
    found = re.search(rf"[{{,][^{{}},]*: *+({_NO_TEXT}) *+;?+ *+([a-z][\w.-]*+)$", before)
    if given_up.source.text[given_up.at] != ":" or found is None:
        return None
    start = given_up.at - len(found[2])
    return given_up.told(start, given_up.at, "a comma is missing before this key", f"write `{found[1]}, {found[2]}: `")


def _inside_value(given_up: GivenUp) -> Diagnostic | None:
    """`siege: collect: 700`: a key and its number in place of a value."""
    before, after = given_up.line[: given_up.column], given_up.line[given_up.column :]
    key, number = re.search(r"[\w-]+: +([a-z_]+)$", before), re.match(r": +(-?\d+)\s*(?:#.*)?$", after)
    if key is None or number is None:
        return None
    written = f"{key[1]}: {number[1]}"
    start = given_up.at - len(key[1])
    message, help_ = "a key inside a value needs braces", f"write `{{{written}}}`"
    return given_up.told(start, start + len(written), message, help_)


def _strange_blank(given_up: GivenUp) -> Diagnostic | None:
    """A blank that keeps two words on one line, where a key begins or ends."""
    for number in range(max(1, given_up.number - 1), given_up.number + 1):
        found = _MISPLACED.search(given_up.source.line(number))
        if found is not None and found.lastindex is not None:
            at = given_up.source.line_starts[number - 1] + found.start(found.lastindex)
            return given_up.told(at, at + 1, "this is a no-break space", "type a plain space in its place")
    return None


def _colon_in_text(given_up: GivenUp) -> Diagnostic | None:
    """`{en: Ours: the best}`, and the same without brackets: a text with a colon."""
    if given_up.source.text[given_up.at] != ":":
        return None
    before = given_up.line[: given_up.column]
    found = re.search(r"[\w.-]+: +([^\s{\[:'\"][^{\[:]*)$", before)
    if found is None:
        return None
    start = given_up.at - len(found[1])
    rest = re.match(r"[^\n},\]]*", given_up.source.text[given_up.at :])
    text = found[1] + (rest[0].rstrip() if rest is not None else "")
    return given_up.told(start, start + len(text), "a text with a `:` needs quotes", f'write `"{text}"`')


def _too_far_in(given_up: GivenUp) -> Diagnostic | None:
    """A key below one that has its value already, and further in."""
    number = given_up.number
    if "mapping values are not" not in given_up.words or number < 2:
        return None
    above, here = (_KEY.match(given_up.source.line(one)) for one in (number - 1, number))
    if above is None or here is None or len(here["indent"]) <= len(above["indent"]):
        return None
    start, end, _ = given_up.key_in(number)
    message = f"this is indented further than `{above['key']}`, which already has a value"
    return given_up.told(start, end, message, "align keys of the same level")


def _apostrophe(given_up: GivenUp) -> Diagnostic | None:
    if not re.search(r"(?:[:,[{-] *|^\s*)'[^']*'\w", given_up.line):
        return None
    help_ = "put a text with an apostrophe in double quotes"
    return given_up.told(given_up.at, given_up.at + 1, "the text ended at the apostrophe before this", help_)


def _star(given_up: GivenUp) -> Diagnostic | None:
    if "alias" not in given_up.words or not given_up.line.lstrip().startswith("*"):
        return None
    start = given_up.source.line_starts[given_up.number - 1] + given_up.line.index("*")
    return given_up.told(
        start, start + 1, "an item of a list begins with `-`", f"write `- {given_up.line.strip(' *')}`"
    )


def _closes_nothing(given_up: GivenUp) -> Diagnostic | None:
    sign = given_up.source.text[given_up.at : given_up.at + 1]
    if sign not in ("}", "]") or not any(word in given_up.words for word in _INDENTED):
        return None
    return given_up.told(given_up.at, given_up.at + 1, f"`{sign}` closes nothing", "remove it, or open what it closes")


def _unclosed_bracket(given_up: GivenUp) -> Diagnostic | None:
    if "expected ',' or" not in given_up.words or given_up.source.position(given_up.begun)[0] >= given_up.number:
        return None
    also = ((Span(given_up.source, given_up.at, given_up.at + 1), "this does not belong in it"),)
    sign = given_up.source.text[given_up.begun]
    help_ = f"close it with `{ {'[': ']', '{': '}'}.get(sign, ']') }`"
    span = Span(given_up.source, given_up.begun, given_up.begun + 1)
    return Diagnostic(codes.YAML_SYNTAX, span, f"`{sign}` is never closed", help_, also)


def _no_item(given_up: GivenUp) -> Diagnostic | None:
    """A key between items of a list, in line with them."""
    if (
        "expected '-'" not in given_up.words
        or _indent(given_up.line) != given_up.source.position(given_up.begun)[1] - 1
    ):
        return None
    start, end, key = given_up.key_in(given_up.number)
    also = ((Span(given_up.source, given_up.begun, given_up.begun + 1), "the list begins here"),)
    message, help_ = f"`{key}` is in a list, but has no `-`", "begin it with `- `, or leave out the `-` above"
    return Diagnostic(codes.YAML_SYNTAX, Span(given_up.source, start, end), message, help_, also)


def _begins_in_brackets(given_up: GivenUp) -> Diagnostic | None:
    """`key: {who} takes`, a text that YAML reads as a mapping and then something else."""
    column = given_up.column
    for words, pattern in _AFTER_BRACKETS:
        found = next((one for one in pattern.finditer(given_up.line) if one.start() <= column <= one.end()), None)
        if found is not None and any(word in given_up.words for word in words):
            start = given_up.source.line_starts[given_up.number - 1] + found.start(1)
            text = found[1].rstrip()
            help_ = f'write `"{text}"`' if '"' not in text else None
            return given_up.told(start, start + len(text), f"a text that begins with `{text[0]}` needs quotes", help_)
    return None


def _indentation(given_up: GivenUp) -> Diagnostic | None:
    """Two lines of one level that do not begin alike: told at the one whose indentation no other line has."""
    if not any(word in given_up.words for word in _INDENTED):
        return None
    lines = given_up.source.text.split("\n")
    how_often = Counter(_indent(line) for line in lines if line.strip())
    above = next((number for number in range(given_up.number - 1, 0, -1) if lines[number - 1].strip()), given_up.number)
    odd = min((above, given_up.number), key=lambda number: (how_often[_indent(lines[number - 1])], -number))
    start = given_up.source.line_starts[odd - 1] + _indent(given_up.source.line(odd))
    what = (
        "items" if "expected '-'" in given_up.words or given_up.source.line(odd).lstrip().startswith("- ") else "keys"
    )
    found = re.compile(r"- |\S[^\s:]*").match(given_up.source.text, start)
    end = start + len(found[0].rstrip()) if found is not None else start + 1
    return given_up.told(
        start, end, "the indentation does not fit the lines around it", f"align {what} of the same level"
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


_ASKED: tuple[Callable[[GivenUp], Diagnostic | None], ...] = (
    _strange_blank, _tab, _unclosed_text, _no_blank, _no_colon, _apostrophe, _no_comma, _inside_value, _colon_in_text,
    _too_far_in, _star,
    _closes_nothing, _unclosed_bracket, _no_item, _begins_in_brackets, _indentation,
)  # fmt: skip
