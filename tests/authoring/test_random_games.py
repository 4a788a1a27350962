"""The random games of `validate` come to an end: within a budget, by machine code where they are many or long."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from importlib import util
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import called
from tests.helpers import rules_of
from tests.processes import PATIENCE, children, program, until
from tests.small_games import in_folder, load_text

import coupdsl
from coupdsl.authoring import random_games
from coupdsl.authoring.loop_ends import LoopEnds
from coupdsl.authoring.random_games import USUAL, Budget, Course, Wanted, play_random
from coupdsl.authoring.validation import check_paths
from coupdsl.play.clock import Clock
from coupdsl.play.runs import game_seed, play_game

WALK = """edition 1
game walk {
  seats [2, 3]
  state place: number = 0
  repeat step until place >= GOAL at most 100000000 {
    first of seats chooses way {
      onward { place := place + 1 }
      back { place := max(0, place - 2) }
    }
  }
  if place is WRONG { place := 1 / (place - place) rounded down to 1 }
  finish by place
  limit 100000000 moves { finish by 0 }
}
"""


DEAL = """edition 1
game deal {
  seats SEATS
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, jack J, ten T
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone trick: set seen by all
  move first of deck to trick
  move trick to deck
  for s in seats { LINES }
  for s in seats { s chooses play c from hand of s }
  finish by 0
  limit 100 moves { finish by 0 }
}
"""


def walk(goal: int, wrong: int = -1) -> coupdsl.Rules:
    return load_text(WALK.replace("GOAL", str(goal)).replace("WRONG", str(wrong)))


def course(rules: coupdsl.Rules, games: int, told: list[str] | None = None, seconds: float = 60.0) -> Course:
    tell = (told if told is not None else []).append
    return play_random(rules, Wanted(games, games), 7, tell, Clock(seconds), LoopEnds(rules.program))


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without llvmlite."""
    find = util.find_spec
    monkeypatch.setattr(random_games, "find_spec", lambda name: None if name == "llvmlite" else find(name))


@pytest.mark.parametrize(
    ("seats", "lines", "told"),
    [
        (
            "[2, 3, 4]",
            "move first(3) of deck to hand of s",
            "is empty and 2 more must come from it, with 4 players",
        ),
        ("[2, 3, 4, 5]", "move first(3) of deck to hand of s", "2 more must come from it, with 4 and 5 players"),
        ("[3, 4, 5, 6]", "move first(4) of deck to hand of s", "`deck` is empty and 2 more must come from it"),
        ("[4]", "move first(3) of deck to hand of s", "`deck` is empty and 2 more must come from it"),
        ("[2, 3]", "s chooses see c from trick", "somebody must choose `see` and nothing is offered"),
    ],
)
def test_it_is_told_with_how_many_players_the_rules_fail(tmp_path: Path, seats: str, lines: str, told: str) -> None:
    """Where it is not with every number of them."""
    path = tmp_path / "game.coup"
    path.write_text(DEAL.replace("SEATS", seats).replace("LINES", lines), "utf-8")
    (problem,) = check_paths([path], games=2).problems
    assert problem.message.endswith(told)


TRUMPS = """edition 1
game trumps {
  seats [3]
  cards {
    suits clubs C, hearts H
    ranks ace A, king K, queen Q
  }
  let hand_size = 2
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone taken per seat: set of piece seen by all
  use tricks {
    rule follows(s: seat) = hand of s where suit is led
  }
  shuffle deck
  for s in seats { move first(hand_size) of deck to hand of s }
  play tricks(first of seats)
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


def test_where_a_mechanic_offers_nothing_it_is_shown_what_the_game_says_there(tmp_path: Path) -> None:
    path = tmp_path / "game.coup"
    path.write_text(TRUMPS, "utf-8")
    (problem,) = check_paths([path], games=5).problems
    assert problem.message == "somebody must choose `play` and nothing is offered"
    assert [(span.text, said) for span, said in problem.also] == [
        ("rule follows(s: seat) = hand of s where suit is led", "what is offered there comes from here")
    ]


RISK = """edition 1
game risk {
  seats [2, 3]
  let risked = 9
  state place: number = 0
  first of seats chooses throw n from 1 .. 9
  if n > risked { place := 1 / (n - n) rounded down to 1 }
  finish by place
  limit 9 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("seed", [0, 3])
def test_the_game_that_fails_is_named_with_its_ruleset(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file in which the rules fail may be all well by itself."""
    monkeypatch.chdir(tmp_path)
    for name, text in (
        ("risk.coup", RISK),
        ("more.coup", "edition 1\nreplace let risked = 7\n"),
        ("my house.yaml", "variant: house\ngame: ./risk.coup\nrules: {add: [./more.coup]}\n"),
    ):
        Path(name).write_text(text, "utf-8")
    (problem,) = check_paths([Path()], games=40, seed=seed).errors
    assert Path(problem.span.source.name).name == "risk.coup"
    assert problem.help is not None and "'my house.yaml' --players " in problem.help
    _, *words = shlex.split(problem.help.split("`")[1])
    failed = called(*words)
    assert failed.exit_code == 1 and "E601 rules-failed: a division by zero" in failed.output
    at = words.index("--games") + 1
    if int(words[at]) > 1:
        assert called(*words[:at], int(words[at]) - 1, *words[at + 1 :]).exit_code == 0


def test_the_game_that_fails_is_named_beside_what_can_be_done(tmp_path: Path) -> None:
    path = tmp_path / "risk.coup"
    text = RISK.replace("risked = 9", "risked = 7").replace("= 0\n", "= 0\n  state gone: number\n", 1)
    path.write_text(text.replace("1 / (n - n) rounded down to 1", "gone"), "utf-8")
    (problem,) = check_paths([path], games=40).errors
    assert problem.help is not None and problem.help.startswith("give it one first")
    assert f"; `coupdsl run {path} --players 2 --games " in problem.help


def test_where_money_is_short_the_account_is_shown_and_the_one_it_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    accounts = "account cash per seat = 9 short partial\n account pot = 0"
    text = f"edition 1\ngame fine {{\n seats [2]\n {accounts}\n first of seats pays 5 to pot for fine\n"
    Path("fine.coup").write_text(text + " finish by cash\n limit 9 moves { finish by cash }\n}\n", "utf-8")
    Path("less.coup").write_text("edition 1\nreplace account cash per seat = 4\n", "utf-8")
    Path("poor.yaml").write_text("variant: poor\ngame: ./fine.coup\nrules: {add: [./less.coup]}\n", "utf-8")
    replaced = "{}less.coup:2:17: `cash` is declared here", "{}fine.coup:4:10: in the place of this"
    (problem,) = check_paths([Path()], games=1).errors
    assert [f"{span}: {word}" for span, word in problem.also] == [one.format("") for one in replaced]
    output = called("run", "poor.yaml", "--games", "1").output
    assert all(one.format("  ") in output for one in replaced)


def played(name: str, players: int) -> Course:
    rules = rules_of(name, players)
    return play_random(rules, USUAL, 0, lambda what: None, Clock(60), LoopEnds(rules.program))


def test_short_games_are_played_more_often_than_long_ones() -> None:
    assert played("kuhn", 2).games == USUAL.most
    assert played("gin-rummy", 2).games == USUAL.least
    short = played("coup", 3)
    assert USUAL.least < short.games < USUAL.most
    assert short.moves >= USUAL.moves > short.moves - 100


def test_what_fails_in_a_later_game_is_found_where_games_are_short(tmp_path: Path) -> None:
    (tmp_path / "risk.coup").write_text(RISK.replace("risked = 9", "risked = 8"), "utf-8")
    assert check_paths([tmp_path], games=2, seed=1).errors == []
    (problem,) = check_paths([tmp_path], seed=1).errors
    assert problem.message.startswith("a division by zero")


def test_the_same_rules_under_another_name_are_played_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "risk.coup").write_text(RISK, "utf-8")
    (tmp_path / "other.yaml").write_text("variant: other\ngame: ./risk.coup\n", "utf-8")
    tried: list[str] = []

    def play(rules: coupdsl.Rules, *others: Any) -> Course:
        tried.append(rules.name)
        return play_random(rules, *others)

    monkeypatch.setattr("coupdsl.authoring.ruleset_trial.play_random", play)
    report = check_paths([tmp_path], games=3)
    assert (report.rulesets, report.games, report.problems) == (2, 12, [])
    assert len(tried) == 2 and len({*tried}) == 1


@pytest.mark.parametrize("here", [0, 1, 5])
def test_they_are_the_games_of_simulate_whoever_plays_them(here: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first `here` of five by the reference interpreter, the others by machine code."""
    rules = rules_of("sevens", 3)
    moves = [len(play_game(rules, game_seed(7, number), ("random",)).moves) for number in range(5)]
    monkeypatch.setattr(random_games, "HERE", sum(moves[:here]))
    found = course(rules, 5)
    assert (found.games, found.moves, found.spent) == (5, sum(moves), "")


def test_without_llvmlite_they_are_the_same(plain: None) -> None:
    found = course(rules_of("sevens", 3), 2)
    assert (found.games, found.spent) == (2, "")


def test_a_game_without_end_is_told_with_its_place() -> None:
    path = in_folder({"walk.coup": WALK.replace("GOAL", "60").replace("WRONG", "-1")}) / "walk.coup"
    (problem,) = check_paths([path], games=2).problems
    assert problem.code.number == "E605"
    assert problem.message == "game 1 of `walk` with 2 players has not ended after 100,000 moves of random players"
    assert problem.span.text == "{ finish by 0 }"
    assert "`--games 0`" in (problem.help or "")
    assert check_paths([path], games=0).problems == []


def test_without_llvmlite_a_game_without_end_is_told_sooner(plain: None) -> None:
    found = course(walk(60), 2)
    assert found.is_endless
    assert found.spent.endswith("with 2 players has not ended after 20,000 moves of random players")


@pytest.mark.parametrize("here", [0, 10**9], ids=["apart", "here"])
def test_rules_that_fail_say_so(here: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_games, "HERE", here)
    with pytest.raises(coupdsl.RulesError, match="a division by zero"):
        course(walk(3, 3), 2)


@pytest.mark.parametrize("installed", [True, False])
def test_the_budget_is_named_with_how_far_it_came(installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_games, "HERE", 0)
    for name in ("COMPILED", "PLAIN"):
        monkeypatch.setattr(random_games, name, Budget(1000, 200))
    if not installed:
        monkeypatch.setattr(random_games, "find_spec", lambda name: None)
    found = course(walk(3), 10_000)
    assert 200 <= found.moves < 10_000
    assert not found.is_endless
    said = f"{found.games:,} of 10,000 random games of `game` with 2 players were played before the budget of 200 moves"
    assert found.spent == f"{said} was used up"


@pytest.mark.parametrize("installed", [True, False])
def test_time_is_a_budget_too(installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COMPILED", "PLAIN"):
        monkeypatch.setattr(random_games, name, Budget(10**10, 10**12))
    if not installed:
        monkeypatch.setattr(random_games, "find_spec", lambda name: None)
    begin = time.monotonic()
    found = course(walk(100), 5, seconds=1.0)
    assert "were played before the budget of 1 seconds was used up" in found.spent
    assert time.monotonic() - begin < 30


def test_where_the_process_fails_they_are_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_games, "HERE", 0)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    found = course(walk(3), 5)
    assert (found.games, found.spent) == (5, "")


def test_how_far_it_came_is_said_where_people_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_games, "HERE", 100)
    monkeypatch.setattr(random_games, "WORDLESS", 600.0)
    told: list[str] = []
    course(rules_of("sevens", 3), 3, told)
    assert told == []
    monkeypatch.setattr(random_games, "WORDLESS", 0.0)
    monkeypatch.setattr(random_games, "OFTEN", 50)
    course(rules_of("sevens", 3), 3, told)
    assert told[0] == "playing `sevens` with 3 players: 0 of 3 games, 50 moves"
    assert told[-1].startswith("playing `sevens` with 3 players: 3 of 3 games, ")


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_an_interruption_ends_it_and_its_process() -> None:
    with program("validate", "variants/parker-1966.yaml", "--games", "10000000") as validating:
        until(lambda: children(validating.pid, "native.apart"))
        (playing,) = children(validating.pid, "native.apart")
        validating.send_signal(signal.SIGINT)
        said, complained = validating.communicate(timeout=PATIENCE)
    assert (validating.returncode, said, complained) == (130, "", "")
    assert not Path(f"/proc/{playing}").exists()
