"""What stands in a block of `use`, `when` or an entry belongs to it; what would hold all the same is refused there."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.small_games import game, in_folder, load_text

import coupdsl
from coupdsl.authoring.validation import check_paths
from coupdsl.language.diagnostics import Diagnostic

TOP = """kind dare as dares {
  price: amount = 3
  rule done(s: seat) { }
}
mechanic contest(opener: seat) {
  needs rule cost(s: seat): amount
  rule prize: amount = 10
  option oo.prizes = few | many
  when oo.prizes is many { rule prize: amount = 20 }
  for s in seats from opener {
    s chooses call n from 1 .. 3
    left of s pays prize + cost(s) to s for prize
  }
}
mechanic idle { rule prize: amount = 5 }
"""
LINES = """  option oo.ee = gg | ff
  rule bonus(s: seat): amount = 1
  rule cost(s: seat): amount = bonus(s)
  dare whistle { IN_ENTRY }
  when oo.ee is ff {
    rule bonus(s: seat): amount = 2
    UNDER_WHEN
  }
  use contest {
    rule prize: amount = 11
    IN_USE
  }
  play contest(s0)
  s0 pays price of whistle to pot for dare
  done(s0) of whistle"""
PLACES = ("IN_ENTRY", "UNDER_WHEN", "IN_USE")


def text_with(place: str, line: str) -> str:
    lines = LINES.replace(place, line)
    for other in PLACES:
        lines = lines.replace(other, "")
    return game(lines, TOP)


def problems_of(text: str) -> list[Diagnostic]:
    return check_paths([in_folder({"game.coup": text}) / "game.coup"], 0).errors


def variant_of(text: str, added: str) -> Path:
    """The folder of `ours.yaml`, which adds `more.coup` with this line to this game."""
    variant = "variant: ours\ngame: ./game.coup\nname: {en: Ours}\nrules: {add: [./more.coup]}\n"
    return in_folder({"game.coup": text, "more.coup": f"edition 1\n{added}\n", "ours.yaml": variant})


NOT_THERE = {
    "state more: number = 0": "state",
    "zone more: row seen by all": "zone",
    "account more = 3": "account",
    "option more.of_it = 1 | 2": "option",
    "check count of seats > 1": "check",
    "kind joke as jokes { }": "kind",
    "limit 10 moves { finish by 0 }": "limit",
    "unit 1": "unit",
    "seats [3]": "seats",
    "cells a..c by 1..3": "cells",
    "tables [2, 2]": "tables",
    "use idle": "use",
}


NEEDED = ("state", "zone", "account", "option", "check")
RIGHT = {("IN_USE", "option"), *(("IN_ENTRY", word) for word in NEEDED)}  # under `use` it answers that of the mechanic
MISPLACED = [(place, line) for place in PLACES for line, word in NOT_THERE.items() if (place, word) not in RIGHT]


@pytest.mark.parametrize(("place", "line"), MISPLACED)
def test_what_would_hold_outside_too_is_told_once(place: str, line: str) -> None:
    (told,) = problems_of(text_with(place, line))
    assert told.code.number == "E312"
    assert told.help is not None
    assert "outside" in told.help
    assert NOT_THERE[line] in (told.help, *told.help.split("`"), line.split()[0])


def test_help_says_how_it_is_written_under_one_reading() -> None:
    helped = {
        "let more = 3": "make it a rule, outside and here: `rule more = …`",
        "check 1 > 2": "put it outside, and ask for the option in it: `check not (oo.ee is ff) or …`",
        "seats [3]": "put it outside, and ask for the option in it: `if oo.ee is ff then … else …`",
        "state more: number = 0":
            "put `state` outside; where it is used, lines can ask for the option: `if oo.ee is ff { … }`",
        "limit 9 moves { finish by 0 }": "put `limit` outside: it holds under every reading",
        "when oo.ee is gg { rule cost(s: seat): amount = 5 }":
            "a rule answers one option: ask for the other in it, `if oo.ee is gg then … else …`",
        "dare dance { }": "put `dare` outside: it holds under every reading",
    }  # fmt: skip
    for line, help_ in helped.items():
        (told,) = problems_of(text_with("UNDER_WHEN", line))
        assert (told.code.number, told.help) == ("E312", help_), line


@pytest.mark.parametrize(
    ("line", "help_"),
    [
        ("let own = 3", "put `let` outside `use contest`"),
        ("let prize = 3", "write `rule prize: amount = 3`"),
        ("let raise = 2 + 1", "`contest` fixes `raise`: as a rule there, `rule raise = …`, it can be replaced here"),
    ],
)
def test_a_fixed_name_under_use_is_told_how_the_mechanic_is_given_it(line: str, help_: str) -> None:
    head = "mechanic contest(opener: seat) {"
    text = text_with("IN_USE", line).replace(head, f"{head}\n  let raise = 1")
    told = problems_of(text.replace("pays prize + cost", "pays prize * raise + cost"))[0]
    assert (told.code.number, told.help) == ("E312", help_)


def test_what_help_says_of_a_fixed_name_is_right() -> None:
    outside = text_with("IN_USE", "").replace("  use contest {", "  let own = 3\n  use contest {")
    assert problems_of(outside.replace("rule prize: amount = 11", "rule prize: amount = own")) == []
    as_rule = text_with("IN_USE", "rule raise = 3").replace("pays prize + cost", "pays prize * raise + cost")
    assert (
        problems_of(as_rule.replace("  rule prize: amount = 10", "  rule raise = 1\n  rule prize: amount = 10")) == []
    )


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("IN_ENTRY", "price: 20"),
        ("IN_ENTRY", "let fee = 3\n price: fee"),
        (
            "IN_ENTRY",
            "state more: number = 0\n rule done(s: seat) { more := more + 1\n s pays 1 * more to pot for dare }",
        ),
        ("IN_ENTRY", "option more.of_it = 1 | 2\n rule done(s: seat) { s pays more.of_it to pot for dare }"),
        ("IN_ENTRY", "check count of seats > 1"),
        ("IN_ENTRY", "when oo.ee is ff { rule done(s: seat) { s pays 2 to pot for dare } }"),
        ("IN_USE", "option oo.prizes = many"),
        ("IN_USE", "when oo.prizes is few { rule prize: amount = 30 }"),
        ("UNDER_WHEN", "order high { true by [ace, king, queen, two] }"),
    ],
)
def test_what_belongs_there_is_right(place: str, line: str) -> None:
    assert problems_of(text_with(place, line)) == []


@pytest.mark.parametrize("line", ["rule bonus(s: seat): amount = 50", "rule cost(s: seat): amount = 50"])
def test_use_replaces_no_rule_of_the_game(line: str) -> None:
    """Not even one that the mechanic needs."""
    (told,) = problems_of(text_with("IN_USE", line))
    name = line.split("(")[0].removeprefix("rule ")
    assert told.code.number == "E206"
    assert told.message == f"mechanic `contest` has no rule `{name}` to replace"
    assert [words for _, words in told.also] == ["this is a rule of the game"]
    assert told.help == "that of the game is changed where it stands"
    (told,) = problems_of(text_with("IN_USE", f"when oo.ee is ff {{ {line} }}"))
    assert told.help == "put this outside `use contest`"


def test_a_mechanic_replaces_no_rule_of_the_game() -> None:
    line = "  when oo.prizes is few { rule cost(s: seat): amount = 4 }\n  for s in"
    (told,) = problems_of(text_with("", "").replace("  for s in", line, 1))
    assert told.message == "mechanic `contest` has no rule `cost` to replace"


def test_a_file_of_a_variant_replaces_under_use_what_is_the_mechanics() -> None:
    folder = variant_of(text_with("", ""), "use contest { replace rule bonus(s: seat): amount = 7 }")
    (told,) = check_paths([folder / "ours.yaml"], 0).errors
    assert told.help == "put this outside `use contest`"
    (folder / "more.coup").write_text("edition 1\nuse contest { replace rule prize: amount = 7 }\n", "utf-8")
    assert coupdsl.load(folder / "ours.yaml", 2).start(1)


@pytest.mark.parametrize("line", ["seats [3]", "limit 9 moves { finish by 0 }"])
def test_what_is_stated_once_is_not_stated_again(line: str) -> None:
    (told,) = problems_of(game(f"  {line}"))
    assert (told.code.number, told.help) == ("E202", "leave one of them out")
    assert [words for _, words in told.also] == ["stated here first"]


def test_an_added_file_says_that_it_replaces() -> None:
    folder = variant_of(game(), "seats [3]")
    (told,) = check_paths([folder / "ours.yaml"], 0).errors
    assert told.help == "write `replace` before it to put it in the place of the other"
    (folder / "more.coup").write_text("edition 1\nreplace seats [3]\n", "utf-8")
    assert check_paths([folder / "ours.yaml"], 0).errors == []


def test_an_empty_reading_knows_its_option() -> None:
    assert load_text(game("  option oo.ee = gg | ff\n  when oo.ee is ff { }\n  if oo.ee is gg { one := 2 }"))
