"""Nothing depends on what a seat has not been sent: two games at once that one seat cannot tell apart.

Both games begin alike. Chance and the other seats may choose differently in each, as long as the seat is sent the
same events; the seat itself chooses the same. Then whose turn it is, what is asked, its options, its view, the answers
to its mistakes and the end must be the same, to the byte.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import event, given
from tests.helpers import SEEDS, WHOLE, Situation, examples, option_settings, rules_of, situations
from tests.small_games import load_text

import coupdsl
from coupdsl.engine.payments import payments_of
from coupdsl.engine.refusals import legal_move
from coupdsl.engine.tracing import Part
from coupdsl.language.checker import whole
from coupdsl.language.diagnostics import Problems
from coupdsl.play.asking import Asking
from coupdsl.play.payments_told import PaymentsTold
from coupdsl.play.spoken import Words
from coupdsl.play.table_phrases import TablePhrases
from coupdsl.scene.model import Scene, Step
from coupdsl.scene.onlooker import Onlooker, Scenery

pytestmark = pytest.mark.unmeasured


def told(state: coupdsl.State, events: list[Any], seat: int) -> str:
    return json.dumps([one.seen_by(state.code, seat) for one in events if one.seen_by(state.code, seat) is not None])


def looks(state: coupdsl.State, seat: int) -> str:
    """Everything that `seat` can look at now."""
    options = [(move.id, str(move)) for move in state.legal_moves()] if state.actor == seat else []
    result = state.result()
    return json.dumps([state.actor, state.decision, list(state.pending), state.view(seat), options, str(result)])


def refusals(state: coupdsl.State, seat: int, rnd: random.Random) -> list[str]:
    """The answers of `seat` to some moves that are not legal, and to some that are none; out of turn to any."""
    found = []
    legal = set(state.legal_moves()) if state.actor == seat else set()
    moves = [move for move in state.rules.moves if move not in legal]
    for text in [*rnd.sample(moves, min(len(moves), 12)), "play", "no such move"]:
        try:
            state.apply(text, seat)
        except coupdsl.IllegalMove as error:
            found.append(str(error))
    return found


def reasons(state: coupdsl.State) -> list[str]:
    """Why each option is one."""
    found = [f"{because.reason} {because.rules}" for move in state.legal_moves() for because in legal_move(state, move)]
    asking, actor = asking_about(state.rules), state.actor
    assert actor is not None
    return found + [line for move in state.legal_moves()[:12] for line in asking.why(state, actor, str(move))]


@cache
def asking_about(rules: coupdsl.Rules) -> Asking:
    return Asking(Words(rules, "en", plain=True))


def asked(state: coupdsl.State, seat: int, rnd: random.Random) -> list[str]:
    """The answers of `seat` to questions why, at any time."""
    texts = [str(move) for move in rnd.sample(state.rules.moves, min(len(state.rules.moves), 6))]
    return [line for text in texts for line in asking_about(state.rules).why(state, seat, text)]


class Watching:
    """One of two games, told to `seat` as it goes on."""

    def __init__(self, state: coupdsl.State, seat: int) -> None:
        self.onlooker = Onlooker(_scenery(state.rules), seat)
        self.last = self.sees(state, state.events)

    def sees(self, state: coupdsl.State, events: list[Any]) -> tuple[Step, Scene | None]:
        """The step, and the scene unless chance goes on."""
        seat = self.onlooker.viewer
        assert seat is not None
        step = self.onlooker.hear(json.loads(told(state, events, seat)), state.rules.observer.remembered(state, seat))
        self.last = step, None if state.actor == coupdsl.CHANCE else self.onlooker.scene(state.view(seat))
        return self.last


@cache
def _scenery(rules: coupdsl.Rules) -> Scenery:
    return Scenery(rules, "en")


def outcomes(
    state: coupdsl.State, moves: list[coupdsl.Move], seat: int
) -> Iterator[tuple[str, coupdsl.Move, coupdsl.State]]:
    """What each of `moves` tells `seat`, and the state after it."""
    for move in moves:
        after = state.copy()
        yield told(after, after.apply(move), seat), move, after


def paid(state: coupdsl.State, move: coupdsl.Move, seat: int) -> list[str]:
    """What the payments that a move causes are made of, as `seat` may ask."""
    if not any(event.kind == "paid" for event in state.copy().apply(move)):
        return []
    payments = payments_of(state, move, seat)
    told = PaymentsTold(TablePhrases(Words(state.rules, "en", plain=True), seat)) if payments else None
    return [line for _, part in payments if told is not None for line in (*told.made_of(part), *_parts(part))]


def _parts(part: Part) -> list[str]:
    return [f"{inner.value} {inner.text} {list(inner.given.values())}" for _, inner in part.lines()]


def twins(rules: coupdsl.Rules, seat: int, rnd: random.Random, most: int) -> tuple[int, bool]:
    """Plays two games that `seat` cannot tell apart: how many moves they lasted, and whether they ever differed."""
    one, other = rules.start(), rules.start()
    watching, watched = Watching(one, seat), Watching(other, seat)
    differed = False
    for number in range(most):
        assert looks(one, seat) == looks(other, seat)
        assert watching.last == watched.last
        if one.actor is None:
            return number, differed
        if one.actor == seat:
            if rnd.random() < 0.2:
                assert reasons(one) == reasons(other)
                state = rnd.getstate()
                here = [*refusals(one, seat, rnd), *asked(one, seat, rnd)]
                rnd.setstate(state)
                assert here == [*refusals(other, seat, rnd), *asked(other, seat, rnd)]
            move = rnd.choice(one.legal_moves())
            made = [paid(one, move, seat), paid(other, move, seat)]
            events = one.apply(move), other.apply(move)
            if told(one, events[0], seat) != told(other, events[1], seat):
                return number, differed  # what it did told it something
            watching.sees(one, events[0])
            watched.sees(other, events[1])
            assert made[0] == made[1]
            continue
        moves = one.legal_moves()
        if rnd.random() < 0.1:
            state = rnd.getstate()
            here = [*refusals(one, seat, rnd), *asked(one, seat, rnd)]
            rnd.setstate(state)
            assert here == [*refusals(other, seat, rnd), *asked(other, seat, rnd)]
        for move in rnd.sample(moves, min(len(moves), 8)):
            after = one.copy()
            events = after.apply(move)
            heard = told(after, events, seat)
            others = other.legal_moves()
            rnd.shuffle(others)
            if rnd.random() < 0.9:
                others.sort(key=lambda there: str(there) != str(move))  # a small difference lasts longer
            same = next(((its, state) for text, its, state in outcomes(other, others, seat) if text == heard), None)
            if same is not None:
                assert paid(one, move, seat) == paid(other, same[0], seat)
                watching.sees(after, events)
                watched.sees(same[1], same[1].events)
                one, other = after, same[1]
                differed = differed or one != other
                break
        else:
            return number, differed
    return most, differed


@pytest.mark.long
@given(situations(), SEEDS)
@examples(45)
def test_what_a_seat_gets_depends_only_on_what_it_was_sent(situation: Situation, seed: int) -> None:
    rnd = random.Random(seed)
    lasted, differed = twins(situation.rules, rnd.randrange(situation.players), rnd, 400)
    event(f"{'two worlds' if differed else 'one world'}, {lasted // 50 * 50} moves or more")


@pytest.mark.long
@given(SEEDS, option_settings(name="coup-detat-2005"))
@examples(6)
def test_so_it_is_where_games_are_not_given_up_early(seed: int, options: dict[str, Any]) -> None:
    rnd = random.Random(seed)
    rules = rules_of("coup-detat-2005", 2, {"draw.agreement": False, **options})
    lasted, differed = twins(rules, rnd.randrange(2), rnd, 300 if WHOLE else 100)
    event(f"{'two worlds' if differed else 'one world'}, {lasted // 50 * 50} moves or more")


LEAKING = """edition 1

game leaking {
  seats [3]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, jack J
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  shuffle deck
  for s in seats { move first(2) of deck to hand of s }
  show hand of last of seats to left of last of seats
  for s in seats {
    s chooses guess t from seats preferring some hand of it where rank is ace
  }
  finish by 0
  limit 100 moves { finish by 0 }
}
"""


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the checker refuses, that a choice offers by cards that its chooser was not shown, is found in play, too."""
    with pytest.raises(Problems, match="the options tell the chooser what he may not see"):
        load_text(LEAKING, 3)
    monkeypatch.setattr(whole, "check_leaks_at_home", lambda context: None)
    rules = load_text(LEAKING, 3)
    with pytest.raises(AssertionError):
        for seed in range(50):
            twins(rules, 0, random.Random(seed), 100)
