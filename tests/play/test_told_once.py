"""What a choice tells of a card is where it takes it: where that goes next, and others of its like, are told."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest
from tests.play.test_account import narrator
from tests.small_games import load_text

import coupdsl
from coupdsl.play.account.chronicle import lines, moves_told
from coupdsl.play.game import Game

TWICE = """edition 1
game twice {
  seats [2]
  cards { suits red R, blue B
    ranks three 3, two 2
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone table: row seen by all
  for s in seats { move first(2) of deck to hand of s }
  for s in seats {
    s chooses play c from hand of s
    move c to table
    if rank of c is three { move c to hand of left of s } else { move c to deck }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""
PASSED = """edition 1
game passed {
  seats [3]
  cards { suits red R, blue B
    ranks three 3, two 2, one 1
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone passing per seat: set seen by owner
  for s in seats { move first(2) of deck to hand of s }
  for s in seats together {
    s secretly chooses pass_on c from hand of s
    move c to passing of s
  }
  for s in seats { move passing of s to hand of left of s }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""
ALIKE = """edition 1
game alike {
  seats [2]
  cards { ranks gold
    copies 4
  }
  zone deck: row seen by none = cards
  zone market: row seen by all
  zone hand per seat: set seen by owner
  move first(2) of deck to market
  for s in seats {
    s chooses take c from market
    move c to hand of s
    move first of deck to market
  }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""
TAKEN = """language: en
told:
  moves: {take: "{who} takes WHAT"}
  names: {market: "{cards} is turned up"}
"""


def told(rules: coupdsl.Rules, viewer: int | None, moves: list[str]) -> list[str]:
    game = Game(rules, 1)
    for move in moves:
        game.apply(next(one for one in game.state.legal_moves() if str(one).startswith(move)))
    teller = narrator(rules, viewer, "en", plain=True)
    return list(lines(moves_told(game, teller), teller))


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_where_a_card_goes_after_it_was_played_is_told(viewer: int | None) -> None:
    found = told(load_text(TWICE), viewer, ["play 3R", "play 2"])
    first = next(at for at, line in enumerate(found) if line.startswith("1. "))
    assert found[first].endswith(": play 3R")
    assert "gets 3R" in found[first + 1]
    assert found[first + 3].startswith("2") and found[first + 3].endswith("from table to deck")


def test_who_passed_last_is_told_where_his_card_goes_as_the_others_are() -> None:
    found = told(load_text(PASSED, 3), 2, ["pass_on", "pass_on", "pass_on"])
    assert sum(" from Seat " in line or " gets " in line for line in found[-5:]) == 3
    assert any(re.match(r"Seat 0 gets \w\w from Seat 2", line) for line in found), found


@pytest.mark.parametrize("what", ["{cards}", "{0}"])
def test_a_card_that_looks_like_the_one_that_was_taken_is_told(what: str, tmp_path: Path) -> None:
    (tmp_path / "alike.coup").write_text(ALIKE, "utf-8")
    (tmp_path / "alike.en.yaml").write_text(TAKEN.replace("WHAT", what), "utf-8")
    found = told(coupdsl.load(str(tmp_path / "alike.coup"), 2), None, ["take", "take"])
    assert found[1:5] == [
        "1. Seat 0 takes gold", "Gold is turned up", "2. Seat 1 takes gold", "Gold is turned up"
    ]  # fmt: skip


PICKED = """edition 1
game picked {
  seats [3]
  cards { ranks three 3, two 2, one 1 }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone laid per seat: set seen by all
  state picked per seat: card or none = none seen by owner
  for s in seats { move first of deck to hand of s }
  for s in seats together {
    s secretly chooses lay c from hand of s
    picked of s := c
  }
  for s in seats { move the first of (hand of s where it is picked of s) to laid of s }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("at_once", [False, True])
def test_what_all_chose_in_secret_is_shown_of_each(at_once: bool) -> None:
    """Also of whoever chose last, after whose choice it comes, and also where all is heard at once."""
    game = Game(load_text(PICKED, 3), 1)
    while not game.state.is_over:
        game.apply(game.state.legal_moves()[0])
    heard = [game.told_to_any(events) for events in game.events]
    teller = narrator(game.rules, plain=True)
    found = [line for events in ([[*chain(*heard)]] if at_once else heard) for line in teller.tell(events)]
    laid = [line.partition(": lay ") for line in found if ": lay " in line]
    assert len(laid) == 3
    assert [line for line in found if " shows " in line] == [f"{seat} shows {card}" for seat, _, card in laid]


TOKENS = """edition 1
game tokens_drawn {
  seats [2]
  pieces tokens: 9 { worth: number = 3 }
  zone bag: row of tokens seen by none = tokens
  zone won per seat: set of tokens seen by all
  for s in seats { s chooses draw { draw { move first(3) of bag to won of s } } }
  finish by sum of worth over won
  limit 10 moves { finish by 0 }
}
"""


def test_pieces_that_are_counted_where_they_look_alike_are_told_with_what_they_hold(tmp_path: Path) -> None:
    (tmp_path / "game.coup").write_text(TOKENS, "utf-8")
    (tmp_path / "game.en.yaml").write_text('language: en\ntold:\n  alike: {plural: "{0} {1}s"}\n', "utf-8")
    found = told(coupdsl.load(str(tmp_path / "game.coup"), 2), 0, ["draw", "draw"])
    assert any("3 × tokens (worth 3)" in line for line in found), found


def test_pieces_that_are_revealed_are_told_with_what_they_hold(tmp_path: Path) -> None:
    path = tmp_path / "game.coup"
    path.write_text(TOKENS.replace("  finish", "  for s in seats { reveal drawn = won of s }\n  finish", 1), "utf-8")
    found = told(coupdsl.load(str(path), 2), 0, ["draw", "draw"])
    assert any(re.fullmatch(r"Drawn of Seat 1: 3 × tokens \(worth 3\)", line) for line in found), found


COVERED = """edition 1
game covered {
  seats [2]
  cards {
    suits red R, blue B
    ranks three 3, two 2
  }
  shape pair as pairs { alike: 2 of one rank }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone table: set seen by all
  zone coming: set seen by all shown as nothing
  zone pile: row seen by all shown as count
  move (cards where rank is three) to hand of first of seats
  move (cards where rank is two) to hand of last of seats
  first of seats chooses act { lay m from pairs where members in hand of first of seats { cover_with(members of m) } }
  last of seats chooses act_too {
    lay c from hand of last of seats {
      cover_with([c])
      last of seats chooses put_aside d from hand of last of seats
      move d to coming
    }
  }
  first of seats chooses end { done { move coming to table } }
  finish by 0
  limit 20 moves { finish by 0 }
  rule cover_with(those: set of card) {
    move those to coming
    move table to pile
    move coming to table
  }
}
"""


@pytest.mark.parametrize("at_once", [False, True])
def test_cards_laid_together_or_through_a_place_that_is_not_shown_are_told_once(at_once: bool) -> None:
    game = Game(load_text(COVERED), 1)
    while not game.state.is_over:
        game.apply(game.state.legal_moves()[0])
    heard = [game.told_to_any(events) for events in game.events]
    teller = narrator(game.state.rules, None, "en", plain=True)
    batches = [[event for events in heard for event in events]] if at_once else heard
    found = [line for batch in batches for line in teller.tell(batch)]
    laid = [line for line in found if any(face in line for face in ("3R", "2R", "2B"))]
    assert laid[-4:] == [
        "Seat 0: lay 3R 3B", "Seat 1: lay 2R", "Seat 1: put aside 2B", "Seat 1 lays 2B (table)"
    ], found  # fmt: skip
