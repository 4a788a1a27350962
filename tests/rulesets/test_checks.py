"""What a game states of itself and its options: refused before play, with the answers that have to do with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, called, write
from tests.helpers import ROOT, TABLES, composed

import coupdsl
from coupdsl.authoring.validation import check_paths
from coupdsl.language.diagnostics import Problems
from coupdsl.language.render import as_text

GAME = """edition 1
option stakes.rise = false | true
option stakes.most = none | 100..1000
game small {
  seats [2, 3]
  account cash per seat = 100
  rule ceiling: amount = 0
  when stakes.most is not none { rule ceiling = the stakes.most }
  rule crowd = count of seats
  check stakes.rise or stakes.most is none
  check ceiling < 300
  check crowd < 3 or not stakes.rise
  finish by cash
  limit 5 moves { finish by 0 }
}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "small.coup"
    path.write_text(GAME, "utf-8")
    return path


def refused(game: Path, players: int, **options: object) -> list[tuple[str, list[str]]]:
    given = {key.replace("_", "."): value for key, value in options.items()}
    with pytest.raises(Problems) as caught:
        coupdsl.load(game, players, given)
    assert {problem.code.number for problem in caught.value.diagnostics} == {"E404"}
    return [(problem.message, [word for _, word in problem.also]) for problem in caught.value.diagnostics]


def test_answers_that_go_together(game: Path) -> None:
    coupdsl.load(game, 3)
    coupdsl.load(game, 2, {"stakes.rise": True, "stakes.most": 200})
    both = ["`stakes.rise` is false", "`stakes.most` is 200"]
    message = "this is not true: stakes.rise or stakes.most is none"
    assert refused(game, 2, stakes_most=200) == [(message, both)]


def test_through_the_rules_that_it_names(game: Path) -> None:
    found = refused(game, 2, stakes_rise=True, stakes_most=400)
    assert found == [("this is not true: ceiling < 300", ["`stakes.most` is 400"])]


def test_what_its_numbers_come_to_is_told(game: Path) -> None:
    for given, players, told in (
        ({"stakes.rise": True, "stakes.most": 400}, 2, "here `ceiling` is 400"),
        ({"stakes.rise": True}, 3, "here `crowd` is 3"),
        ({"stakes.most": 200}, 2, None),
    ):
        with pytest.raises(Problems) as caught:
            coupdsl.load(game, players, given)
        assert [problem.help for problem in caught.value.diagnostics] == [told]


SHIPPED = [
    (file, line)
    for file in sorted((ROOT / "contracts").rglob("*.coup"))
    for line in file.read_text("utf-8").splitlines()
    if re.match(r"  check (?!if\b)", line)
]


def test_shipped_checks_say_what_they_are_for() -> None:
    assert len(SHIPPED) > 5
    assert [line for _, line in SHIPPED if "# " not in line] == []


def test_what_a_check_is_for_is_seen_with_the_message(tmp_path: Path) -> None:
    variant = tmp_path / "few.yaml"
    variant.write_text("variant: few\nextends: short\ncontracts: {remove: [siege, dominos]}\n", "utf-8")
    told = as_text(check_paths([variant], games=0).errors)
    assert "this is not true: hands_per_round in 1 .. (count of contracts)" in told
    assert "# a round has a contract for each hand\n" in told
    assert "help: here `hands_per_round` is 3 and `count of contracts` is 2" in told


def test_for_some_numbers_of_players(game: Path) -> None:
    found = refused(game, 3, stakes_rise=True)
    assert found == [("with 3 players this is not true: crowd < 3 or not stakes.rise", ["`stakes.rise` is true"])]


FOR_ALL = """edition 1
game small {
  seats [2, 3, 4]
  cards {
    suits spades S
    ranks ace A, king K, queen Q
  }
  account bank = 100 - 50 * count of seats
  zone deck: row seen by all = cards
  check count of cards >= 2 * count of seats
  check count of cards > 5 - count of seats
  check count of cards > 5
  for s in seats { bank pays 10 to bank }
  finish by 0
  limit 5 moves { finish by 0 }
}
"""


def test_it_is_told_once_for_all_numbers_of_players(tmp_path: Path) -> None:
    (tmp_path / "small.coup").write_text(FOR_ALL, "utf-8")
    found = check_paths([tmp_path / "small.coup"]).errors
    (amount,) = (problem.message for problem in found if problem.code.number == "E409")
    assert amount.endswith("`100 - 50 * count of seats` is -50, with 3 players, and likewise with 4 players")
    assert [(problem.code.number, problem.message, problem.help) for problem in found if problem.message != amount] == [
        ("E404", "with 2, 3 and 4 players this is not true: count of cards >= 2 * count of seats",
         "with 2 players `count of cards` is 3 and `2 * count of seats` is 4"),
        ("E404", "with 2 players this is not true: count of cards > 5 - count of seats",
         "here `count of cards` is 3 and `5 - count of seats` is 3"),
        ("E404", "this is not true: count of cards > 5", "here `count of cards` is 3"),
    ]  # fmt: skip


def test_the_places_are_those_that_set_them_and_it_is_said_once(game: Path) -> None:
    variant = game.with_name("cv.yaml")  # two letters, as files of texts have
    variant.write_text("variant: high\ngame: ./small.coup\noptions:\n  stakes.most: 200\n", "utf-8")
    (problem,) = check_paths([variant], games=1).problems
    assert [(span.source.name.rsplit("/", 1)[-1], span.line) for span, _ in problem.also] == [
        ("small.coup", 2),
        ("cv.yaml", 4),
    ]


def test_entries_for_which_it_does_not_hold_are_named(tmp_path: Path) -> None:
    game = tmp_path / "prizes.coup"
    game.write_text(
        """edition 1
option prize.least = 30 | 10
option prize.most = 100 | 200
game prizes {
  seats [2]
  cards {
    ranks ace, king
  }
  zone box: row seen by all = cards
  kind prize as prizes {
    worth: number
    held: set of card = []
  }
  prize small { worth: prize.least + 5, held: cards where rank is king }
  prize middle { worth: 50 }
  prize large { worth: prize.most, held: cards }
  check every prizes where worth >= 20
  check every prizes where held is not empty
  check some prizes where worth < 5
  finish by 0
  limit 5 moves { finish by 0 }
}
""",
        "utf-8",
    )
    least = "`prize.least` is 10"
    assert refused(game, 2, prize_least=10) == [
        ("this is not true: every prizes where worth >= 20", ["not of `small`", least]),
        ("this is not true: every prizes where held is not empty", ["not of `middle`"]),
        ("this is not true: some prizes where worth < 5", []),
    ]


@pytest.mark.parametrize("name", TABLES)
def test_nothing_shipped_is_warned_of(name: str) -> None:
    assert composed(name).warnings == []


NOBODY = [("[0]", "one seat or more"), ("[0, 2]", "one seat or more"), ("[]", "nobody can play these rules")]
NOBODY += [("[2, 32]", "at most 31 people can play at one table, not 32")]
NOBODY += [("[2, 1000000]", "at most 31 people can play at one table, not 1000000")]
NOBODY += [("[2] in 999 teams", "at most 31 people can play at one table, too few for 999 teams")]


@pytest.mark.parametrize(("seats", "message"), NOBODY)
def test_a_game_has_seats(seats: str, message: str, tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", GOOD.replace("seats [2]", f"seats {seats}"))
    for command in ("validate", "run", "show", "simulate", "rulebook"):
        result = called(command, path)
        assert (result.exit_code, message in result.output) == (1, True), result.output


def test_four_with_a_point_is_no_number_of_players(tmp_path: Path) -> None:
    path = write(tmp_path, "x.yaml", "variant: x\nextends: parker-1966\noptions: {players.allowed: [4.0]}\n")
    result = called("validate", path)
    assert (result.exit_code, "whole number is needed here" in result.output) == (1, True), result.output
