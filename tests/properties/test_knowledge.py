"""Nobody is told what he may not know: views, events, options and reasons are functions of what was sent to a seat.

Two worlds are played side by side. They differ in two cards that one seat has not seen; the public moves are the
same. As long as that seat was sent the same events, all it can look at must be the same.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from tests.helpers import SEEDS, VARIANTS, choose, examples, option_settings, play_out, rules_of

import coupdsl
from coupdsl.engine.events import Event

pytestmark = pytest.mark.unmeasured

TABLES = [(name, players) for name in VARIANTS for players in (3, 4)]


def told(game: coupdsl.Game, seat: int | None) -> list[str]:
    """What the last move told `seat`, event by event."""
    code = game.rules.code
    events = (one.seen_by(code, seat) for one in game.events[-1])
    return [json.dumps(one, sort_keys=True) for one in events if one is not None]


def reasons(state: coupdsl.State) -> list[str]:
    """The answers to every move that the one to act may not make."""
    found = []
    legal = set(state.legal_moves())
    for move in state.rules.moves:
        if move.word == "deal" or move in legal:
            continue
        try:
            state.apply(move, state.actor)
        except coupdsl.IllegalMove as error:
            found.append(str(error))
    for text in ("pley QS", "attempt", "play 1S"):
        try:
            state.apply(text, state.actor)
        except coupdsl.IllegalMove as error:
            found.append(str(error))
    return found


def looks(state: coupdsl.State, seat: int) -> dict[str, Any]:
    """Everything `seat` can look at now."""
    view = state.view(seat)
    found: dict[str, Any] = {"view": view, "spectator": state.view(None), "pending": state.pending}
    if state.actor == seat:
        found["options"] = [(move.id, str(move)) for move in state.legal_moves()]
    return found


def swap(text: str, pair: tuple[str, str]) -> str:
    other = {pair[0]: pair[1], pair[1]: pair[0]}
    return " ".join(other.get(word, word) for word in text.split())


def at_deals(game: coupdsl.Game) -> list[int]:
    """The numbers of moves after which a deal was just complete."""
    moves = game.moves
    return [
        number
        for number in range(1, len(moves))
        if str(moves[number - 1][1]).endswith("to centre") and moves[number][0] != coupdsl.CHANCE
    ]


def hidden_from(state: coupdsl.State, seat: int) -> list[str]:
    """The cards of the pack that lie where `seat` does not see them."""
    layout = state.code.layout
    names = {number for number, zone in enumerate(layout.zones) if zone.name in ("hand", "centre")}
    return [
        layout.face_of[piece]
        for piece in range(layout.cards)
        if state.where[piece] in names and not state.known[piece] >> seat & 1
    ]


def start_of(deal_end: int, game: coupdsl.Game) -> int:
    """The number of the first move of the deal that ends with move `deal_end`."""
    start = deal_end
    while start > 0 and re.fullmatch(r"deal \S+ to (hand \d|centre)", str(game.moves[start - 1][1])):
        start -= 1
    return start


def replayed(rules: coupdsl.Rules, moves: Iterable[str]) -> coupdsl.Game:
    game = coupdsl.Game(rules)
    for move in moves:
        game.apply(move)
    return game


def side_by_side(one: coupdsl.Game, other: coupdsl.Game, moves: Iterable[tuple[int, str]], seat: int) -> Iterator[int]:
    """Goes on in both games as long as `seat` cannot tell them apart, and checks that it indeed cannot."""
    for number, (actor, move) in enumerate(moves):
        assert other.state.actor == actor
        assert looks(one.state, seat) == looks(other.state, seat)
        if actor == seat:
            assert reasons(one.state) == reasons(other.state)
        yield number
        one.apply(move)
        try:
            other.apply(move)
        except coupdsl.IllegalMove:
            assert actor != seat
            event("ends with a move that is not legal in the other world")
            return
        here, there = told(one, seat), told(other, seat)
        if here != there:
            assert sorted(here) != sorted(there), "only the order of what is told differs"
            event("ends with something told")
            return
    event("never told apart")


def play_pairs(table: tuple[str, int], seed: int, options: dict[str, Any], tries: int = 3) -> None:
    rnd = random.Random(seed)
    rules = rules_of(*table, options)
    game = play_out(rules, None, rnd, most=rnd.randrange(120, 500))
    deals = at_deals(game)
    if not deals:
        event("hands are told, not dealt")
        return
    written = [(actor, str(move)) for actor, move in game.moves]
    for _ in range(tries):
        end = rnd.choice(deals)
        start = start_of(end, game)
        before = [move for _, move in written[:start]]
        deal = [move for _, move in written[start:end]]
        one = replayed(rules, [*before, *deal])
        seat = rnd.randrange(table[1])
        hidden = hidden_from(one.state, seat)
        pair = rnd.sample(hidden, 2)
        other = replayed(rules, [*before, *(swap(move, (pair[0], pair[1])) for move in deal)])
        if one.seen(seat) != other.seen(seat):
            continue  # a deal that was thrown in showed the centre
        steps = sum(1 for _ in side_by_side(one, other, written[end:], seat))
        event(f"{min(steps // 10, 5)}0 steps or more")
        if one.seen(seat)[:-1] == other.seen(seat)[:-1] and told(one, seat) == told(other, seat):
            assert one.seen(seat) == other.seen(seat) or len(one.moves) != len(other.moves)


@given(st.sampled_from(TABLES), SEEDS)
@examples(5)
def test_two_unseen_cards_can_change_places_and_nothing_a_seat_gets_changes(table: tuple[str, int], seed: int) -> None:
    play_pairs(table, seed, {})


@given(st.sampled_from(TABLES), SEEDS, option_settings())
@examples(7)
def test_two_unseen_cards_can_change_places_under_any_options(
    table: tuple[str, int], seed: int, options: dict[str, Any]
) -> None:
    play_pairs(table, seed, options)


@given(SEEDS)
@examples(3)
def test_hands_that_end_early_tell_nothing_of_the_cards_left(seed: int) -> None:
    """A Coup that is decided leaves cards in the hands; they go back into the pack unseen."""
    play_pairs(("french-short", 4), seed, {"coup.stop_when_decided": True}, tries=12)


# ---- secret choices
@given(SEEDS, st.integers(3, 4))
@examples(4)
def test_a_sealed_answer_is_told_to_nobody_else(seed: int, players: int) -> None:
    rules = rules_of("french", players, {"hidden.attempt_known_by": "sealed"})
    rnd = random.Random(seed)
    one = coupdsl.Game(rules, seed)
    while not one.state.is_over and len(one.moves) < 300:
        if one.state.decision != "sealed":
            one.apply(choose(one.state, rnd))
            continue
        other = coupdsl.Game(rules, seed)
        for _, move in one.moves:
            other.apply(move)
        actor = one.state.actor
        one.apply("try")
        other.apply("not_try")
        event("sealed")
        for seat in range(players):
            if seat != actor:
                assert looks(one.state, seat) == looks(other.state, seat)
                assert one.seen(seat) == other.seen(seat)
                if one.state.actor == seat:
                    assert reasons(one.state) == reasons(other.state)
        assert one.seen(None) == other.seen(None)
        assert one.seen(actor) != other.seen(actor)


# ---- faces
class Teller:
    """Keeps, from the outside, which cards `seat` may know by now."""

    def __init__(self, state: coupdsl.State, seat: int | None) -> None:
        layout = state.code.layout
        self.layout, self.seat = layout, seat
        self.place = {layout.face_of[piece]: state.where[piece] for piece in range(layout.cards)}
        self.known = {face for face, zone in self.place.items() if self.sees(zone)}

    def sees(self, zone: int) -> bool:
        return self.layout.zones[zone].seen_by == "all" or (
            self.layout.zones[zone].seen_by == "owner" and self.layout.zone_owner[zone] == self.seat
        )

    def hear(self, one: Event, seen: dict[str, Any] | None) -> None:
        """Takes note of an event and of what the seat was told of it, which must be no more than it may know."""
        if one.kind == "moved":
            start, to, *pairs = one.data
            faces = [self.layout.face_of[piece] for piece in pairs[::2] if piece < self.layout.cards]
            for face in faces:
                assert self.place[face] == start
                self.place[face] = to
            if self.sees(to):
                self.known |= set(faces)
        elif one.kind == "shuffled":
            self.known -= {face for face, zone in self.place.items() if zone == one.data[0]}
        elif seen is not None and seen["event"] == "shown":
            self.known |= self.named(seen)
        elif one.kind == "chose" and one.data[0] != coupdsl.CHANCE:
            self.known |= self.named(seen)  # said aloud by another seat; what is said is checked by pairs of worlds
        assert self.named(seen) <= self.known, (self.seat, seen)

    def named(self, data: Any) -> set[str]:
        """Every card named in `data`, wherever it stands."""
        if isinstance(data, dict):
            return {face for value in data.values() for face in self.named(value)}
        if isinstance(data, list | tuple):
            return {face for value in data for face in self.named(value)}
        return self.place.keys() & set(data.split()) if isinstance(data, str) else set()


@given(st.sampled_from(TABLES), SEEDS, option_settings(), st.booleans())
@examples(6)
def test_no_view_or_event_names_a_card_that_the_seat_was_not_shown(
    table: tuple[str, int], seed: int, options: dict[str, Any], explicit: bool
) -> None:
    options.pop("hands.entered", None)  # where hands are told, it is said aloud who took which card
    rules = rules_of(*table, options)
    rnd = random.Random(seed)
    game = coupdsl.Game(rules, None if explicit else seed)
    fresh = coupdsl.Game(rules)  # before the first chance move all cards lie unseen in the pack
    tellers = [Teller(fresh.state, seat) for seat in (None, *range(table[1]))]
    heard = game.events[0][len(fresh.events[0]) :]
    for _ in range(200):
        for teller in tellers:
            for one in heard:
                teller.hear(one, one.seen_by(rules.code, teller.seat))
            view = game.state.view(teller.seat)
            if game.state.actor == teller.seat or game.state.decision == "deal":
                view.pop("options")  # they are checked by pairs of worlds
            assert teller.named(view) <= teller.known, (teller.seat, view)
        if game.state.is_over:
            break
        heard = game.apply(choose(game.state, rnd))
