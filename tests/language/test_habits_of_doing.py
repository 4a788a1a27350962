"""What people write out of habit where pieces, money and turns go round is answered with how it is written here."""

from __future__ import annotations

import pytest
from tests.small_games import game, problems

from coupdsl.language.foreign_words import ROUND

LINES: list[tuple[str, str, str | None]] = [
    ("move deck secretly to trick", "secretly", "write `move deck to trick unseen`"),
    ("move first of deck face down to trick", "face", "write `move first of deck to trick unseen`"),
    ("move deck secretly to trick unseen", "secretly", "write `move deck to trick unseen`"),
    ("show trick to all and s0", "and", "write `to all` alone: it is everybody"),
    ("pay (one + 1) from s0 to pot", "to", "write `s0 pays (one + 1) to pot`"),
    ("s0 chooses act a from seats to b from seats", "to", "put a comma between two picks: `…, b from …`"),
    ("one := max of (one, 2)", ",", "write `max(one, 2)`"),
    ("repeat until {\n touch()\n }", "{", "a loop has a name: `repeat name until … at most n { … }`"),
    ("flip first of trick", "of", "`flip` begins no line; a rule is called with brackets: `flip(…)`"),
    ("take if one is 1", "one", "`take` begins no line; a rule is called with brackets: `take(…)`"),
    ("move first of trick to one", "one", None),
    ("one := pot(s0)", "pot", "there is one for all: write `pot` alone"),
    ("zone box: card seen by all\n if some box where rank is ace { touch() }", "card",
     "write `set of card`, or `row of card` where they lie in an order"),
    ("state found: set of card = []\n found := one is 1\n if some found where rank is ace { touch() }",
     "one is 1", None),
    ("state found: set of card = []\n found := suit of first of trick is spades\n"
     " if some found where rank is ace { touch() }", "suit of first of trick is spades", None),
    ("show trick to s0 and s1", "and", "several things go in square brackets: `to [s0, s1]`"),
    ("hide trick for s0 and left of s1", "and", "several things go in square brackets: `for [s0, left of s1]`"),
    ("show trick to s0 only", "only", "leave out `only`: it is nobody else"),
    ("pay 5 from s0 to pot", "5", "write `s0 pays 5 to pot`"),
    ("seats := reverse seats", ":=", ROUND),
    ("reverse order_of_play", "reverse", ROUND),
    ("for s in seats { roll n from 1 .. 6 }", "from", "chance decides: `chance chooses roll n from 1 .. 6`"),
    ("repeat forever {\n touch()\n }", "{", "say when it ends: `repeat name until … at most n { … }`"),
    ("repeat deals {\n touch()\n }", "{",
     "say how often, `repeat deals 3 times { … }`, or when it ends, `repeat deals until … at most n { … }`"),
    ("for n in 3, 2, 1 { touch() }", ",", "several things go in square brackets: `in [3, 2, 1]`"),
    ("for s in s0, s1 together { touch() }", ",", "several things go in square brackets: `in [s0, s1]`"),
    ("s0 chooses act {\n give c from trick to s from seats { touch() }\n }", "to",
     "put a comma between two picks: `…, s from …`"),
    ("shape meld as melds {\n pair: 1 to 4 of one rank\n }", "to", "write `1 .. 4`"),
    ("kind city {\n size: number\n }", "{", "all of them together have a name, too: `kind city as all_city { … }`"),
    ("if some trick where c: if one > 1 then true else rank of c is ace { touch() }", "one",
     "put it in brackets: `(if … then … else …)`"),
    ("one := cells[one, 2]", "[", "write `the first of (cells where column is one and row is 2)`"),
    ("s0 chooses act {\n lay c from trick where trick has c { touch() }\n }", "has",
     "write `… in …`, or `some … where …`"),
    ("s0 chooses act {\n roll if one = 1 { touch() }\n }", "=", "write `is` to compare and `:=` to change a state"),
    ("move t to dead_ones\n state dead_ones: set of seat = []\n let t = s0", "dead_ones",
     "what is kept is changed by `dead_ones := dead_ones with t`"),
    ("move first of trick to top_one\n state top_one: card or none = none", "top_one",
     "what is kept is changed by `top_one := first of trick`"),
    ("account bank = infinite", "infinite", "an account that is not counted begins with `none`"),
    ("s0 := if one > 1 then s0 else first of (seats where cash > 3)", "first of (seats where cash > 3)",
     "write `the` before it if it never is; otherwise ask first, `if … is not none`, and write `the` inside"),
    ("s0 := s1(s0)", "s1", "there is one for all: write `s1` alone"),
    ("state found: set of card = []\n found := trick where it in cards\n zone both: set of piece seen by all\n"
     " found := both", "both", "for those among them write `cards where it in both`"),
    ("kind dare as dares { rule done(n: number): number = n }\n dare leap { done: 3 }", "done",
     "it is a rule: `rule done(…): number = …`, as its kind states it"),
    ("s0 chooses act {\n take c from trick if rank of it is ace { touch() }\n otherwise pass { }\n }", "it",
     "behind `if` write `c`; or write `where` in place of `if`"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "place", "help_"), LINES, ids=[line for line, _, _ in LINES])
def test_what_is_done_as_elsewhere_is_answered_once(line: str, place: str, help_: str | None) -> None:
    (problem,) = problems({"g.coup": game(line)}, "g.coup")
    assert (problem.span.text, problem.help) == (place, help_)


ENDS = [
    ("(if one > 1 then none else s0)", "nobody is `[]`, and one alone `[s]`"),
    ("(if one > 1 then first of (seats where cash > 3) else s0)",
     "write `the` before it if it never is; otherwise ask first, `if … is not none`, and write `the` inside"),
]  # fmt: skip


@pytest.mark.parametrize(("among", "help_"), ENDS)
def test_nobody_is_no_seat_among_those_who_may_win(among: str, help_: str) -> None:
    (problem,) = problems({"g.coup": game(f"if one > 2 {{ finish by cash among {among} }}")}, "g.coup")
    assert problem.help == help_


def test_nothing_unknown_is_joined_by_of() -> None:
    (problem,) = problems({"g.coup": game("shuffle deck quickly")}, "g.coup")
    assert "of quickly" not in (problem.help or "")


def test_a_zone_holds_a_set_of_its_pieces() -> None:
    lines = (
        "pieces men: 4 { side: number = 0 }\n zone box: set of men seen by all = men\n zone field: men seen by all\n"
    )
    (problem,) = problems({"g.coup": game(f"{lines} if some field where side is 1 {{ move box to field }}")}, "g.coup")
    assert (problem.span.text, problem.help) == (
        "men",
        "write `set of men`, or `row of men` where they lie in an order",
    )


def test_a_rank_is_named_in_copies() -> None:
    text = game("touch()").replace("joker X", "joker X\n    copies 2 of 3")
    (problem,) = problems({"g.coup": text}, "g.coup")
    assert problem.help == "a rank is written by its name: `3` may be its mark"


def test_where_a_step_does_not_ask_about_it_nothing_else_is_told() -> None:
    text = game("touch()").replace(
        "  account pot", "  cells a..c by 1..3\n  state stone per cell: flag = false\n  account pot", 1
    )
    lines = (
        "rule chain(x: cell) = connected(x, near(x, cells) where stone)\n if some chain(a1) where row is 3 { touch() }"
    )
    found = problems({"g.coup": text.replace("touch()", f"{lines}\n  touch()", 1)}, "g.coup")
    assert [problem.help for problem in found] == ["write `connected(x, near(it, near(x, cells) where stone))`"]
