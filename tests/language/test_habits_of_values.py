"""What people write out of habit where something is worked out is answered with how it is written here."""

from __future__ import annotations

import pytest
from tests.small_games import game, problems

LINES = [
    ("if every one .. one + 3 where it > 2 { touch() }", "+", "put what follows `..` in brackets: `.. (one + 3)`"),
    ("for n in 1 .. one - 1 { touch() }\n if some 2 .. one * 2 where it > 2 { touch() }", "*",
     "put what follows `..` in brackets: `.. (one * 2)`"),
    ("one := the largest of c: count of hand of it + one over seats", "+",
     "put what is compared in brackets: `largest of (…) over …`"),
    ("one := smallest of min(1, 2) - 3 over seats", "-", "put what is compared in brackets: `smallest of (…) over …`"),
    ("one := one x 2", "x", "write `*`"),
    ("one := if one > 1 then count of trick x one else 2", "x", "write `*`"),
    ("one := (one + 1) x (2 + one)", "x", "write `*`"),
    ("one := one × 2", "×", "write `*`"),
    ("one := one ÷ 2", "÷", "write `/`, and how it is rounded: `… / 2 rounded down to 1`"),
    ("move cards where not in trick to deck", "trick", "say what: `it not in trick`"),
    ("move cards where in trick to deck", "trick", "say what: `it in trick`"),
    ("move cards but not trick to deck", "but", "write `… without trick`"),
    ("move hand of s0 except trick to deck", "except", "write `… without trick`"),
    ("for s in seats but s0 { touch() }", "but", "write `… without s0`"),
    ("move trick and deck pile of s0", "pile", "say where to: `move … to …`"),
    ("let moon = 26 points", "points", "a number stands alone: leave out `points`"),
    ("if one > 5 turns { touch() }", "turns", "a number stands alone: leave out `turns`"),
    ("limit 20 turns { finish by cash }", "turns", "write `moves`"),
    ("move 3 cards to trick", "cards", "write `move first(3) of … to …`"),
    ("s0 pays 10 chips to pot", "chips", "a number stands alone: leave out `chips`"),
    ("if cash of s0 > 50 chips and one > 2 { touch() }", "chips", "a number stands alone: leave out `chips`"),
    ("move cards where suit is spades but not trick to deck", "but", "write `and it not in trick`"),
    ("finish by lowest cash then one", "then", "write `finish by lowest cash, one`"),
    ("finish by cash, then by one", "by", "write `finish by cash, one`"),
    ("if some trick where it is ace de spades { touch() }", "de", "names are joined by `of`: `ace of spades`"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "place", "help_"), LINES, ids=[line for line, _, _ in LINES])
def test_a_value_written_as_elsewhere_is_answered(line: str, place: str, help_: str) -> None:
    (problem,) = problems({"g.coup": game(line)}, "g.coup")
    assert (problem.span.text, problem.help) == (place, help_)


MEANING_MORE = [
    "one := 2 n", "one := 10 percent", "if count of trick > 3 aces { touch() }",
    "if count of trick is 3 aces { touch() }", "move cards where but not in trick to deck",
]  # fmt: skip


@pytest.mark.parametrize("line", MEANING_MORE)
def test_nothing_is_left_out_that_means_something(line: str) -> None:
    (problem,) = problems({"g.coup": game(line)}, "g.coup")
    assert all(said not in (problem.help or "") for said in ("leave out", "without not", "it not in not"))


def test_a_number_of_people_stands_alone() -> None:
    text = game("touch()").replace("seats [2, 3, 4]", "seats [4 players]")
    (problem,) = problems({"g.coup": text}, "g.coup")
    assert (problem.span.text, problem.help) == ("players", "a number stands alone: leave out `players`")


def test_a_rule_of_an_entry_is_no_field() -> None:
    kind = "kind dare as dares {\n bold: flag = false\n rule done(s: seat): number = 0\n }\n "
    text = game(f"{kind}dare leap {{ bold: true, rule done(s: seat): number = 1 }}")
    (problem,) = problems({"g.coup": text}, "g.coup")
    assert problem.help == "a rule goes on a line of its own, without a comma before it"


MEANT = [
    ("move one of deck to trick", "one", "write `first(one) of deck`"),
    ("finish by one and count of hand of it", "one and count of hand of it",
     "write `finish by one, count of hand of it`: what comes first counts first"),
    ("finish by lowest one and cash", "lowest one and cash",
     "write `finish by lowest one, lowest cash`: what comes first counts first"),
    ("move ace to trick", "ace", "write `cards where rank is ace`"),
    ("if cash of s0 > one { touch() }", "cash of s0 > one",
     "declare `one` as an `amount`; or for an amount of 5 each write `5 * one`"),
    ("s0 pays min(cash of s0, count of trick) to pot", "min(cash of s0, count of trick)",
     "for an amount of 5 each write `5 * count of trick`"),
    ("for n in 1 .. one + 3 { touch() }", "1 .. one",
     "put an end that is worked out in brackets: `1 .. (one + 3)`"),
    ("for n in one - 1 .. 3 + one { touch() }", "1 .. 3",
     "put an end that is worked out in brackets: `(one - 1) .. …`"),
    ("for n in one - 1 .. 3 { touch() }", "1 .. 3", "put an end that is worked out in brackets: `(one - 1) .. 3`"),
    ("option house.most = 1 | 2\n one := house_most", "house_most", "did you mean `house.most`?"),
    ("zone kings: row seen by all\n if some trick where rank is kings_ { move kings to deck }", "kings_",
     "did you mean `king`?"),
    ("zone quean: row seen by all\n if some trick where rank is quean_ { move quean to deck }", "quean_",
     "did you mean `queen`?"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "place", "help_"), MEANT, ids=[line for line, _, _ in MEANT])
def test_a_value_that_does_not_fit_is_answered_with_one_that_does(line: str, place: str, help_: str) -> None:
    text = game(line).replace("account pot", "unit 5\n  account pot").replace("= 7", "= 5")
    found = problems({"g.coup": text}, "g.coup")
    assert [(problem.span.text, problem.help) for problem in found] == [(place, help_)]


def test_another_mark_is_offered_for_one_that_appears_twice() -> None:
    text = game("touch()").replace("suits spades S, hearts H", "suits spades S, hearts H, carreau C, coeur C")
    (problem,) = problems({"g.coup": text}, "g.coup")
    assert (problem.span.text, problem.help) == ("coeur", "give one of them another, such as `coeur O`")


def test_what_a_mechanic_needs_is_no_rank_called_nearly_so() -> None:
    mechanic = "edition 1\nmechanic own(s: seat) {\n needs zone kink\n move kink to kink\n}\n"
    text = game("use own\n play own(s0)")
    found = problems({"games/g.coup": text, "mechanics/own.coup": mechanic}, "games/g.coup")
    assert [(problem.code.number, problem.help) for problem in found if problem.code.number == "E205"] == [
        ("E205", "declare it in the game: `needs zone kink …`".replace("needs ", ""))
    ]


def test_of_a_hand_that_nobody_sees_it_is_said_where_it_is_declared() -> None:
    text = game("s0 chooses lay c from hand of s0").replace(
        "zone hand per seat: set seen by owner", "zone hand per seat: set seen by none"
    )
    (problem,) = problems({"g.coup": text}, "g.coup")
    assert problem.help == "if its owner sees what lies there, `hand` is `seen by owner`"
    assert [(span.text, said) for span, said in problem.also] == [("hand", "nobody sees what lies here")]
