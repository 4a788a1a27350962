"""A hint where players have learnt the game: of moves that are worth trying by that, and how many it left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.helpers import rules_of
from tests.play.test_play import Sitting
from tests.small_locks import LOCK
from tests.table.sittings import sitting_of

import coupdsl
from coupdsl.play import advice
from coupdsl.play.advice import Adviser
from coupdsl.play.spoken import Words
from coupdsl.search import second_look
from coupdsl.search.learnt import prior_of, write_down
from coupdsl.search.levels import LEVELS, Thinker
from coupdsl.search.prior import Prior

HIDDEN = """\
  cards {
    suits clubs C
    ranks ace A, two 2
  }
  zone deck: row seen by none = cards
  zone hand per seat: row seen by owner
  shuffle deck
  for s in seats { move first(1) of deck to hand of s }
"""
UNSEEN = LOCK.replace("  state right", f"{HIDDEN}  state right")


def hinted(game: coupdsl.Game, language: str = "en") -> list[str]:
    """The hint for the seat whose turn it is."""
    assert game.state.actor is not None
    adviser = Adviser(Words(game.rules, language, plain=True), game.state.actor)
    adviser.listen(game)
    return adviser.hint()


def learnt(folder: Path, text: str, weights: dict[str, float]) -> coupdsl.Rules:
    """The rules with this text, of which this was learnt."""
    path = folder / "lock.coup"
    path.write_text(text)
    write_down(path.with_name("lock.learnt.json"), coupdsl.load(path), Prior(weights))
    return coupdsl.load(path)


LEFT_OUT = {
    "en": "4 other moves are not worth trying, by what was learnt.",
    "fr": "4 autres choix ne valent pas l'essai, selon ce qui fut appris.",
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("text", [LOCK, UNSEEN], ids=["open", "unseen"])
def test_a_hint_is_of_moves_worth_trying_and_says_how_many_are_not(tmp_path: Path, text: str, language: str) -> None:
    rules = learnt(tmp_path, text, {"one 0 =5": 9.0, "one 0 =2": 8.9})
    _, *lines = hinted(coupdsl.Game(rules, seed=1), language)
    assert sorted(line[:5] for line in lines if line.startswith("one ")) == ["one 2", "one 5"]
    assert lines[-1] == LEFT_OUT[language]


def test_the_page_and_the_terminal_say_the_same(tmp_path: Path) -> None:
    rules = learnt(tmp_path, UNSEEN, {"one 0 =5": 9.0})
    assert sitting_of(rules, 1).hint("fr").lines[-1] == LEFT_OUT["fr"]
    sitting = Sitting(coupdsl.Game(rules, 1), ["conseil", "quit"], width=200, language="fr")
    sitting.table.play()
    assert LEFT_OUT["fr"] in sitting.shown


@pytest.mark.parametrize("ending", ["0", "if right of s is 9 then 1 else 0"])
def test_what_all_moves_bring_is_not_said_of_those_left_out(tmp_path: Path, ending: str) -> None:
    never = UNSEEN.replace("if right of s is 4 then 1 else 0", ending)
    assert "whatever you choose" in hinted(coupdsl.Game(learnt(tmp_path, never, {}), seed=1))[-1].lower()
    found = hinted(coupdsl.Game(learnt(tmp_path, never, {"one 0 =5": 9.0}), seed=1))
    assert len([line for line in found if line.startswith("one ")]) == 2
    assert not any("whatever" in line.lower() for line in found)
    assert found[-1] == LEFT_OUT["en"]


def test_of_bids_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "prior_of", lambda rules: Prior({"bid 0 =3": 9.0, "bid 0 =2": 9.0}))
    monkeypatch.setattr(second_look, "tries", lambda *given: 16)
    game = coupdsl.Game(rules_of("spades", 4), seed=2)
    head, *lines = hinted(game)
    assert "by players who see all cards and choose well" in head
    assert {line.partition(":")[0] for line in lines if "; best in" in line} <= {"bid 2", "bid 3", "bid nil"}
    assert re.fullmatch(r"\d+ other moves are not worth trying, by what was learnt\.", lines[-1])


@pytest.mark.parametrize("name", ["gin-rummy", "coup-detat-2005"])
def test_hints_of_shipped_games_are_of_moves_that_medium_tries(name: str) -> None:
    rules = coupdsl.load(name, 2)
    game, player = coupdsl.Game(rules, seed=3), LEVELS["medium"](rules, 0, 7)
    assert isinstance(player, Thinker)
    while not (game.state.actor == 0 and len(game.state.legal_moves()) > 8):
        game.apply(game.state.legal_moves()[len(game.moves) % len(game.state.legal_moves())])
    moves, view = game.state.legal_moves(), game.state.view(0)
    prior = prior_of(rules)
    assert prior is not None
    tried = [str(move) for move in player.worthy(moves, view)]
    assert len(tried) < len(moves)
    found = hinted(game)
    words = Words(rules, "en", plain=True)
    told = {line.partition(":")[0] for line in found if "; best in" in line}
    assert told <= {words.move(move, 0) for move in tried}
    assert len(told) == min(len(tried), advice.BEST)
    left = len(moves) - len(tried)
    assert found[-1].startswith(f"{left} other move{'s are' if left > 1 else ' is'} not worth trying")


def test_where_nothing_was_learnt_nothing_is_left_out() -> None:
    assert not any("worth trying" in line for line in hinted(coupdsl.Game(rules_of("hearts", 4), seed=4)))


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ("en", "hint", r"There is no hint here\. What was learnt of this game cannot be read: .*lock\.learnt\.json\."),
        ("fr", "conseil", r"Pas de conseil ici\. Ce qui fut appris de ce jeu ne peut pas être lu : .*learnt\.json\."),
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_the_game_goes_on(
    tmp_path: Path, language: str, typed: str, said: str
) -> None:
    path = tmp_path / "lock.coup"
    path.write_text(LOCK)
    path.with_name("lock.learnt.json").write_text("[")
    sitting = Sitting(coupdsl.Game(coupdsl.load(path), 1), [typed, "1", "quit"], width=200, language=language)
    sitting.table.play()
    assert any(re.fullmatch(said, line) for line in sitting.shown), sitting.shown
    assert len(sitting.table.game.moves) >= 1
