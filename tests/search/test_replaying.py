"""Moves made many at once in machine code: the same worlds come about as where each is made by itself."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.helpers import rules_of
from tests.search import small
from tests.search.test_worlds import played, worlds_of
from tests.small_games import load_text

from coupdsl.engine.rules import Rules
from coupdsl.search import permuting, replaying
from coupdsl.search.dealing import Deal
from coupdsl.search.permuting import Permuting
from coupdsl.search.replaying import Replaying
from coupdsl.search.retelling import Retelling
from coupdsl.search.traced_world import World, traced
from coupdsl.search.traces import END

GAMES = {
    "hearts": lambda: rules_of("hearts", 4),
    "coup": lambda: rules_of("coup", 3),
    "go-fish": lambda: rules_of("go-fish", 3),
    "cribbage": lambda: rules_of("cribbage", 2),
    "leduc": lambda: rules_of("leduc", 2),
    "secrets": lambda: load_text(small.SECRETS, 3),
    "dice": lambda: load_text(small.DICE, 3),
    "passed": lambda: load_text(small.PASSED, 3),
    "parker-1966": lambda: rules_of("parker-1966", 4),
    "gin-rummy": lambda: rules_of("gin-rummy", 2),
}


def imagined(rules: Rules) -> list[tuple[object, ...]]:
    """What is imagined in some positions, how much it weighs and how often one led to another."""
    found: list[tuple[object, ...]] = []
    for moves in (3, 9):
        game = played(rules, moves, moves)
        for seat in (0, None):
            worlds = worlds_of(game, seat, 6)
            found += [(world.moves, world.state.reference().key()) for world in worlds.sample(6)]
            found += [(kept.history.weight, kept.history.at, kept.history.pcs) for kept in worlds._kept]
            found.append((worlds.chain.attempts, worlds.chain.accepted))
    return found


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", GAMES)
def test_the_same_worlds_come_about_one_move_at_a_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES[name]()
    at_once = imagined(rules)
    monkeypatch.setattr(Retelling, "_go_along", lambda *_: False)
    assert imagined(rules) == at_once


def one_by_one(part: Permuting, world: World, deal: Deal, goers: list[int]) -> World | None:
    """As `Permuting._dealt`, of which it is the reference: each move by itself, and what was foreseen is looked up."""
    moves = deal.moves(goers)
    if moves is None or moves == world.history.moves:
        return None
    retelling, history = part.retelling, world.history.until(deal.first)
    work = retelling.work
    told = retelling.go_on(history, moves, part.rng)
    retelling.work = work + len(moves) - deal.first
    if not told or not history.is_formed_as(world.history):
        return None
    found, foreseen = traced(retelling, history), deal.traces_of(goers)
    assert (found.traces.named, found.traces.seen) == (foreseen.named, foreseen.seen)
    found.deal, found.goers = deal, goers
    return found if found.traces.paths == foreseen.paths else None


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", GAMES)
def test_pieces_dealt_anew_at_once_are_dealt_as_by_single_moves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES[name]()
    at_once = imagined(rules)
    monkeypatch.setattr(Permuting, "_dealt", one_by_one)
    assert imagined(rules) == at_once


def test_pieces_are_dealt_anew_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the present, and to where one of them was seen."""
    found: Counter[bool] = Counter()
    ordinary = Permuting._dealt

    def counted(chain: Permuting, world: World, deal: Deal, goers: list[int]) -> World | None:
        other = ordinary(chain, world, deal, goers)
        found[deal.end == END] += other is not None
        return other

    monkeypatch.setattr(Permuting, "_dealt", counted)
    monkeypatch.setattr(permuting, "UNTIL_SEEN", 0.5)
    game = played(GAMES["passed"](), 8, 1)
    for seat in (0, None):
        worlds_of(game, seat, 6).sample(60)
    assert found[True] > 40 and found[False] > 4


def test_many_moves_are_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    ordinary = Replaying.replay

    def counted(*given: object) -> list[replaying.Made]:
        found = list(ordinary(*given))  # type: ignore[arg-type]
        made.append(len(found))
        return found

    monkeypatch.setattr(Replaying, "replay", counted)
    imagined(GAMES["hearts"]())
    assert max(made) == replaying.AT_ONCE and sum(made) > 8 * len(made)
