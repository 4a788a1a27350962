"""The page of how strong players are: made of what was played, gone on with, and of every shipped game."""

from __future__ import annotations

import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.docs import all_seen, decided, strength
from tests.docs.earlier_page import in_order, together
from tests.helpers import GAMES, TABLES

from coupdsl.search.levels import EASY, easy
from coupdsl.study.ladder.kept_games import KeptGames
from coupdsl.study.ladder.match import Crash
from coupdsl.study.report.numbers import Number

pytestmark = pytest.mark.unmeasured

ONLY = "kuhn,habits,given-away"
BOTS = "random,tests.study.sitting:Last"


def test_every_shipped_game_has_its_ladder() -> None:
    named = [name for name, _, _ in strength.GAMES]
    assert set(GAMES) <= set(named) <= set(TABLES)
    assert len(set(named)) == len(named)
    assert all(players in TABLES[name] for name, players, _ in strength.GAMES)


@pytest.mark.long
def test_the_page_says_what_was_played_and_goes_on_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, games = tmp_path / "strength.md", tmp_path / "games"
    monkeypatch.setattr(strength, "PAGE", page)
    monkeypatch.setattr(strength, "SMALL", ("kuhn",))
    words = ["strength", "--games", str(games), "--bots", BOTS, "--only", ONLY]

    def made(rounds: int) -> str:
        monkeypatch.setattr(sys, "argv", [*words, "--rounds", str(rounds), "--turn", "4"])
        strength.main()
        return page.read_text("utf-8")

    games.mkdir()
    seen = {"games": 100, "claims": 400, "false claims": 200, "blocks": 0, "chances": 0, "challenges": 0}
    (games / "habits.json").write_text(json.dumps({"random": seen}), "utf-8")  # so many that shares are told to a tenth
    text = made(1)
    assert "| [Kuhn poker](#kuhn-poker) |" in text
    assert f"\n## Kuhn poker\n\n```sh\ncoupdsl ladder kuhn --players 2 --bots {BOTS} --rotations" in text
    assert "## Hearts" not in text
    assert re.search(r"\n\| tests.study.sitting:Last \| \d\.\d{3} \|\n$", text)
    assert re.search(r"\n\| random \| \d{3,} \| \d\d\.\d ±\d\.\d \| ", text)  # games, and bluffs
    assert made(0) == text
    assert len((games / "kuhn.jsonl").read_text("utf-8").splitlines()) > 3


def test_games_of_other_rules_are_not_counted_and_are_begun_anew(tmp_path: Path) -> None:
    contest = next(one for one in strength.ladders(tmp_path, ("random", "easy")) if one.file.stem == "kuhn").contest
    ladder = strength.Ladder(contest, tmp_path / "kuhn.jsonl")
    ladder.climb(1.0, 1)
    played = ladder.kept.games
    head, *lines = ladder.file.read_text("utf-8").splitlines()
    ladder.file.write_text("\n".join([json.dumps({**json.loads(head), "fingerprint": "0" * 32}), *lines, ""]), "utf-8")
    assert played
    assert not ladder.kept.games
    assert not ladder.laddered.standings.deals
    ladder.climb(1.0, 1)
    assert ladder.kept.games
    assert json.loads(ladder.file.read_text("utf-8").splitlines()[0]) == json.loads(head)


def test_a_page_goes_on_from_the_one_that_stands() -> None:
    def page(hearts: int, spades: int, alone: int, habits: int) -> str:
        tables = [
            f"# Strong\n\nWords.\n\n| game | deals |\n|---|--:|\n| Hearts | {hearts} |\n| Spades | {spades:,} |\n",
            f"## Alone\n\n| game | first – second | deals |\n|---|---|--:|\n| Hearts | a – b | {alone} |\n",
            f"## Hearts\n\n| first – second | deals |\n|---|--:|\n| a – b | {hearts} |\n",
            f"## Bluffing\n\n| player | games |\n|---|--:|\n| a | {habits} |\n",
        ]
        return "\n".join(tables)

    assert together(page(3, 2_000, 5, 7), page(4, 1_999, 5, 8)) == page(4, 2_000, 5, 8)
    other = "## Skat\n\nWords.\n"
    assert together(page(3, 2, 1, 1), page(3, 2, 1, 1) + "\n" + other) == page(3, 2, 1, 1) + "\n" + other
    assert together(page(3, 2, 1, 1), page(3, 2, 2, 1).replace("a – b", "b – a")).count("| b – a | 2 |") == 1
    line = "| Hearts | c – d | 9 |\n"
    assert together(page(3, 2, 1, 1), page(3, 2, 1, 1).replace("\n## Hearts", f"{line}\n## Hearts")).count(line) == 1


@pytest.mark.parametrize(("old", "found"), [("abd", "abxd"), ("bd", "abxd"), ("", "abxd"), ("dz", "abxdz")])
def test_what_is_new_comes_after_what_it_follows(old: str, found: str) -> None:
    assert "".join(in_order("abxd", old)) == found


def test_games_at_random_are_seldom_decided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decided, "LEVELS", ("random",))
    while (found := strength.decisions(tmp_path, 0.5))["random"]["games"] < 24:
        pass
    counts = found["random"]
    assert counts["decided"] < counts["games"] / 4
    assert counts["moves"] > 10 * counts["games"]
    assert strength.decisions(tmp_path, 0) == found
    name, games, share, _ = decided.table({"random": {"games": 40, "decided": 10, "moves": 400}}).rows[0]
    assert (name, games) == ("random", Number.exactly(40))
    assert isinstance(share, Number)
    assert share.estimate.value == 0.25


def test_who_sees_all_cards_gains_more_than_who_imagines_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_seen, "HARD", EASY)
    monkeypatch.setattr(all_seen, "hard", easy)
    ladder = next(one for one in strength.ladders(tmp_path, ("random",)) if one.contest.subject.ruleset == "cribbage")
    games = {"cribbage": ladder.contest}
    while len(found := all_seen.watched(tmp_path / "seen.json", games, 1.0)["cribbage"]) < 24:
        pass
    assert all_seen.watched(tmp_path / "seen.json", games, 0.001)["cribbage"][: len(found)] == found
    by_chance, imagining, seeing = (sum(deal[at] for deal in found[:24]) for at in range(3))
    assert by_chance < imagining < seeing
    title, deals, *_, share = all_seen.table({"cribbage": found[:24]}, {"cribbage": ladder.laddered}).rows[0]
    assert (title, deals) == ("Cribbage", Number.exactly(24))
    assert isinstance(share, Number)
    assert share.estimate.value == (imagining - by_chance) / (seeing - by_chance)


@pytest.mark.long
@pytest.mark.skipif(find_spec("pyspiel") is None, reason="OpenSpiel is not installed; the extra `test` installs it")
def test_open_spiel_plays_the_same_deals(tmp_path: Path) -> None:
    from tests.docs import beside_open_spiel

    kept = KeptGames(beside_open_spiel.contest("random", 10), tmp_path / "games.jsonl")
    while len(kept.games) < 4:
        beside_open_spiel.duel(kept, "random", 10, 1)
    for game in kept.games.values():
        assert game.crash is None
        assert sum(game.scores) in (26, 78)
        assert sum(game.seats) == 2
        assert all(game.seconds)
    ended = KeptGames(beside_open_spiel.contest("tests.study.sitting:Ending", 10))
    beside_open_spiel.duel(ended, "tests.study.sitting:Ending", 10, 5)
    assert {game.crash for game in ended.games.values()} == {Crash(None, "the process that played ended")}
