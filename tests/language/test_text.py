"""Lines, expressions by themselves, and how problems are shown."""

from __future__ import annotations

import json

import pytest

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, Problems, suggest
from coupdsl.language.likeness import nearest, slipped
from coupdsl.language.lines import in_one_line, join_lines
from coupdsl.language.parser import parse_expression, parse_file
from coupdsl.language.render import as_github, as_json, as_text
from coupdsl.language.signs import RED
from coupdsl.language.source import Source, Span
from coupdsl.language.types import ANY, CARD, FLAG, NONE, SEAT, common, fits, list_of, set_of


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x := 1", "x := 1"),
        ("rule r {\n  x := 1      # one\n  y := 2   @P3\n}", "rule r { x := 1; y := 2 }"),
        ("if a and\n  b { x := 1 } else {\n\n  y := 2\n  f()\n}", "if a and b { x := 1 } else { y := 2; f() }"),
        ("{ x := 1\n y := 2 }", "{ x := 1; y := 2 }"),
        ("for s in seats {\n if a { b() }\n}\nc()", "for s in seats { if a { b() } }; c()"),
    ],
)
def test_lines_are_quoted_in_one(text: str, told: str) -> None:
    assert in_one_line(Span(Source("rules.coup", text), 0, len(text))) == told


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\nb", 2), ("a =\nb", 1), ("a\n  where b", 1), ("f(a\nb)", 1), ("{\na\n}", 3), ("a +\n\n\nb", 1),
        ("a # x {\nb", 2), ("a @P4\nb", 2), ('a "{"\nb', 2), ("a :=\nb", 1), ("a\n| b", 1), ("[\n{\na\n}\n]", 3),
    ],
)  # fmt: skip
def test_lines_go_on(text: str, lines: int) -> None:
    joined = join_lines(Source("x", text))
    assert joined.problems == []
    assert len(joined.text) == len(text)
    assert len([line for line in joined.text.split("\n") if line.strip()]) == lines


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("(", ["`(` is never closed"]),
        ("a {\n  b\nc", ["`{` is never closed"]),
        (")", ["`)` closes nothing"]),
        ("( [ )", ["`)` comes before `[` is closed"]),
        ("{ ( [ }", ["`}` comes before `[` is closed"]),
        ("( " * 41, ["brackets are nested more than 40 deep"]),
    ],
)
def test_brackets_that_do_not_close(text: str, messages: list[str]) -> None:
    assert [problem.message for problem in join_lines(Source("x", text)).problems] == messages


def test_braces_too_deep_are_answered_with_a_rule_and_a_long_comment_is_not_refused() -> None:
    (problem,) = join_lines(Source("x", "if a { " * 41)).problems
    assert problem.help == "put inner lines into a `rule`"
    assert join_lines(Source("x", f"a # {'x' * 20_000}")).problems == []
    (problem,) = join_lines(Source("x", "x" * 20_000)).problems
    assert problem.code is codes.TOO_LARGE


def test_a_missing_brace_belongs_after_the_lines_that_are_deeper() -> None:
    (problem,) = join_lines(Source("x", "a {\n  b\n\n  # c\nd\n")).problems
    assert problem.help == "write `}` before line 3"
    (problem,) = join_lines(Source("x", "a {\n  b\n")).problems
    assert problem.help == "write `}` at the end of the file"


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("1 +", codes.SYNTAX, "the text ends too early"),
        ("1 2", codes.SYNTAX, "`2` is not expected here"),
        ("", codes.SYNTAX, "the text ends too early"),
        ("a\tb", codes.SYNTAX, "`b` is not expected here"),
        ("1 \x07", codes.SYNTAX, "this character cannot be printed"),
        ("1 +\u202f2", codes.SYNTAX, "this is not one of the usual spaces: narrow no-break space"),
        ("1 +\u20282", codes.SYNTAX, "this line ends with an unusual character, the line separator"),
        ('a "b"', codes.SYNTAX, '`"b"` is not expected here'),
        ('a "b', codes.UNCLOSED, "this text is never closed"),
        ("(" * 50 + "1" + ")" * 50, codes.TOO_DEEP, "this is nested too deeply"),
        ("-" * 90 + "1", codes.TOO_DEEP, "this is nested too deeply"),
        ("1234567890123456", codes.SYNTAX, "a number has more than 15 digits"),
    ],
)
def test_expressions_that_cannot_be_read(text: str, code: codes.Code, message: str) -> None:
    node, problems = parse_expression(Source("x", text))
    assert node is None
    assert [(d.code, d.message) for d in problems] == [(code, message)]


def test_an_expression_keeps_its_place_in_a_longer_text() -> None:
    node, problems = parse_expression(Source("x", "each: 1 + 2 # no"), 6, 11)
    assert problems == []
    assert node is not None
    assert (node.span.text, node.span.column) == ("1 + 2", 7)


def test_several_mistakes_of_one_file_are_all_told() -> None:
    text = "edition 1\nlet a = $\ngame g {\n  seats [2]\n  x := ?\n}\nrule b = 1 2\n"
    _, problems = parse_file(Source("x", text))
    assert [problem.span.line for problem in problems] == [2, 5, 7]


def test_the_citations_of_a_file() -> None:
    file, problems = parse_file(Source("x", "edition 1 @P1 @Q22\nlet a = 3 # @R4\nlet b = 4 @P999999999999999\n"))
    assert problems == []
    assert [str(citation) for citation in file.cited(1, 2)] == ["P1", "Q22"]
    assert [citation.letters for citation in file.cited(1, 3)] == ["P", "Q", "P"]
    assert parse_file(Source("x", "edition 1"))[0].cited(1, 1) == ()


def _problem(text: str, start: int, end: int, help_: str | None = None) -> Diagnostic:
    return Diagnostic(codes.SYNTAX, Span(Source("f.coup", text), start, end), "bad thing", help_)


def test_problems_as_text() -> None:
    source = Source("f.coup", "one\ntwo words\n")
    also = ((Span(source, 0, 3), "see here"),)
    problem = Diagnostic(codes.SYNTAX, Span(source, 8, 13), "bad `words`", "leave them out", also)
    assert as_text([problem]) == (
        "f.coup:2:5: E101 syntax: bad `words`\n  2 | two words\n    |     ^^^^^\n"
        "  f.coup:1:1: see here\n  1 | one\n    | ^^^\n  help: leave them out"
    )
    assert RED in as_text([problem], colour=True)


def test_problems_of_empty_lines_have_no_excerpt() -> None:
    assert as_text([_problem("a\n\n", 2, 3)]) == "f.coup:2:1: E101 syntax: bad thing"


def test_problems_of_a_file_as_a_whole_have_no_line() -> None:
    problem = _problem("a\n", 0, 0)
    assert as_text([problem]) == "f.coup: E101 syntax: bad thing"
    assert as_github([problem]) == "::error file=f.coup,title=E101 syntax::bad thing"
    (told,) = json.loads(as_json([problem]))
    assert (told["file"], told["line"], told["end_column"]) == ("f.coup", None, None)


def test_long_lines_are_cut_around_the_place() -> None:
    shown = as_text([_problem("x" * 300, 200, 299)]).split("\n")
    assert all(len(line) < 160 for line in shown)
    assert "…" in shown[1]
    assert shown[2].count("^") == 80


def test_problems_as_json_and_annotations() -> None:
    problem = _problem("50% of\nit", 0, 6, "use\nless")
    assert json.loads(as_json([problem])) == [
        {"code": "E101", "name": "syntax", "severity": "error", "message": "bad thing", "help": "use\nless",
         "file": "f.coup", "line": 1, "column": 1, "end_line": 1, "end_column": 7, "also": []}
    ]  # fmt: skip
    assert (
        as_github([problem]) == "::error file=f.coup,line=1,col=1,endColumn=7,title=E101 syntax::bad thing (use%0Aless)"
    )
    assert as_github([_problem("x", 0, 1)]).endswith("::bad thing")


def test_problems_are_sorted_and_told_once() -> None:
    one, two = _problem("ab", 1, 2), _problem("ab", 0, 1)
    error = Problems([one, two, one])
    assert error.diagnostics == [two, one]
    assert str(Problems([one])) == "f.coup:1:2: E101 bad thing"


def test_spans() -> None:
    source = Source("f.coup", "one\ntwo")
    assert Span(source, 0, 3).to(Span(source, 4, 7)).text == "one\ntwo"
    assert source.position(4) == (2, 1)


def test_suggestions() -> None:
    assert nearest("Tabel", ["table", "chair"]) == "table"
    assert nearest("xyz", ["table"]) is None
    assert suggest("xyz", ["b", "a"]) == "possible here: `a`, `b`"
    assert suggest("xyz", []) is None
    assert suggest("xyz", map(str, range(9))) is None


@pytest.mark.parametrize(
    ("written", "known", "meant"),
    [
        ("pops", ["post", "pips", "tops"], "pips"), ("sest", ["set", "seat"], "seat"), ("kng", ["king"], "king"),
        ("annoumnce", ["announced", "announce"], "announce"), ("hance", ["ace", "chance"], "chance"),
        ("moves", ["more", "move"], "move"), ("Sttae", ["stage", "state"], "state"),
        ("dominos.oopens", ["dominos.stop", "dominos.opens", "dominos.open"], "dominos.opens"),
        ("bat", ["cat"], None), ("turned", ["kept"], None), ("x" * 90, ["x" * 89], None),
    ],
)  # fmt: skip
def test_fingers_slip_to_the_key_beside_to_doubles_and_to_plurals(written: str, known: list[str], meant: str) -> None:
    assert slipped(written, known) == meant


def test_what_only_looks_alike_is_meant_where_no_finger_slipped() -> None:
    assert nearest("collected", ["collects", "pays"]) == "collects"
    assert nearest("colour", ["colours", "color"]) == "colours"


def test_types() -> None:
    assert fits(ANY, SEAT)
    assert fits(SEAT, ANY)
    assert not fits(NONE, SEAT)
    assert fits(NONE, SEAT.or_none)
    assert fits(list_of(CARD), set_of(CARD))
    assert not fits(set_of(CARD), list_of(CARD))
    assert common(NONE, SEAT) == SEAT.or_none
    assert common(SEAT, NONE) == SEAT.or_none
    assert common(SEAT, FLAG) is None
    assert str(set_of(CARD)) == "set of card"


@pytest.mark.parametrize("head", ["pieces coins: 4", "kind dare as dares"])
def test_fields_stand_on_one_line_or_on_several(head: str) -> None:
    forms = (
        f"{head} {{ worth: number = 0, side: red | blue = red }}\n",
        f"{head} {{\n  worth: number = 0\n  side: red | blue = red\n}}\n",
        f"{head} {{\n  worth: number = 0,\n  side: red | blue = red\n}}\n",
    )
    read = [parse_file(Source("x", f"edition 1\n{form}")) for form in forms]
    assert [problems for _, problems in read] == [[], [], []]
    assert read[0][0].lines == read[1][0].lines == read[2][0].lines
