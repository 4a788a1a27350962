"""Worlds drawn as others' choices are likely in them, where hands are small."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from tests.helpers import new_seeds, rules_of, sample
from tests.search import small
from tests.small_games import load_text

import coupdsl
from coupdsl.play.game import Game
from coupdsl.search import likely as likely_worlds
from coupdsl.search.levels import believing
from coupdsl.search.likely import drawn, levelled
from coupdsl.search.worlds import World


def after(*moves: str, viewers: str = "owner") -> Game:
    """A game of bets in which some have chosen."""
    game = Game(load_text(small.BETS.replace("{viewers}", viewers), 2), 1)
    for move in moves:
        game.apply(move)
    return game


def share_of_aces(worlds: Sequence[World], seat: int) -> float:
    """Of the worlds, those in which a seat holds one."""
    return sum("ace" in held(world.state, seat) for world in worlds) / len(worlds)


def held(state: Any, seat: int) -> list[str]:
    zones, where = state.machine.code.layout, state.reference().where
    return [face for face, zone in zip(zones.face_of, where, strict=True) if zones.zone_name(zone) == f"hand {seat}"]


def imagined(game: Game, seat: int = 1, of: int = 0) -> tuple[float, float]:
    """How often one holds an ace as another imagines it: where choices are taken as they are, and where they tell."""
    likely = believing(game.rules, seat, 5)
    likely.told(game.seen(seat))
    return share_of_aces(likely.worlds.sample(400), of), share_of_aces(likely.sample(400), of)


TELLING = [  # who bets may well hold what it takes, and who passes does not; but nobody chooses by cards unseen
    ("bet", "owner", 0.8, 1.0), ("pass", "owner", 0.0, 0.2), ("bet", "none", 0.35, 0.65), ("pass", "none", 0.35, 0.65),
]  # fmt: skip


@pytest.mark.parametrize(("choice", "viewers", "low", "high"), sample(TELLING, 1))
def test_a_choice_tells_of_cards_that_who_chose_can_see(choice: str, viewers: str, low: float, high: float) -> None:
    as_they_are, likely = imagined(after(choice, viewers=viewers))
    assert 0.25 < as_they_are < 0.75
    assert low <= likely <= high
    assert viewers == "owner" or abs(as_they_are - likely) < 0.1


def test_what_is_thought_of_a_rare_hand_does_not_hang_on_the_seed() -> None:
    """Few worlds have it before somebody claims it; all that speaks for it hangs on these."""
    text = small.BETS.replace("{viewers}", "owner").replace("copies 2", "copies 12 of king")
    game = Game(load_text(text, 2), 1)
    assert held(coupdsl.Machine(game.rules).start(1), 1) == ["king"]
    game.apply("bet")
    shares = []
    for seed in new_seeds(4):
        likely = believing(game.rules, 1, seed)
        likely.told(game.seen(1))
        shares.append(share_of_aces(likely.sample(32), 0))
    assert all(0.4 < share < 0.85 for share in shares)


def test_what_a_seat_chose_itself_tells_it_nothing_of_itself() -> None:
    game = after("bet", "pass", viewers="none")
    as_they_are, likely = imagined(game, seat=0, of=0)
    assert abs(as_they_are - likely) < 0.1


def test_only_the_last_choices_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likely_worlds, "LAST", 6)
    rules = rules_of("coup", 3)
    game, rng = Game(rules, 5), random.Random(3)
    while len(game.moves) < 40 and not game.state.is_over:
        game.apply(rng.choice(game.state.legal_moves()))
    likely = believing(rules, 0, 1)
    likely.told(game.seen(0))
    (world,) = likely.worlds.sample(1)
    chosen = list(likely._last(world.history))
    assert len(chosen) == 6
    assert all(one.actor != 0 and one.move in one.options and len(one.options) > 1 for one in chosen)
    assert [one.key[0] for one in chosen] == sorted((one.key[0] for one in chosen), reverse=True)


@pytest.mark.parametrize(
    ("name", "players", "weighs"),
    [("coup", 3, True), ("kuhn", 3, True), ("liars-dice", 2, True), ("liars-dice", 5, True), ("hearts", 4, False)],
)
def test_choices_are_weighed_where_hands_are_small(name: str, players: int, weighs: bool) -> None:
    rules = rules_of(name, players)
    game = Game(rules, 1)
    while len(game.state.legal_moves()) < 2:
        game.apply(game.state.legal_moves()[0])
    seat = game.state.actor
    assert seat is not None
    likely = believing(rules, seat, 1)
    likely.told(game.seen(seat))
    assert likely.weighs is weighs
    assert len(likely.sample(5)) == 5


@pytest.mark.parametrize(
    ("known", "may_be"),
    [
        ([*range(64)], False),  # nobody knew the same
        ([*range(63), 0], True),  # one pair in 1,024, which may be chance
        ([*range(199), 0], False),  # one in 10,000 is no chance any more
        ([*range(100)] * 2, True),
        ([number // 2 for number in range(200)], False),  # but for those that follow one another
    ],
)
def test_hands_may_be_small_as_long_as_worlds_do_not_tell_that_they_are_not(known: list[int], may_be: bool) -> None:
    likely = believing(rules_of("kuhn", 2), 0, 1)
    likely._known.clear()
    likely._known.extend([number] for number in known)
    assert likely._may_be_alike is may_be


def test_worlds_are_drawn_as_often_as_they_weigh() -> None:
    worlds: list[Any] = list("abcd")
    for seed in range(20):
        found = drawn(worlds, [1.0, 0.0, 0.25, 2.75], 8, random.Random(seed))
        assert [found.count(one) for one in "ab"] == [2, 0]
        assert len(found) == 8
        assert found.count("c") in (0, 1)
    shares = [drawn(worlds, [1.0, 0.0, 0.25, 2.75], 8, random.Random(seed)).count("c") for seed in range(400)]
    assert 0.4 < sum(shares) / 400 < 0.6


def test_weights_are_nearer_to_one_another_where_few_would_count() -> None:
    assert levelled([-3.0, -3.0, -4.0], 2) == pytest.approx([1.0, 1.0, 0.3679], abs=1e-4)
    lone = levelled([0.0, -50.0, -60.0, -50.0], 2)
    assert sum(lone) ** 2 / sum(one * one for one in lone) == pytest.approx(2, abs=0.02)
    assert lone[0] > lone[1] == lone[3] > lone[2]
    assert levelled([0.0, -50.0], 1) == pytest.approx([1.0, 0.0], abs=1e-9)


CLAIMED = {"tax": "duke", "steal": "captain", "exchange": "ambassador"}


def honest(number: int, claims: int) -> list[Game]:
    """Games of Coup in which so many actions were claimed by who held the character, and one may be challenged now."""
    rules, found, seed = rules_of("coup", 3), [], 0
    while len(found) < number:
        seed += 1
        game, rng, left = Game(rules, seed), random.Random(seed), claims
        while not game.state.is_over:
            moves = [str(move) for move in game.state.legal_moves()]
            if "challenge" in moves and not left:
                found.append(game)
                break
            true = [move for move in moves if _is_held(game.state, move)]
            wanted = [move for move in true if move.split()[0] in CLAIMED] or true
            left -= wanted[0].split()[0] in CLAIMED
            game.apply(rng.choice(wanted))
    return found


def _is_held(state: Any, move: str) -> bool:
    """Is nothing claimed but what is held, and nobody doubted or killed?"""
    name, *said = move.split()
    character = CLAIMED.get(name, said[0] if name == "block" else "")
    zones = state.view(state.actor)["zones"]
    hand = next(zone["pieces"] for zone in zones if zone["name"] == "hand" and zone["seat"] == state.actor)
    return name not in ("challenge", "assassinate") and (not character or character in hand)


def believed(game: Game) -> tuple[float, float]:
    """How often who claimed last holds it, as who is asked imagines: choices taken as they are, and where they tell."""
    seat, (claimant, move) = game.state.actor, game.moves[-1]
    assert seat is not None
    likely = believing(game.rules, seat, 5)
    likely.told(game.seen(seat))

    def share(worlds: Sequence[World]) -> float:
        return sum(CLAIMED[move.word] in held(world.state, claimant) for world in worlds) / len(worlds)

    return share(likely.worlds.sample(48)), share(likely.sample(48))


@pytest.mark.long
@pytest.mark.unmeasured
def test_who_claims_often_is_believed() -> None:
    found = [believed(game) for game in honest(12, claims=6)]
    as_they_are, likely = (sum(column) / len(found) for column in zip(*found, strict=True))
    assert likely > as_they_are + 0.15


def test_what_was_chosen_with_large_hands_is_not_weighed_when_few_cards_are_left() -> None:
    rules = rules_of("hearts", 4)
    game, rng = Game(rules, 1), random.Random(1)
    likely = believing(rules, 0, 1)
    likely.told(game.seen(0))
    assert not likely.weighs
    heard = len(game.seen(0))
    while game.state.actor != 0 or len(game.moves) < 52:  # twelve cards were passed: three tricks are left
        game.apply(rng.choice(game.state.legal_moves()))
    likely.told(game.seen(0)[heard:])
    likely.sample(40)
    assert not likely.weighs
    fresh = believing(rules, 0, 2)
    fresh.told(game.seen(0))
    assert fresh.weighs
