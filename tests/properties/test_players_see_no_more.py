"""Players go by what their seat was sent: in two true games in which that is the same, they choose the same.

So do hints for people, and what they are told can be known.

The games differ in what the seat cannot know. Chance is the tests' own: now and then another card is dealt, or another
secret move made, in one of the games than in the other, as long as the seat is sent the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Any

import pytest
from tests.helpers import ROTATION, TABLES, WHOLE, rules_of, sample

import coupdsl
from coupdsl.play import advising
from coupdsl.play.advising import Advising
from coupdsl.play.bots import BOTS, find_maker
from coupdsl.play.spoken import Words
from coupdsl.search.player import Maker, Player, Told

pytestmark = pytest.mark.unmeasured

PAIRS = 200  # of games begun, at most
ASKED = 4  # decisions at which they differ
ADVISED = 4 if WHOLE else 1  # decisions at which they differ and advice is asked for
EACH = 3  # of them in one pair
SHORT = ("kuhn", "leduc", "coup")
BY_ITERATIONS = [name for name in BOTS if name not in ("random", "expert")]  # which goes by the clock


class Side:
    """One of the two games, and a player at the seat."""

    def __init__(self, rules: coupdsl.Rules, seat: int, maker: Maker, seed: int) -> None:
        self.game, self.seat = coupdsl.Game(rules), seat
        self._made = partial(maker, rules, seat, seed)
        self.heard = 0

    @cached_property
    def player(self) -> Player:
        return self._made()

    def sent(self, move: coupdsl.Move) -> list[Told]:
        """What the seat would be sent of a move."""
        return self.game.told(self.game.state.copy().apply(move), self.seat)

    def asked(self) -> coupdsl.Move:
        """What the player chooses, told all that it has not heard yet."""
        sent, state = self.game.seen(self.seat), self.game.state
        self.player.told(sent[self.heard :])
        self.heard = len(sent)
        return self.player.choose(state.decision or "", state.legal_moves(), state.view(self.seat))


def twins(one: Side, other: Side, rnd: random.Random) -> Iterator[None]:
    """Plays both until they part, as far as the seat is told; stops where it has a choice and they differ."""
    seat, here, there = one.seat, one.game, other.game
    often = rnd.choice((0.02, 0.1, 0.3))  # how often they are to differ
    while here.state.actor is not None:
        moves = here.state.legal_moves()
        if here.state.actor == seat and len(moves) > 1 and here.state != there.state:
            assert here.seen(seat) == there.seen(seat)
            yield
        move = rnd.choice(moves)
        heard = one.sent(move)
        others = [move] if here.state.actor == seat else there.state.legal_moves()
        rnd.shuffle(others)
        if rnd.random() > often:  # else what is made up for at once: a small difference lasts longer
            others.sort(key=lambda its: (its is not move, its in moves))
        same = next((its for its in others if other.sent(its) == heard), None)
        if same is None:
            return
        here.apply(move)
        there.apply(same)


def asked_and_parted(
    rules: coupdsl.Rules, maker: Callable[[coupdsl.Rules, int, int], Any], rnd: random.Random
) -> tuple[int, int]:
    """How often a player chose in two games that differ, and how often it did not choose the same in both."""
    asked = parted = 0
    for _ in range(PAIRS):
        seat, seed = rnd.randrange(rules.players), rnd.getrandbits(64)
        one, other = (Side(rules, seat, maker, seed) for _ in range(2))
        for _ in islice(twins(one, other, rnd), min(EACH, ASKED - asked)):
            asked += 1
            parted += one.asked() is not other.asked()
        if asked == ASKED:
            break
    return asked, parted


def cases(games: Sequence[str]) -> list[tuple[str, str]]:
    return [(game, bot) for game in games for bot in BY_ITERATIONS]


def some() -> list[tuple[str, str]]:
    """Those of games that are soon thought about; where everything is tried, also some of the others."""
    others = cases([game for game in sorted(TABLES) if game not in SHORT])
    return sample(cases(SHORT), 2) + (random.Random(ROTATION).sample(others, 10) if WHOLE else [])


@pytest.mark.parametrize(("game", "bot"), some())
def test_a_level_chooses_the_same_where_its_seat_was_sent_the_same(game: str, bot: str) -> None:
    rnd = random.Random(f"{game} {bot} {ROTATION}")
    asked, parted = asked_and_parted(rules_of(game, TABLES[game][-1]), find_maker(bot), rnd)
    assert asked > 0
    assert parted == 0


class Advised:
    """What a person at the table is told who asks for a hint, and what can be known."""

    def __init__(self, side: Side) -> None:
        self.game, self.seat = side.game, side.seat
        self.advising = Advising(Words(side.game.rules, "en", plain=True), print)

    def asked(self) -> list[str]:
        return self.advising.hint(self.game, self.seat) + self.advising.known(self.game, self.seat)


@pytest.mark.parametrize("game", sample(sorted(TABLES), 6))
def test_what_is_advised_is_the_same_where_its_seat_was_sent_the_same(game: str) -> None:
    rnd, rules, asked = random.Random(f"{game} {ROTATION}"), rules_of(game, TABLES[game][-1]), 0
    for _ in range(PAIRS):
        seat = rnd.randrange(rules.players)
        one, other = (Side(rules, seat, find_maker("random"), 1) for _ in range(2))
        here, there = Advised(one), Advised(other)
        for _ in islice(twins(one, other, rnd), min(EACH, ADVISED - asked)):
            asked += 1
            assert here.asked() == there.asked()
        if asked == ADVISED:
            break
    assert asked > 0


def test_who_is_advised_by_what_lies_hidden_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising.Advising, "hint", lambda self, game, seat: [str(game.state.where)])
    with pytest.raises(AssertionError):
        test_what_is_advised_is_the_same_where_its_seat_was_sent_the_same("hearts")


@pytest.mark.parametrize("game", sample(sorted(TABLES), 3))
def test_games_are_found_that_differ_in_what_a_seat_cannot_know(game: str) -> None:
    asked, parted = asked_and_parted(rules_of(game, TABLES[game][-1]), find_maker("random"), random.Random(game))
    assert asked > 0
    assert parted == 0


class Peeping:
    """Sees what lies hidden, and lets it decide."""

    game: coupdsl.Game

    def __init__(self, rules: coupdsl.Rules, seat: int, seed: int) -> None:
        pass

    def told(self, events: Sequence[Told]) -> None:
        pass

    def choose(self, decision: str, moves: Sequence[coupdsl.Move], view: Mapping[str, Any]) -> coupdsl.Move:
        return moves[sum(at * zone for at, zone in enumerate(self.game.state.where)) % len(moves)]


def test_a_player_that_sees_more_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def seated(self: Side, *given: Any) -> None:
        ordinary(self, *given)
        assert isinstance(self.player, Peeping)
        self.player.game = self.game

    ordinary = Side.__init__
    monkeypatch.setattr(Side, "__init__", seated)
    asked, parted = asked_and_parted(rules_of("hearts", 4), Peeping, random.Random(1))
    assert asked > 0
    assert parted > 0
