"""Who knows a secret is known by the name of a seat: what that name stands for, and when it stands for another seat."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.language.test_leaks import write

from coupdsl.language.check import check_game

ACES = "rule aces(s: seat) = count of (hand of s where rank is ace)\n "
NTH = (
    f"{ACES}rule nth(m: number): seat = if m is 1 then first of seats else last of seats\n"
    " rule pick(m: number): seat { give nth(m) }\n rule second: seat {\n let y = pick(2)\n give y\n }\n "
)
CHIEF = (
    f"{ACES}state boss per suit: seat = first of seats\n boss of hearts := last of seats\n"
    " rule chief: seat or none = boss of suit of first of table\n "
)
WISHES = (
    f"{ACES}kind wish as wishes {{\n boss: seat\n rule held: number = aces(boss)\n rule chief: seat = boss\n"
    " rule note(n: number) { bid of boss := n }\n rule look { bid of boss := aces(boss) }\n"
    " rule look_again {\n look()\n bid of chief := held\n }\n rule found: number { give aces(boss) }\n }\n"
    " wish modest { boss: first of seats }\n wish bold { boss: last of seats }\n state now: wish = bold\n"
    " now := modest\n note(0) of now\n look_again() of now\n "
)
FOUND = "run()\n rule run {{\n let n = found() of {}\n note(n) of {}\n }}"


def run(lines: str) -> str:
    return f"run()\n rule run {{\n {lines}\n }}"


# Each case: lines, and the text that is underlined; None where nothing is told that should not be.
CASES = {
    # ---- what a rule comes to
    "the seat to which a rule came before it was given another number": (
        NTH + run("let x = pick(1)\n let n = aces(x)\n let z = second()\n bid of z := n"),
        "bid of z := n",
    ),
    "the seat to which a rule came, whatever it comes to later": (
        NTH + run("let x = pick(1)\n let n = aces(x)\n let z = second()\n bid of x := n"),
        None,
    ),
    "the seat to which a rule came by a card, when another lies there": (
        CHIEF
        + run("let a = chief\n let n = aces(the a)\n move first of table to deck\n let b = chief\n bid of the b := n"),
        "bid of the b := n",
    ),
    "the seat to which a rule came by a card": (
        CHIEF
        + run("let a = chief\n let n = aces(the a)\n move first of table to deck\n let b = chief\n bid of the a := n"),
        None,
    ),
    # ---- entries
    "what one entry finds, kept by another": (
        f"{WISHES}bid of chief of bold := held of modest",
        "bid of chief of bold := held of modest",
    ),
    "what an entry finds, kept by itself": (f"{WISHES}bid of chief of bold := held of bold", None),
    "what one entry finds, given to another": (f"{WISHES}note(held of modest) of bold", "bid of boss := n"),
    "what an entry finds, given to itself": (f"{WISHES}note(held of bold) of bold", None),
    "what an entry finds by what it does, given to another": (
        WISHES + FOUND.format("modest", "bold"),
        "bid of boss := n",
    ),
    "what an entry finds by what it does, given to itself": (WISHES + FOUND.format("modest", "modest"), None),
    "what the entry in force finds, given to that one": (f"{WISHES}note(held of now) of now", None),
    "what the entry in force found, given to the next": (
        WISHES + run("let n = held of now\n now := modest\n note(n) of now"),
        "bid of boss := n",
    ),
    "what each entry finds, given to it": (f"{WISHES}for w in wishes {{ note(held of w) of w }}", None),
    "what each entry finds, given to the next": (
        WISHES + run("state n: number = 0\n for w in wishes {\n note(n) of w\n n := held of w\n }"),
        "bid of boss := n",
    ),
    # ---- seats that are left out
    "what others have than two that are left out": (
        "turn chooses clue r from rank of shared_eyes of (seats without [turn, left of turn])",
        None,
    ),
    "what others have than two that are excluded": (
        "turn chooses clue r from rank of shared_eyes of (seats where it not in [left of turn, turn])",
        None,
    ),
    "what others have than two others": (
        "turn chooses clue r from rank of shared_eyes of (seats without [left of turn, left of left of turn])",
        "rank of shared_eyes of (seats without [left of turn, left of left of turn])",
    ),
}


CONTEST = """edition 1
mechanic contest(opener: seat) {
  rule noted(s: seat) { }
  noted(opener)
}
"""
BOOTHS = (
    "kind booth as booths {{ boss: seat }}\n booth cheap plays contest {{\n boss: first of seats\n"
    " rule noted(s: seat) {{ bid of {} := aces(boss) }}\n }}\n"
    " booth dear plays contest {{ boss: last of seats }}\n state now: booth = cheap\n now := dear\n play now(turn)"
)


@pytest.mark.parametrize(("whose", "codes"), [("boss", []), ("s", ["E314"]), ("opener", ["E314"])])
def test_an_entry_that_plays_a_mechanic_knows_itself(whose: str, codes: list[str], tmp_path: Path) -> None:
    (tmp_path / "mechanics").mkdir()
    (tmp_path / "mechanics" / "contest.coup").write_text(CONTEST, "utf-8")
    problems = check_game(write(ACES + BOOTHS.format(whose), tmp_path))[1]
    assert [one.code.number for one in problems] == codes


@pytest.mark.parametrize("name", CASES)
def test_who_knows_a_secret_is_known_by_the_name_of_a_seat(name: str, tmp_path: Path) -> None:
    lines, told = CASES[name]
    problems = check_game(write(lines, tmp_path))[1]
    assert [(one.code.number, one.span.text) for one in problems] == ([] if told is None else [("E314", told)])
