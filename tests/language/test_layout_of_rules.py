"""How .coup files are laid out, by example: what was written, and what comes of it."""

from __future__ import annotations

import pytest

from coupdsl.language.formatting import WouldChange, format_rules
from coupdsl.language.source import Source
from coupdsl.language.spacing import Spacing

HEAD = "edition 1\n"


def laid_out(text: str) -> str:
    result = format_rules(Source("some.coup", HEAD + text))
    assert format_rules(Source("some.coup", result)) == result
    return result.removeprefix(HEAD)


def test_brackets_and_lines_that_go_on_are_two_blanks_deep() -> None:
    assert laid_out(
        "game g {\nrule a(s:seat)=max( 1,\n2 ,\nmin(\n3,4\n)\n)\n rule b =\n a\n  and c\n"
        "rule d = if a then 1\nelse case x {\n1: 2\n}\n}"
    ) == (
        "game g {\n  rule a(s: seat) = max(1,\n    2,\n    min(\n      3, 4\n    )\n  )\n  rule b =\n    a\n    and c\n"
        "  rule d = if a then 1\n    else case x {\n      1: 2\n    }\n}\n"
    )


def test_the_other_branch_stands_under_its_if() -> None:
    assert laid_out("rule a {\nif b { c() }\nelse if d { e() }\n# or\nelse { f() }\n}") == (
        "rule a {\n  if b { c() }\n  else if d { e() }\n  # or\n  else { f() }\n}\n"
    )
    assert laid_out("rule a = if b then case c { 1: 2 }\nelse 3") == "rule a = if b then case c { 1: 2 }\n  else 3\n"


def test_branches_of_a_case_may_share_a_line() -> None:
    row = "rule a = case b { 1, 2: 3, 4: c, otherwise: 0 }\n"
    assert laid_out("rule a = case b {1,2:3,4:c,otherwise:0}") == row
    assert laid_out("rule a = case b {\n1, 2: 3, 4: c,\notherwise: 0\n}") == (
        "rule a = case b {\n  1, 2: 3, 4: c,\n    otherwise: 0\n}\n"
    )


def test_blanks_between_tokens() -> None:
    lines = {
        "let a=[1 ,- 2,( b-1 )*-c]": "let a = [1, -2, (b - 1) * -c]",
        "let a = count of seats-1 - ( it-1)": "let a = count of seats - 1 - (it - 1)",
        "let a = b*1/2 where c>=- 1": "let a = b * 1/2 where c >= -1",
        "let a = 1..3": "let a = 1 .. 3",
        "option a.b=1 .. 3|none": "option a.b = 1..3 | none",
        "when a.b is 1 .. 3{ rule c = 1..3 }": "when a.b is 1..3 { rule c = 1 .. 3 }",
        "@P1 option a.b=1 .. 3": "@P1 option a.b = 1..3",
        "cells a .. c by 1 .. 3": "cells a..c by 1..3",
        "repeat b(c+1)times{}": "repeat b (c + 1) times { }",
        "repeat b c (1)times{}": "repeat b c(1) times { }",
        "rule a{}": "rule a { }",
        "a:=first (2)of ( c )": "a := first(2) of (c)",
        "pieces p:4{q:seat,r:a|b=a}": "pieces p: 4 { q: seat, r: a | b = a }",
        "let a = ( @P1 b ) # c": "let a = ( @P1 b)                                       # c",
    }
    for written, wanted in lines.items():
        assert laid_out(written) == f"{wanted}\n"


def test_values_of_a_block_stand_in_one_column() -> None:
    assert laid_out(
        'thing a {\nname: en "A"\n\ncollect:   1\nb: 2, much_longer: 3\nrule c(d: e) = case d {\nf,g: 1\nh: 2\n}\n}'
    ) == (
        'thing a {\n  name:    en "A"\n\n  collect: 1\n  b: 2, much_longer: 3\n'
        "  rule c(d: e) = case d {\n    f, g: 1\n    h:    2\n  }\n}\n"
    )


def test_columns_of_comments_and_citations() -> None:
    near, far, long = 55, 77, "let a = " + "b" * 70
    for text, wanted in {
        "let a = 1 # why": f"{'let a = 1':<{near}}# why",
        "let a = 1 @P1 @P2": f"{'let a = 1':<{far}}@P1 @P2",
        "let a = 1 @P1 # why": f"{'let a = 1':<{near}}{'@P1':<{far - near}}# why",
        f"{long} # why": f"{long}    # why",
        f"{long} @P1   # why": f"{long}    @P1 # why",
        "thing a = 1 +\n2 @P1": f"thing a = 1 +\n{'  2':<{near}}@P1",
        "thing a { } @P1": f"{'thing a { }':<{near}}@P1",
    }.items():
        assert laid_out(text) == f"{wanted}\n"


def test_empty_lines_stand_between_groups_only() -> None:
    assert laid_out("\n\n\nrule a {\n\n\nb()\n\n\n\n# c\nd()\n\n}\n\n\n") == "\nrule a {\n  b()\n\n  # c\n  d()\n}\n"


def test_comments_inside_brackets_belong_to_what_stands_there() -> None:
    assert laid_out("rule a = max(\n# one\n1,\n# two\n2\n# end\n)") == (
        "rule a = max(\n  # one\n  1,\n  # two\n  2\n  # end\n)\n"
    )
    assert laid_out("rule a {\nb()\n# end\n}\n# after") == "rule a {\n  b()\n  # end\n}\n# after\n"


def test_nothing_is_written_that_says_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Spacing, "before", lambda self, token, head: "")
    with pytest.raises(WouldChange):
        laid_out("let a = 1")
