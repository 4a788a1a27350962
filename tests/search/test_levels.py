"""Levels: they choose what is allowed, the same for the same seed, and play better than chance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from tests.helpers import WHOLE, rules_of, sample
from tests.search.clairvoyant import Clairvoyant, Randomly, played, thinking
from tests.search.test_searching import middle
from tests.small_games import load_text

import coupdsl
from coupdsl.search import levels
from coupdsl.search.levels import EASY, EXPERT, HARD, LEVELS, MEDIUM, Level, Thinker
from coupdsl.search.worlds import NoWorld

QUICK = Level(8, 60, True)


class Blind(Clairvoyant):
    """A seat that can imagine no world."""

    asked = 0

    def sample(self, count: int) -> list[Any]:
        self.asked += 1
        raise NoWorld("there is none")


def thinker(level: Level, source: Clairvoyant, seed: int = 1) -> Thinker:
    return Thinker(level, lambda *_: source, source.rules, source.state.actor, seed)


@pytest.mark.parametrize("level", [EASY, QUICK])
def test_the_same_seed_chooses_the_same(level: Level) -> None:
    rules = rules_of("coup", 3)
    source = Clairvoyant(rules, middle(rules, 3, 5))
    moves = source.state.legal_moves()
    first, again = (thinker(level, source) for _ in range(2))
    for _ in range(2):
        assert first.choose("", moves, {}) is again.choose("", moves, {})
    assert [(one.move, one.tries) for one in first.hint] == [(one.move, one.tries) for one in again.hint]
    assert {one.move for one in first.hint} == set(moves)


@pytest.mark.parametrize("level", [EASY, MEDIUM, QUICK])
def test_of_moves_that_bring_the_same_one_that_ends_the_game_is_taken(level: Level) -> None:
    rules = load_text(
        """edition 1
game small {
  seats [2]
  repeat turn until false at most 20 {
    first of seats chooses act {
      wait { }
      win_now { finish by (if it is first of seats then 1 else 0) }
    }
  }
  finish by (if it is first of seats then 1 else 0)
  limit 100 moves { finish by 0 }
}
""",
        2,
    )
    state = coupdsl.Game(rules, 1).state
    assert thinker(level, Clairvoyant(rules, state)).choose("", state.legal_moves(), {}).word == "win_now"


def test_where_there_is_one_move_nothing_is_thought() -> None:
    rules = rules_of("coup", 3)
    source = Blind(rules, middle(rules, 3, 5))
    player, moves = thinker(HARD, source), source.state.legal_moves()[:1]
    assert player.choose("", moves, {}) is moves[0]
    assert source.asked == player.blind == 0


def test_who_can_imagine_no_world_chooses_at_random_and_says_so() -> None:
    rules = rules_of("hearts", 4)
    source = Blind(rules, middle(rules, 3, 0))
    player, moves = thinker(MEDIUM, source), source.state.legal_moves()
    chosen = [player.choose("", moves, {}) for _ in range(20)]
    assert set(chosen) <= set(moves)
    assert len(set(chosen)) > 4
    assert player.blind == 20
    assert player.hint == []


def test_an_expert_thinks_for_as_long_as_it_is_given() -> None:
    rules = rules_of("kuhn", 2)
    source = Clairvoyant(rules, middle(rules, 3, 0))
    player = thinker(Level(4, 10, True, 0.05), source)
    player.choose("", source.state.legal_moves(), {})
    assert sum(one.tries for one in player.hint) > 20
    assert EXPERT.seconds == 1.0


@pytest.mark.parametrize("each", [0.0001, 0.04, 5.0])
def test_time_is_shared_out_evenly_among_rounds(each: float, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(levels, "perf_counter", lambda: now)
    effort, spent = levels.until(101.0), []
    for number in range(4):
        begin = now
        for count in effort(number, 4, 16 >> number):
            now += count * (16 >> number) * each
        spent.append(now - begin)
    if each < 0.01:
        assert all(0.24 < one < 0.28 for one in spent)
    assert spent[-1] > 0  # one try, however late
    assert now < 101.0 + 31 * each


@pytest.mark.parametrize(("each", "least", "most"), [(0.0001, 4000, 4000), (0.004, 500, 1000), (5.0, 4, 4)])
def test_where_somebody_waits_no_more_is_tried_than_there_is_time_for(
    each: float, least: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, tries = 100.0, 0
    monkeypatch.setattr(levels, "perf_counter", lambda: now)
    effort = levels.no_longer(lambda *_: [1000], 10.0)
    for number in range(4):
        for count in effort(number, 4, 16 >> number):
            now += count * (16 >> number) * each
            tries += count
    assert least <= tries <= most


def test_what_is_told_is_handed_on() -> None:
    heard: list[Any] = []

    class Listening(Blind):
        def told(self, events: Sequence[Any]) -> None:
            heard.extend(events)

    rules = rules_of("kuhn", 2)
    thinker(EASY, Listening(rules, middle(rules, 3, 0))).told([{"event": "shuffled"}])
    assert heard == [{"event": "shuffled"}]


def share(rules: coupdsl.Rules, level: Level, games: int) -> float:
    """Of games won by one seat of this level among random players."""
    won = 0.0
    for game in range(games):
        seat = game % rules.players
        makers = [thinking(level) if at == seat else Randomly for at in range(rules.players)]
        winners = played(rules, game, makers).winners
        won += (seat in winners) / max(1, len(winners))
    return won / games


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("name", "players", "games", "at_least"),
    [("hearts-open-spiel", 4, 48, 0.5), ("coup", 3, 12, 0.6), ("parker-1966", 4, 6, 0.5)],
)
def test_medium_play_beats_chance(name: str, players: int, games: int, at_least: float) -> None:
    assert share(rules_of(name, players), MEDIUM, games) > at_least


def company(rules: coupdsl.Rules, seed: int, players: Sequence[Any]) -> coupdsl.Result:
    """The end of one game among players who are told what their seats are sent."""
    game, heard = coupdsl.Game(rules, seed), [0] * len(players)
    while game.state.actor is not None:
        seat, state = game.state.actor, game.state
        seen = game.seen(seat)
        players[seat].told(seen[heard[seat] :])
        heard[seat] = len(seen)
        game.apply(players[seat].choose(state.decision or "", state.legal_moves(), state.view(seat)))
    result = game.state.result()
    assert result is not None
    return result


class Chance:
    def __init__(self, seed: int) -> None:
        self.rnd = random.Random(seed)

    def told(self, events: Sequence[Any]) -> None:
        pass

    def choose(self, decision: str, moves: Sequence[coupdsl.Move], view: Any) -> coupdsl.Move:
        return self.rnd.choice(moves)


@pytest.mark.unmeasured
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_every_level_plays_a_whole_game_by_what_its_seat_is_told(level: str) -> None:
    rules = rules_of("kuhn", 2)
    won = 0
    for seed in range(12):
        player = LEVELS[level](rules, 0, seed)
        won += company(rules, seed, [player, Chance(seed)]).scores[0]
        assert isinstance(player, Thinker)
        assert player.blind == 0
    assert won > -4


# ---- what a card player would name
def queens(seats_lead: bool, number: int) -> list[coupdsl.State]:
    """Positions of Hearts in which the Queen of Spades can be led, or thrown into another's suit."""
    rules, found, seed = rules_of("hearts-open-spiel", 4), [], 0
    while len(found) < number:
        seed += 1
        rnd, state = random.Random(seed), rules.start(seed)
        while not state.is_over and not _can_get_rid(state, seats_lead):
            state.apply(rnd.choice(state.legal_moves()))
        found += [] if state.is_over else [state]
    return found


def _can_get_rid(state: coupdsl.State, lead: bool) -> bool:
    moves = [str(move) for move in state.legal_moves()]
    if state.decision != "play" or "play QS" not in moves or len(moves) < 4:
        return False
    trick = next(zone["pieces"] for zone in state.view(None)["zones"] if zone["name"] == "trick")
    return not trick if lead else bool(trick) and trick[0][1] != "S"


def chosen_queens(level: Level, positions: Sequence[coupdsl.State]) -> int:
    return sum(
        str(thinker(level, Clairvoyant(state.rules, state), seed).choose("", state.legal_moves(), {})) == "play QS"  # type: ignore[arg-type]
        for seed, state in enumerate(positions)
    )


@pytest.mark.unmeasured
def test_the_queen_of_spades_is_given_to_others_and_the_better_the_level_the_oftener() -> None:
    positions = queens(False, 30)
    by_chance = sum(1 / len(state.legal_moves()) for state in positions)
    easy, medium, hard = (chosen_queens(level, positions) for level in (EASY, MEDIUM, HARD))
    assert 2 * by_chance < easy < min(medium, hard)
    assert min(medium, hard) > 20


@pytest.mark.unmeasured
def test_hard_seldom_leads_the_queen_of_spades() -> None:
    positions = queens(True, 30)
    assert sum(1 / len(state.legal_moves()) for state in positions) > 3
    assert chosen_queens(HARD, positions) <= 3


def attempts(level: str, games: int) -> tuple[int, float]:
    """Of first questions for a Coup, how often one is attempted that takes every Spade by who has three or fewer.

    And how often it would be by chance.
    """
    rules, found, by_chance = rules_of("parker-1966", 4), 0, 0.0
    for seed in range(games):
        game = coupdsl.Game(rules, seed)
        while game.state.decision != "coup":
            game.apply(game.state.legal_moves()[0])
        seat, moves = game.state.actor, game.state.legal_moves()
        assert seat is not None
        view = game.state.view(seat)
        hand = next(zone for zone in view["zones"] if zone["name"] == "hand" and zone["seat"] == seat)
        spades = sum(piece[-1] == "S" for piece in hand["pieces"])
        hopeless = {f"attempt {name}" for name in ("siege", "guillotine")} if spades <= 3 else set()
        by_chance += sum(str(move) in hopeless for move in moves) / len(moves)
        player = LEVELS[level](rules, seat, seed)
        player.told(game.seen(seat))
        found += str(player.choose("coup", moves, view)) in hopeless
    return found, by_chance


@pytest.mark.unmeasured
@pytest.mark.parametrize("level", sample(["easy", "medium", "hard"], 1))
def test_a_coup_is_not_attempted_without_the_cards(level: str) -> None:
    """In Siege and Guillotine whoever attempts one must take every Spade (P72)."""
    found, by_chance = attempts(level, 100 if WHOLE else 50)
    assert by_chance > 6
    assert found <= by_chance / 4


TALK = """edition 1
game talk {
  seats [4]
  first of seats chooses accuse t from seats
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_of_moves_that_serve_alike_any_is_chosen(level: str) -> None:
    rules = load_text(TALK, 4)
    moves, chosen = rules.start(1).legal_moves(), set()
    for seed in range(30):
        player = LEVELS[level](rules, 0, seed)
        player.told(coupdsl.Game(rules, 1).seen(0))
        chosen.add(str(player.choose("accuse", moves, {})))
    assert chosen == set(map(str, moves))
