"""`coupdsl diff`: what two rulesets say, and the shortest game found in which they are not the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import GOOD, called, write

import coupdsl


def compared(*words: object) -> Any:
    result = called("diff", *words, "--format", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def replayed(name: str, players: int, moves: list[dict[str, Any]], options: dict[str, str] | None = None) -> Any:
    state = coupdsl.load(name, players, options).start()
    events: list[Any] = []
    for move in moves:
        assert (state.actor == coupdsl.CHANCE) == (move["seat"] < 0)
        events = state.apply(move["move"])
    return state, events


@pytest.mark.unmeasured
def test_payments_that_come_at_another_time() -> None:
    data = compared("coup", "coup", "--option", "cost.paid=on_resolve", "--players", 4, "--games", 20)
    assert [row["path"] for row in data["said"]] == ["options.cost.paid"]
    (games,) = data["games"]
    assert games["games"] == 20
    shortest = games["shortest"]
    assert shortest["what"] == "events"
    assert "assassinate" in shortest["moves"][-1]["move"] or "coup" in shortest["moves"][-1]["move"]
    _, here = replayed("coup", 4, shortest["moves"])
    _, there = replayed("coup", 4, shortest["moves"], {"cost.paid": "on_resolve"})
    assert any(event.kind == "paid" for event in here)
    assert not any(event.kind == "paid" for event in there)
    result = called("diff", "coup", "coup", "--option", "cost.paid=on_resolve", "--players", 4, "--games", 20)
    assert "Where coup with cost.paid=on_resolve differs from coup" in result.output
    assert "Then something different happens:\n    only under coup:\n      Seat" in result.output
    assert "pays 3 for the action\n    only under coup with cost.paid=on_resolve:\n      nothing" in result.output


def test_looking_ends_when_its_time_is_used_up(monkeypatch: pytest.MonkeyPatch, own_cache: Path) -> None:
    monkeypatch.setattr("coupdsl.commands.diff.SECONDS", 0.0)
    monkeypatch.setattr("coupdsl.commands.diff.EACH", 0.0)
    words = "hearts", "hearts", "--option", "first_lead.card=any_club", "--players", 4, "--games", 6
    (row,) = compared(*words)["games"]
    assert (row["games"], row["wanted"], row["moves"], row["seconds"], row["shortest"]) == (0, 6, 0, 0, None)
    said = " ".join(called("diff", *words).output.split())
    assert "The time for this, 0 seconds, was used up: 0 of 6 games were played." in said
    monkeypatch.undo()
    (row,) = compared(*words)["games"]  # what was cut is not remembered
    assert (row["games"], row["seconds"]) == (6, None)


def test_options_that_differ() -> None:
    data = compared("hearts", "hearts", "--option", "first_lead.card=any_club", "--players", 4, "--games", 5)
    shortest = data["games"][0]["shortest"]
    assert shortest["what"] == "options"
    here, _ = replayed("hearts", 4, shortest["moves"])
    there, _ = replayed("hearts", 4, shortest["moves"], {"first_lead.card": "any_club"})
    only = {str(move) for move in there.legal_moves()} - {str(move) for move in here.legal_moves()}
    assert set(shortest["other"]) == only
    assert shortest["one"] == []
    assert all(move["move"].startswith(("deal", "pass_on")) for move in shortest["moves"])


def test_the_way_there_is_told_in_french_as_people_say_it() -> None:
    said = called("diff", "hearts", "hearts", "--option", "first_lead.card=any_club", "--players", 3, "--games", 1,
                  "--lang", "fr").output  # fmt: skip
    assert "main du joueur 0 : " in said
    assert "de le " not in said
    assert "Ce qui se passe à 3 joueurs (1 partie, " in said
    assert "La plus courte des parties trouvées qui diffèrent :" in said


def test_what_both_have_stands_behind_a_french_colon() -> None:
    said = called("diff", "parker-1966", "french", "--players", 3, "--games", 20, "--lang", "fr").output
    assert "    parker-1966 :\n" in said and "    french :\n" in said


BY_PRIZE = """edition 1
game by_prize {
  seats [2]
  option prize.size = 1 | 2
  repeat turn 3 times {
    for s in seats {
      s chooses go {
        on { }
        stop { finish by prize.size }
      }
    }
  }
  finish by prize.size
  limit 99 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("games", "language", "told"),
    [
        (1, "en", ["What happens with 2 players (1 game, 1 move)", "The shortest game found that differs:"]),
        (60, "en", ["What happens with 2 players (60 games, 84 moves)", "The shortest game found that differs:"]),
        (1, "fr", ["Ce qui se passe à 2 joueurs (1 partie, 1 coup)",
                   "La plus courte des parties trouvées qui diffèrent :"]),
    ],
)  # fmt: skip
def test_of_games_that_are_broken_off_it_is_not_said_that_they_are_the_same(
    tmp_path: Path, games: int, language: str, told: list[str]
) -> None:
    path = write(tmp_path, "prize.coup", BY_PRIZE)
    words = path, path, "--option", "prize.size=2", "--games", games
    said = [line.strip() for line in called("diff", *words, "--lang", language).output.splitlines()]
    assert said[4:6] == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["coup-detat-2005:", "18 cards: from cards before they are laid to cards to lay of Seat 0",
                "18 cards: from cards before they are laid to cards to lay of Seat 1",
                "small-countries:", "15 cards: from cards before they are laid to cards to lay of Seat 0",
                "15 cards: from cards before they are laid to cards to lay of Seat 1"]),
        ("fr", ["coup-detat-2005 :", "18 cartes : de cartes avant la pose à cartes à poser du joueur 0",
                "18 cartes : de cartes avant la pose à cartes à poser du joueur 1",
                "small-countries :", "15 cartes : de cartes avant la pose à cartes à poser du joueur 0",
                "15 cartes : de cartes avant la pose à cartes à poser du joueur 1"]),
    ],
)  # fmt: skip
def test_what_an_account_leaves_out_is_told_where_nothing_else_differs(language: str, told: list[str]) -> None:
    said = called("diff", "coup-detat-2005", "small-countries", "--games", 1, "--lang", language).output
    assert [line.strip() for line in said.splitlines()[-6:]] == told


def test_views_that_differ() -> None:
    data = compared("hearts", "hearts", "--option", "jack.bonus=true", "--players", 4, "--games", 3)
    shortest = data["games"][0]["shortest"]
    assert shortest["what"] == "view"
    assert shortest["one"][0].startswith("states points")
    here, there = int(shortest["one"][0].split()[-1]), int(shortest["other"][0].split()[-1])
    assert here - there in (10, -10)


@pytest.mark.unmeasured
def test_more_games_find_no_longer_ones() -> None:
    few, many = (compared("parker-1966", "french", "--players", 4, "--games", games)["games"][0] for games in (12, 25))
    assert few["shortest"] is not None
    assert sum(m["seat"] >= 0 for m in many["shortest"]["moves"]) <= sum(
        m["seat"] >= 0 for m in few["shortest"]["moves"]
    )


def test_the_same_rules_need_no_games() -> None:
    result = called("diff", "sevens", "sevens", "--lang", "fr")
    assert result.exit_code == 0
    assert "Ce que sevens dit autrement que sevens\n  rien\n" in result.output
    assert "À 3 joueurs, les règles sont les mêmes" in result.output
    assert [(row["same"], row["games"]) for row in compared("sevens", "sevens")["games"]] == [(True, 0)] * 6


def test_what_was_not_found_is_not_called_proved(tmp_path: Path) -> None:
    one = write(tmp_path, "one.coup", GOOD)
    other = write(tmp_path, "other.coup", GOOD.replace("repeat x 3", "repeat x 1 + 2"))
    result = called("diff", one, other, "--games", 3)
    assert result.exit_code == 0
    assert "(3 games," in result.output
    assert "That does not prove that there is none" in result.output


def test_the_end_and_who_decides_may_differ(tmp_path: Path) -> None:
    one = write(tmp_path, "one.coup", GOOD)
    other = write(tmp_path, "other.coup", GOOD.replace("repeat x 3", "repeat x 2"))
    shortest = compared(one, other, "--games", 3)["games"][0]["shortest"]
    assert shortest["what"] == "events"
    assert shortest["one"] == []
    assert json.loads(shortest["other"][0])["event"] == "finished"
    asked = write(tmp_path, "asked.coup", GOOD.replace("chooses go", "chooses now"))
    shortest = compared(one, asked, "--games", 3)["games"][0]["shortest"]
    assert (shortest["what"], shortest["moves"]) == ("decision", [])
    assert (shortest["one"], shortest["other"]) == (["seat 0: go"], ["seat 0: now"])


def test_rules_that_fail_after_what_differs_are_told(tmp_path: Path) -> None:
    one = write(tmp_path, "one.coup", GOOD)
    fails = GOOD.replace("chooses go", "chooses now").replace("finish by cash, turns", "finish by 1 / (turns - turns)")
    other = write(tmp_path, "other.coup", fails.replace("(turns - turns)", "(turns - turns) rounded down to 1"))
    (row, *_) = compared(one, other, "--games", 3)["games"]
    assert (row["shortest"]["what"], row["fails"][0]) == ("decision", None)
    assert row["fails"][1].startswith("a division by zero (")
    said = " ".join(called("diff", one, other, "--games", 3).output.split())
    assert "other.coup fail in a random game: a division by zero (" in said
    assert compared(one, other, "--games", 0)["games"][0]["fails"] == [None, None]


def test_what_an_entry_takes_over_from_one_left_out_is_told(tmp_path: Path) -> None:
    dear = "variant: dear\nextends: short\ncontracts:\n  set: {barbu: {beard: {each: 1000}, collect: 700}}\n"
    data = compared("short", write(tmp_path, "dear.yaml", dear), "--players", 4, "--games", 1)
    assert [(row["path"], row["one"], row["other"]) for row in data["said"]] == [("barbu.beard.each", "800", "1000")]
    data = compared("parker-1966", tmp_path / "dear.yaml", "--players", 4, "--games", 1)
    paths = [row["path"] for row in data["said"]]
    assert paths == ["options.short.hands_per_round", "barbu", "barbu.beard.each", "touche"]


def test_tables_that_do_not_meet() -> None:
    result = called("diff", "coup-detat-2005", "parker-1966")
    assert result.exit_code == 0
    assert "No number of players fits both" in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hearts", "nonsuch"), "nonsuch"),
        (
            ("hearts", "hearts", "--players", 9),
            "`9` players cannot play both coupdsl diff hearts hearts --players 9 ^ help: 3 to 6 can play",
        ),
        (("hearts", "hearts", "--lang", "de"), "there is no language `de`"),
        (("hearts", "hearts", "--option", "jack.bonos=true"), "jack.bonus"),
    ],
)
def test_slips_are_answered(words: tuple[object, ...], said: str) -> None:
    result = called("diff", *words)
    assert result.exit_code in (1, 2)
    assert said in " ".join(result.output.replace("│", " ").split())


def test_an_interruption_shows_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from coupdsl.play import divergence
    from coupdsl.play.clock import Clock

    look = divergence.Search.look

    def interrupted(self: divergence.Search, games: int, seed: int, clock: Clock) -> Any:
        for number in look(self, games, seed, clock):
            yield number
            if number == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(divergence.Search, "look", interrupted)
    result = called("diff", "hearts", "hearts-open-spiel", "--players", 4, "--games", 1000)
    assert result.exit_code == 0
    assert "(2 games, " in result.output


def test_what_is_absent_is_told_in_words() -> None:
    result = called("diff", "coup", "coup", "--option", "treasury.size=unlimited", "--players", 4, "--games", 5)
    assert result.exit_code == 0, result.output
    assert "      Treasury: 42\n" in result.output
    assert "      Treasury: unlimited\n" in result.output
    shortest = compared("coup", "coup", "--option", "treasury.size=unlimited", "--players", 4, "--games", 5)["games"][0]
    assert shortest["shortest"]["one"] == ["accounts treasury = 42"]
    assert shortest["shortest"]["other"] == ["accounts treasury = none"]


@pytest.mark.parametrize(
    ("called_with", "lines"),
    [
        (
            ("hearts", "--option", "hearts.broken=free", "--lang", "fr"),
            ["seulement sous hearts avec hearts.broken=free :", "joue A"],
        ),
        (
            ("coup", "--option", "setup.first_player=seat0"),
            ["Chance decides here.", "Seat 0 is asked: “What do you do?”"],
        ),
    ],
)
def test_a_difference_is_told_as_at_the_table(called_with: tuple[object, ...], lines: list[str]) -> None:
    name, *rest = called_with
    output = called("diff", name, name, *rest, "--games", 10).output
    assert not [line for line in lines if line not in output], output
    assert " = " not in output and "seat 0:" not in output


ORDERED = """edition 1
game fees {
  seats [2]
  account cash per seat = 100
  account pot = 0
  option fees.first = low | high
  rule paid(s: seat) {
    s pays 5 to pot for fee
    s pays 7 to pot for fine
  }
  when fees.first is high {
    rule paid(s: seat) {
      s pays 7 to pot for fine
      s pays 5 to pot for fee
    }
  }
  first of seats chooses on { go { paid(first of seats) } }
  finish by cash
  limit 10 moves { finish by cash }
}
"""


def test_what_comes_in_another_order_is_told_whole(tmp_path: Path) -> None:
    write(tmp_path, "fees.coup", ORDERED)
    game = write(tmp_path, "fees.yaml", "variant: fees\ngame: ./fees.coup\n")
    output = called("diff", game, game, "--option", "fees.first=high", "--games", 1).output
    paid = [line.strip() for line in output.splitlines() if " pays " in line]
    fee, fine = "Seat 0 pays 5 to the pot (fee)", "Seat 0 pays 7 to the pot (fine)"
    assert paid == [fee, fine, fine, fee], output
