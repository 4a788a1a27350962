"""Who played what lies in a trick: each card by itself, also where several are written alike."""

from __future__ import annotations

import random

import pytest
from tests.helpers import choose, rules_of
from tests.small_games import load_text

import coupdsl
from coupdsl.play.account.narrator import Narrator
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
        assert [by is None for _, by in watching.drawn()] == [True, False][: len(trick)]
        watching.choose(rng)
