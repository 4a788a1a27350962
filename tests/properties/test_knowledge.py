"""Nobody is told what he may not know: views, events, options and reasons are functions of what was sent to a seat.

Two worlds are played side by side. They differ in two cards that one seat has not seen; the public moves are the
same. As long as that seat was sent the same events, all it can look at must be the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from typing import Any

from hypothesis import event, given
from hypothesis import strategies as st

import coupdsl
from tests.helpers import SEEDS, VARIANTS, choose, examples, option_settings, play_out, rules_of

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
            state.apply(move)
        except coupdsl.IllegalMove as error:
            found.append(str(error))
    for text in ("pley QS", "attempt", "play 1S"):
        try:
            state.apply(text)
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
    while start > 0 and str(game.moves[start - 1][1]).startswith("deal") and "drawn" not in str(game.moves[start - 1][1]):
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


def play_pairs(table: tuple[str, int], seed: int, options: dict[str, Any], tries: int = 6) -> None:
    rnd = random.Random(seed)
    rules = rules_of(*table, options)
    game = play_out(rules, None, rnd, most=rnd.randrange(120, 500))
    deals = at_deals(game)
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
@examples(12)
def test_two_unseen_cards_can_change_places_and_nothing_a_seat_gets_changes(table: tuple[str, int], seed: int) -> None:
    play_pairs(table, seed, {})


@given(st.sampled_from(TABLES), SEEDS, option_settings())
@examples(20)
def test_two_unseen_cards_can_change_places_under_any_options(
    table: tuple[str, int], seed: int, options: dict[str, Any]
) -> None:
    play_pairs(table, seed, options)


@given(SEEDS)
@examples(6)
def test_hands_that_end_early_tell_nothing_of_the_cards_left(seed: int) -> None:
    """A Coup that is decided leaves cards in the hands; they go back into the pack unseen."""
    play_pairs(("french-short", 4), seed, {"coup.stop_when_decided": True}, tries=12)


# ---- secret choices
@given(SEEDS, st.integers(3, 4))
@examples(8)
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
    """Keeps, from the outside, which faces `seat` may know, and looks for others in what it is sent."""

    def __init__(self, rules: coupdsl.Rules, seat: int | None) -> None:
        self.seat = seat
        self.faces = set(rules.code.layout.face_of[: rules.code.layout.cards])

    def may_see(self, state: coupdsl.State) -> set[str]:
        layout = state.code.layout
        seen = set()
        for piece in range(layout.cards):
            zone = layout.zones[state.where[piece]]
            own = layout.zone_owner[state.where[piece]] == self.seat
            if zone.seen_by == "all" or (own and self.seat is not None):
                seen.add(layout.face_of[piece])
        return seen

    def named(self, data: Any) -> set[str]:
        """Every face in `data`, wherever it stands."""
        if isinstance(data, dict):
            return {face for value in data.values() for face in self.named(value)}
        if isinstance(data, list | tuple):
            return {face for value in data for face in self.named(value)}
        return self.faces & set(data.split()) if isinstance(data, str) else set()


@given(st.sampled_from(TABLES), SEEDS, option_settings(), st.booleans())
@examples(10)
def test_no_view_or_event_names_a_card_that_the_seat_was_not_shown(
    table: tuple[str, int], seed: int, options: dict[str, Any], explicit: bool
) -> None:
    options.pop("view.trick_history", None)  # it makes people forget what they were shown
    rules = rules_of(*table, options)
    rnd = random.Random(seed)
    tellers = [Teller(rules, seat) for seat in (None, *range(table[1]))]
    game = coupdsl.Game(rules, None if explicit else seed)
    shown: dict[int | None, set[str]] = {teller.seat: set() for teller in tellers}
    code = rules.code
    for _ in range(300):
        if game.state.is_over:
            break
        before = {teller.seat: teller.may_see(game.state) for teller in tellers}
        move = choose(game.state, rnd)
        events = game.apply(move)
        for teller in tellers:
            allowed = shown[teller.seat] | before[teller.seat] | teller.may_see(game.state)
            for one in events:
                seen = one.seen_by(code, teller.seat)
                if one.kind == "shuffled":
                    shown[teller.seat].clear()
                    allowed = teller.faces if explicit else allowed | teller.faces  # what came and went in one move
                elif seen is not None and seen["event"] == "shown":
                    named = teller.named(seen["pieces"])
                    shown[teller.seat] |= named
                    allowed |= named
                elif seen is not None and one.kind == "moved":
                    named = teller.named(seen)
                    assert named <= allowed, (teller.seat, seen)
            view = game.state.view(teller.seat)
            view.pop("options")
            named = teller.named(view["zones"])
            assert named <= shown[teller.seat] | teller.may_see(game.state)
