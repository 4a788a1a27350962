"""Who played what lies in a trick: each card by itself, also where several are written alike."""

from __future__ import annotations

import random

import pytest
from tests.helpers import choose, rules_of
from tests.native.test_dummy import rules as mini_bridge
from tests.small_games import load_text

import coupdsl
from coupdsl.play.account.chronicle import lines, moves_told
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.asking import Asking
from coupdsl.play.drawing import Drawing
from coupdsl.play.spoken import Words
from coupdsl.scene.onlooker import Onlooker, Scenery

TURNED_UP = """edition 1
game turned {
  seats [2]
  cards {
    suits spades S
    ranks ace A, king K, queen Q
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone trick: row seen by all shown as trick
  repeat deal 6 times {
    move cards to deck
    shuffle deck
    move first of deck to trick
    for s in seats { move first of deck to hand of s }
    for s in seats {
      s chooses play c from hand of s
      move c to trick
    }
  }
  finish by 0
  limit 100 moves { finish by 0 }
}
"""


class Watching:
    """A spectator who hears a game, at a terminal and at a page."""

    def __init__(self, game: coupdsl.Game) -> None:
        words = Words(game.rules, "en", plain=True)
        self.game, self.drawing, self.narrator = game, Drawing(words), Narrator(words, None)
        self.onlooker = Onlooker(Scenery(game.rules, "en"), None)
        self.told: list[str] = []
        for events in game.events:
            self._hear(game.told(events, None))

    def _hear(self, events: list[dict[str, object]]) -> None:
        self.told = self.narrator.tell(events)
        self.onlooker.hear(events)

    def choose(self, rng: random.Random) -> None:
        self._hear(self.game.told(self.game.apply(choose(self.game.state, rng)), None))

    def trick(self) -> str:
        lines = self.drawing.table(self.game.state.view(None), self.narrator.laid.lying)
        return "".join(line.removeprefix("trick: ") for line in lines if line.startswith("trick: "))

    def drawn(self) -> list[tuple[str, int | None]]:
        scene = self.onlooker.scene(self.game.state.view(None))
        (trick,) = [zone for zone in scene.zones if zone.key == "trick"]
        return [(piece.name, piece.by) for piece in trick.pieces or trick.cleared]


@pytest.mark.unmeasured
def test_cards_that_are_written_alike_are_told_of_whoever_played_each() -> None:
    watching, rng, laid, alike = Watching(coupdsl.Game(rules_of("doubled-pack", 4), 1)), random.Random(3), [], 0
    while not watching.game.state.is_over and alike < 3:
        before = watching.game.state.actor, watching.game.state.decision
        watching.choose(rng)
        move = str(watching.game.moves[-1][1])
        if before[1] != "play":
            continue
        laid.append((move.split()[1], before[0]))
        if watching.trick():
            said = [f"{watching.drawing.words.piece(face)} by Seat {seat}" for face, seat in laid]
            assert watching.trick() == ", ".join(said)
        assert watching.drawn() == laid
        if not watching.trick():
            alike += len({face for face, _ in laid}) < len(laid)
            (taken,) = [line for line in watching.told if " wins the trick" in line]
            assert taken.partition(" with ")[2].removesuffix(".") in {
                watching.drawing.words.piece(face) for face, seat in laid if taken.startswith(f"Seat {seat} ")
            }
            laid = []
    assert alike == 3


def test_what_was_played_in_the_deal_before_is_no_longer_of_who_played_it() -> None:
    watching, rng = Watching(coupdsl.Game(load_text(TURNED_UP, 2), 3)), random.Random(1)
    while not watching.game.state.is_over:
        trick = watching.trick().split(", ")
        assert [" by Seat " in card for card in trick] == [False, True][: len(trick)]
        assert not any("to deck" in line for line in watching.told)  # what is gathered to be dealt again
        assert [by is None for _, by in watching.drawn()] == [True, False][: len(trick)]
        watching.choose(rng)


def test_of_a_card_of_a_dummy_it_is_told_whose_it_is() -> None:
    game, rng = coupdsl.Game(mini_bridge(), seed=1), random.Random(1)
    game.apply("suit spades 8")
    while not game.state.is_over:
        game.apply(choose(game.state, rng))
    narrator = Narrator(Words(game.rules, "en", plain=True), None)
    told = [line for line in lines(moves_told(game, narrator), narrator) if "play" in line]
    of_dummy = [line for line in told if line.endswith(" of Seat 1")]
    assert len(of_dummy) == 13 and all("Seat 3" in line for line in of_dummy)
    assert len([line for line in told if " of " in line]) == 13


SEALED = """edition 1
game sealed {
  seats [3]
  state bid per seat: number = 0
  state friend per seat: seat = first of seats
  rule sale(s: seat) {
    for t in seats {
      t chooses sealed n from 0 .. 2
      bid of t := n
    }
    reveal top = largest of bid over seats
    reveal winner = the first of (seats from s where bid is top)
    reveal chosen = friend of s
  }
  sale(last of seats)
  finish by bid
  limit 20 moves { finish by 0 }
}
"""


def test_who_is_found_among_others_is_said_to_be_nobodys() -> None:
    game, told = coupdsl.Game(load_text(SEALED, 3), 1), list[str]()
    narrator = Narrator(Words(game.rules, "en", plain=True), None)
    for number in (1, 2, 0):
        told = narrator.tell(game.told(game.apply(f"sealed {number}"), None))
    assert "Winner: Seat 1" in told
    assert "Chosen of Seat 2: Seat 0" in told


@pytest.mark.unmeasured
def test_one_of_two_cards_alike_is_not_gone_since_the_other_was_played() -> None:
    game, rng = coupdsl.Game(rules_of("doubled-pack", 4), 1), random.Random(3)
    asking, asked = Asking(Words(game.rules, "en", plain=True)), 0
    while asked < 3:
        seat, last = game.state.actor, [str(move).split()[1] for _, move in game.moves[-3:] if move.word == "play"]
        for face in last if game.state.decision == "play" and seat is not None else ():
            held = {
                piece for zone in game.state.view(seat)["zones"] if zone["seat"] == seat for piece in zone["pieces"]
            }
            if face not in held:
                asked += 1
                assert "no longer" not in asking.why(game.state, seat, f"play {face}", game)[0]
        game.apply(choose(game.state, rng))
