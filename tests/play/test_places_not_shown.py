"""What is told of pieces that go through a place that is not shown."""

from __future__ import annotations

import pytest
from tests.small_games import in_folder, load_text

import coupdsl
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.spoken import Words

GAME = """edition 1
game blind {
  seats [2]
  cards {
    suits clubs C, coins O
    ranks ace A, king K
  }
  kind slot as slots { at: number }
  slot p1 { at: 0 }
  slot p2 { at: 1 }
  zone deck: row seen by none = cards
  zone hand per seat: row seen by others
  zone laid: set seen by all shown as nothing
  zone played: set seen by all
  move first(2) of deck to laid
  move first(2) of deck to hand of first of seats
  first of seats chooses card {
    card p from slots {
      move hand of first of seats where position is at of p to laid
      move laid to played
    }
  }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


def test_they_are_told_from_where_they_were_seen_before() -> None:
    game = coupdsl.Game(load_text(GAME, 2), 1)
    narrator = Narrator(Words(game.rules, "en", True), 1)
    dealt = narrator.tell(game.seen(1))
    before = len(game.seen(1))
    hand = next(zone["pieces"] for zone in game.state.view(1)["zones"] if zone["name"] == "hand" and zone["seat"] == 0)
    game.apply(game.state.legal_moves()[0])
    told = narrator.tell(game.seen(1)[before:])
    assert not any("laid" in line for line in [*dealt, *told])
    assert f"Seat 0 lays {hand[0]} (played)" in told


def test_suits_of_another_pack_have_no_signs_of_ours() -> None:
    words = Words(load_text(GAME, 2), "en", False)
    assert words.piece("AC") == "AC"
    assert Words(load_text(GAME.replace("coins O", "hearts H"), 2), "en", False).piece("AC") == "A♣"
    tarot = Words(load_text(GAME.replace("coins O", "hearts H, spades S, diamonds D, trumps T"), 2), "fr", False)
    assert [tarot.piece("AC"), tarot.piece("AT")] == ["A♣", "AT"]


OWN_DECKS = """edition 1
game own_decks {
  seats [2]
  cards { ranks one, two }
  zone deck per seat: row seen by none
  zone supply: row seen by none = cards
  zone hand per seat: set seen by owner
  for s in seats { move first of supply to deck of s }
  for s in seats { s chooses draw { draw { move deck of s to hand of s } } }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


def test_what_comes_from_ones_own_deck_to_the_hand_is_not_laid_there() -> None:
    game = coupdsl.Game(load_text(OWN_DECKS, 2), 1)
    told = Narrator(Words(game.rules, "en", True), 0).tell(game.told(game.apply("draw"), 0))
    assert told == ["Seat 0 (you): draw", "Seat 0 (you) gets one (deck)"]


BOARD = """edition 1
game pegging {
  seats [2]
  account pegged per seat = 10
  account board = none
  account box
  for s in seats {
    s chooses claim {
      claim {
        board pays 2 to s for shown
        s pays 1 to board for muggins
        board pays 3 to box for aside
      }
    }
  }
  finish by pegged
  limit 9 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Seat 0 gets 2 (shown)", "Seat 0 pays 1 (muggins)"]),
        ("fr", ["Le joueur 0 reçoit 2 (shown)", "Le joueur 0 paie 1 (muggins)"]),
    ],
)
def test_an_account_that_is_not_shown_is_not_spoken_of(language: str, told: list[str]) -> None:
    """Not even where a house rule pays for a reason that the texts of the game have no sentence for."""
    files = {"pegging.coup": BOARD, f"{language}.yaml": f'language: {language}\nnames: {{board: "", box: ""}}\n'}
    game = coupdsl.Game(coupdsl.load(in_folder(files) / "pegging.coup", 2), 1)
    narrator = Narrator(Words(game.rules, language, True), None)
    assert narrator.tell(game.told(game.apply("claim"), None))[1:] == told
