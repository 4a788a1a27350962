"""Bids are looked at again in games in which everybody chooses well; pieces are by who has the time."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import inf
from statistics import fmean
from time import perf_counter
from typing import Any

import pytest
from tests.helpers import rules_of
from tests.search.small import ALIKE, KEPT, PASSED, ROLES, SECRETS, TRICKS, UNEVEN
from tests.search.test_searching import AHEAD, middle
from tests.small_games import load_text

import coupdsl
from coupdsl.code.errors import RulesError
from coupdsl.search import second_look
from coupdsl.search.arena import Arena, CompiledArena, arena_of
from coupdsl.search.halving import Judged, shared_out
from coupdsl.search.kinds_of_moves import few_of
from coupdsl.search.levels import Level, believing, judged
from coupdsl.search.tally import Tally, tallied

ONE_DEAL = {"game.lasts": "one_deal"}


def late(rules: coupdsl.Rules, seed: int, left: int) -> coupdsl.State:
    """A position of a random game with several moves, so many moves before the end or a little earlier."""
    rnd, state = random.Random(seed), rules.start(seed)
    before = [state.copy()]
    while not state.is_over:
        state.apply(rnd.choice(state.legal_moves()))
        before.append(state.copy())
    earlier = before[max(0, len(before) - 1 - left) :: -1]
    return next(one for one in earlier if one.actor != coupdsl.CHANCE and len(one.legal_moves()) > 1)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("name", "players", "left"),
    [("coup", 3, 8), ("skat", 3, 8), ("liars-dice", 3, 5), ("hearts", 4, 9), ("kuhn", 2, 2)],
)
def test_nested_games_in_machine_code_are_those_of_the_reference(name: str, players: int, left: int) -> None:
    rules = rules_of(name, players)
    worlds = [late(rules, 5, left)]
    worlds.append(worlds[0].copy(7))
    seat, moves = worlds[0].actor, worlds[0].legal_moves()[:3]
    assert seat is not None
    found = [make(rules).nested(worlds, seat, 3, moves, range(1, 5)) for make in (Arena, CompiledArena)]
    assert found[0] == found[1]


@pytest.mark.unmeasured
@pytest.mark.parametrize("text", [TRICKS, PASSED, SECRETS, ALIKE, UNEVEN, KEPT, ROLES])
def test_nested_games_from_their_beginning_are_those_of_the_reference(text: str) -> None:
    rules = load_text(text, 3 if "seats [3]" in text else 2)
    worlds = [next(state for seed in range(1, 9) if (state := middle(rules, seed, 0)).actor is not None)]
    worlds.append(worlds[0].copy(7))
    seat = worlds[0].actor
    assert seat is not None
    moves = worlds[0].legal_moves()[:2]
    found = [make(rules).nested(worlds, seat, 3, moves, range(2)) for make in (Arena, CompiledArena)]
    assert found[0] == found[1]


def test_of_sixty_bids_machine_code_tries_those_that_the_reference_does() -> None:
    rules = rules_of("skat", 3)
    arena, state = CompiledArena(rules), middle(rules, 1, 0)
    moves = [state.legal_moves()[at] for at in (0, 1, -1)]
    found = [nested(arena, [state], state.actor, 3, moves, range(2)) for nested in (Arena.nested, CompiledArena.nested)]
    assert found[0] == found[1]


@pytest.mark.parametrize(("answers", "best"), [(16, 16), (17, 14)])
def test_of_many_answers_a_quarter_of_sixteen_is_tried(answers: int, best: int) -> None:
    text = AHEAD.replace("spare {", f"spare n from 1 .. {answers} {{")
    arena = arena_of(load_text(text.replace("gained of first of seats := 30", "gained of last of seats := n")))
    start = arena.rules.start(1)
    risky = [move for move in start.legal_moves() if move.word == "risky"]
    found = [nested(arena, [start], 0, 1, risky, range(1)).sums for nested in (Arena.nested, CompiledArena.nested)]
    assert found == [[-2 * best]] * 2  # half points


def test_after_so_many_choices_a_nested_game_goes_on_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("oh-hell", 4, ONE_DEAL)
    arena, state = CompiledArena(rules), middle(rules, 1, 0)
    moves = state.legal_moves()[:2]
    whole = arena.nested([state], 0, 3, moves, range(4))
    monkeypatch.setattr("coupdsl.search.arena.MOST_ASKED", 5)
    short = arena.nested([state], 0, 3, moves, range(4))
    assert short == Arena.nested(arena, [state], 0, 3, moves, range(4))
    assert short != whole


def test_of_many_moves_of_a_kind_those_looked_at_are_spread_evenly() -> None:
    rules = rules_of("skat", 3)
    state = middle(rules, 1, 0)
    moves = state.legal_moves()
    bids = [move for move in moves if move.word == "bid"]
    assert len(bids) > 40
    few = few_of(moves, 16)
    assert [move.word for move in few].count("pass") == 1
    chosen = [bids.index(move) for move in few if move.word == "bid"]
    assert chosen[0] == 0
    assert len(chosen) == 4
    steps = [later - one for one, later in pairwise(chosen)]
    assert max(steps) - min(steps) <= 1
    assert few_of(bids[:16], 16) == bids[:16]


def test_a_bid_of_three_is_not_thought_to_be_lost() -> None:
    """In random games each trick more that is bid in Spades costs points, whatever is held."""
    rules = rules_of("spades", 4, ONE_DEAL)
    arena, point = arena_of(rules), 2 * 2 * 2
    by_trials, nested = [], []
    for deal in range(8):
        state = rules.start(deal)
        bids = [next(move for move in state.legal_moves() if str(move) == f"bid {tricks}") for tricks in (1, 3)]
        assert state.actor is not None
        one, three = arena.trials([state], state.actor, 1, bids, range(400)).sums
        by_trials.append((three - one) / 400 / point)
        one, three = arena.nested([state], state.actor, 1, bids, range(30)).sums
        nested.append((three - one) / 30 / point)
    assert fmean(by_trials) < -15
    assert fmean(nested) > -8


def bidding(rules: coupdsl.Rules, seed: int) -> coupdsl.Game:
    """A game in which somebody is first asked."""
    game = coupdsl.Game(rules, seed)
    while len(game.state.legal_moves()) == 1:
        game.apply(game.state.legal_moves()[0])
    return game


def tries(game: coupdsl.Game, arena: Arena | None = None, seed: int = 6, at_pieces: bool = False) -> int:
    """How often moves are tried again by whoever is to act, in worlds that the seat can imagine."""
    found, seat = imagined(game, seed)
    return second_look.tries(arena or arena_of(game.rules), found, seat, seed, at_pieces)


def imagined(game: coupdsl.Game, seed: int) -> tuple[list[Any], int]:
    """Some worlds of whoever is to act."""
    seat = game.state.actor
    assert seat is not None
    worlds = believing(game.rules, seat, seed)
    worlds.told(game.seen(seat))
    return [world.state for world in worlds.sample(12)], seat


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("spades", 4, ONE_DEAL), ("oh-hell", 4, ONE_DEAL), ("skat", 3, {"game.deals": "1"}), ("euchre", 4, ONE_DEAL),
    ],
)  # fmt: skip
def test_bids_are_looked_at_again(name: str, players: int, options: dict[str, str]) -> None:
    rules = rules_of(name, players, options)
    for seed in range(6):
        assert second_look.FEWEST < tries(bidding(rules, seed), seed=seed) <= second_look.AT_MOST
    assert tries(bidding(rules, 2), Arena(rules)) == 0  # without machine code it would take too long


@pytest.mark.parametrize(
    ("name", "players"),
    [("coup", 3), ("kuhn", 2), ("liars-dice", 4), ("go-fish", 4), ("gin-rummy", 2), ("hearts", 4)],
)
def test_elsewhere_nothing_is_looked_at_again(name: str, players: int) -> None:
    """Pieces are named, hands are small, or most that follows is said and not played."""
    assert tries(bidding(rules_of(name, players), 3)) == 0


@pytest.mark.parametrize("name", ["parker-1966", "short"])
def test_coups_are_looked_at_again_as_a_layout_is_seldom_stopped(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One contract asks now and then for a card or a stop; in the others one of the cards must be played."""
    games = [bidding(rules_of(name, 4), seed) for seed in range(4)]
    assert min(map(tries, games)) > second_look.FEWEST
    monkeypatch.setattr(second_look, "SELDOM", -1.0)
    assert tries(games[0]) == 0


def worth_nine(one: coupdsl.Move, move: coupdsl.Move, number: int) -> int:
    return 9 * (move == one)


def test_where_a_piece_may_be_kept_the_old_best_counts_for_what_it_brought_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It does for a Coup, but not for a bid in Skat."""
    for name, players, changed in (("parker-1966", 4, (True, False)), ("skat", 3, (True, True))):
        rules = rules_of(name, players)
        state = middle(rules, 1, 0)
        while state.decision not in ("coup", "bidding"):
            state.apply(state.legal_moves()[0])
        best, other = state.legal_moves()[1], state.legal_moves()[0]
        monkeypatch.setattr(CompiledArena, "nested", answering(partial(worth_nine, other)))
        for brought, is_other in zip((8.0, 9.0), changed, strict=True):
            found = [Judged(best, 1, brought), Judged(other, 1, -brought)]
            again = second_look.looked_at_again(found, arena_of(rules), [state], 0, 1, shared_out(90))
            assert (again[0].move == other) is is_other, (name, brought)


def playing() -> coupdsl.Game:
    """A game in which somebody is to play a card."""
    game = bidding(rules_of("spades", 4, ONE_DEAL), 1)
    while game.state.decision == "bidding":
        game.apply(game.state.legal_moves()[2])
    assert len(game.state.legal_moves()) > 1
    return game


def test_cards_are_looked_at_again_only_by_who_has_the_time() -> None:
    assert tries(playing()) == 0
    assert second_look.FEWEST < tries(playing(), at_pieces=True) <= second_look.AT_MOST
    for name, players in (("coup", 3), ("kuhn", 2), ("liars-dice", 4), ("go-fish", 4)):
        assert tries(bidding(rules_of(name, players), 3), at_pieces=True) == 0


@pytest.mark.parametrize(("level", "looks"), [(Level(8, 200, True), False), (Level(8, 0, True, 0.3), True)])
def test_a_timed_player_looks_at_cards_again(level: Level, looks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game = playing()
    worlds, seat = imagined(game, 6)
    looked_at: list[coupdsl.Move] = []

    def noted(move: coupdsl.Move, number: int) -> int:
        looked_at.append(move)
        return number % 3

    monkeypatch.setattr(CompiledArena, "nested", answering(noted))
    judged(arena_of(game.rules), worlds, seat, 1, level)
    assert bool(looked_at) is looks


def test_long_games_are_not_nested_nor_those_of_small_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bidding(rules_of("spades", 4, ONE_DEAL), 1)
    for name, value in (("LONGEST", 20), ("WORK", second_look.WORK // 1_000), ("LARGE", -1.0)):
        assert tries(game)
        with monkeypatch.context() as patched:
            patched.setattr(second_look, name, value)
            assert tries(game) == 0


Values = Callable[[coupdsl.Move, int], int]  # what a move brings in a try with a number


def answering(values: Values) -> Callable[..., Tally]:
    """In place of nested games."""
    return lambda arena, worlds, seat, seed, moves, numbers: tallied(moves, numbers, values)


@pytest.mark.parametrize("level", [Level(8, 200, True), Level(8, 0, True, 1.0)])
def test_nested_games_decide_where_they_are_sure(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("spades", 4, ONE_DEAL)
    worlds, arena = [rules.start(seed) for seed in range(8)], arena_of(rules)
    seat, moves = worlds[0].actor, worlds[0].legal_moves()
    assert seat is not None
    untimed = Level(8, 200, True)
    with monkeypatch.context() as patched:
        patched.setattr(second_look, "tries", lambda *_: 0)
        first = judged(arena, worlds, seat, 1, untimed)
    wanted = first[4].move

    def best(values: Values) -> coupdsl.Move:
        monkeypatch.setattr(CompiledArena, "nested", answering(values))
        found = judged(arena, worlds, seat, 1, level, perf_counter())
        assert sorted(one.move.id for one in found) == [move.id for move in moves]
        return found[0].move

    assert best(lambda move, number: 9 * (move == wanted) + number % 3) == wanted
    if level == untimed:
        assert best(lambda move, number: number) == first[0].move
        assert best(lambda move, number: (move == wanted) * (1 + 40 * (-1) ** (number // 4))) == first[0].move


@pytest.mark.parametrize(("end", "parts"), [(inf, second_look.PARTS), (0.0, second_look.LEAST)])
def test_where_the_time_is_over_fewer_parts_make_sure(end: float, parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("skat", 3)
    state = middle(rules, 1, 0)
    found = [Judged(move, 1, -place) for place, move in enumerate(state.legal_moves()[:2])]
    other, asked = found[1].move, list[range]()

    def nested(arena: Arena, worlds: Any, seat: int, seed: int, moves: list[coupdsl.Move], numbers: range) -> Tally:
        asked.append(numbers)
        return tallied(moves, numbers, partial(worth_nine, other))

    monkeypatch.setattr(CompiledArena, "nested", nested)
    again = second_look.looked_at_again(found, arena_of(rules), [state], 0, 1, shared_out(90), end)
    assert again[0].move == other
    assert len(asked) == 1 + parts  # after one round among the two


def test_the_best_of_each_kind_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("skat", 3)
    state = middle(rules, 1, 0)
    moves = sorted(state.legal_moves(), key=lambda move: move.word)
    found = [Judged(move, 1, -place) for place, move in enumerate(moves)]
    assert moves[-1].word == "pass"
    monkeypatch.setattr(CompiledArena, "nested", answering(lambda move, number: move.word == "pass"))
    again = second_look.looked_at_again(found, arena_of(rules), [state], 0, 1, shared_out(90))
    assert again[0].move.word == "pass"
    assert sorted(one.move.id for one in again) == sorted(move.id for move in moves)
    assert sum(one.tries > 1 for one in again) == second_look.SHORT + 1


@pytest.mark.parametrize(("failing", "ended"), [(["-10"], [8, 8]), (["-10", "30"], [8, 0])])
def test_a_nested_game_in_which_rules_fail_counts_for_nothing(failing: list[str], ended: list[int]) -> None:
    """While there is something else, nobody chooses there what was seen to fail."""
    text = AHEAD
    for value in failing:
        text = text.replace(f":= {value}", ":= 1 / (gained of first of seats) rounded down to 1")
    arena = arena_of(load_text(text))
    start = arena.rules.start(1)
    given = [start], 0, 1, start.legal_moves(), range(8)
    assert arena.nested(*given) == Arena.nested(arena, *given)
    assert arena.nested(*given).ended == ended


@pytest.mark.parametrize(("each", "changed"), [(1, False), (4, True)])
def test_a_second_look_without_time_for_more_than_a_few_tries_changes_nothing(
    each: int, changed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_of("skat", 3)
    state = middle(rules, 1, 0)
    moves = state.legal_moves()[:6]
    monkeypatch.setattr(CompiledArena, "nested", answering(partial(worth_nine, moves[3])))
    found = [Judged(move, 1, -place) for place, move in enumerate(moves)]
    again = second_look.looked_at_again(found, arena_of(rules), [state], 0, 1, lambda *_: [each])
    assert (again[0].move == moves[3]) is changed


def test_a_second_look_at_what_always_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("skat", 3)
    state = middle(rules, 1, 0)
    found = [Judged(move, 1, -place) for place, move in enumerate(state.legal_moves())]

    def failing(move: coupdsl.Move, number: int) -> int:
        raise RulesError("in no game that is tried", rules.program.span)

    monkeypatch.setattr(CompiledArena, "nested", answering(failing))
    assert second_look.looked_at_again(found, arena_of(rules), [state], 0, 1, shared_out(90)) == found
