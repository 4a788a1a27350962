"""What the checker says of rules that tell something hidden, and of those that do not."""

from __future__ import annotations

from pathlib import Path

import pytest

import coupdsl
from coupdsl.language.check import check_game

FRAME = """edition 1

game leaks {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, jack J
    extra joker X
  }
  account cash per seat = 1000
  account pot = 0
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone table: row seen by all
  state turn: seat = first of seats
  state bid per seat: number = 0 seen by owner
  state lot per seat: card or none = none seen by owner
  state secret: number = 0 seen by none
  state open_count: number = 0
  shuffle deck
  for s in seats { move first(3) of deck to hand of s }
  LINES
  move table to deck
  pot pays 0 to turn
  secret := open_count
  bid of turn := 1
  lot of turn := none
  finish by cash
  limit 100 moves { finish by cash }
}
"""

# Each case: lines, and the text that is underlined; None where nothing is told that should not be.
CASES = {
    "a branch on a hand": (
        "if some hand of turn where rank is ace { open_count := 1 }",
        "some hand of turn where rank is ace",
    ),
    "a branch on a count of cards": ("if count of hand of turn > 2 { open_count := 1 }", None),
    "an empty hand": ("for s in seats { if hand of s is empty { open_count := 1 } }", None),
    "who still has cards": ("turn := the first of (seats from turn where hand is not empty)", None),
    "a hidden state": ("if secret > 1 { open_count := 1 }", "secret > 1"),
    "a payment": (
        "turn pays sum of (if rank is ace then 10 else 0) over hand of turn to pot",
        "sum of (if rank is ace then 10 else 0) over hand of turn",
    ),
    "so much for each card": ("turn pays sum of 10 over hand of turn to pot", None),
    "a card kept in secret by all at once": (
        "for s in seats together { s secretly chooses lay c from hand of s\n lot of s := c }",
        None,
    ),
    "a card laid openly before all have chosen": (
        "for s in seats together { s secretly chooses lay c from hand of s\n move c to table }",
        "move c to table",
    ),
    "a count before all have chosen": (
        "for s in seats together { s secretly chooses lay c from hand of s\n open_count := open_count + 1 }",
        "open_count := open_count + 1",
    ),
    "an open state": (
        "open_count := count of (hand of turn where rank is ace)",
        "open_count := count of (hand of turn where rank is ace)",
    ),
    "one's own secret": ("bid of turn := count of (hand of turn where rank is ace)", None),
    "another's secret": (
        "bid of left of turn := count of (hand of turn where rank is ace)",
        "bid of left of turn := count of (hand of turn where rank is ace)",
    ),
    "where a card lies": ("if owner of joker is turn { open_count := 1 }", "owner of joker is turn"),
    "where an open card lies": ("for c in table { if the position of c > 1 { open_count := 1 } }", None),
    "the number of moved cards": ("move hand of turn where rank is ace to table", "hand of turn where rank is ace"),
    "where a secret pick goes": (
        "turn secretly chooses give c from hand of turn, t from seats\n  move c to hand of t",
        "t",
    ),
    "a card drawn for a secret pick": (
        "turn secretly chooses help t from seats\n  move first of deck to hand of t",
        "t",
    ),
    "a whole hand moved": ("move hand of turn to table", None),
    "passes over a hand": ("for c in hand of turn { open_count := open_count + 1 }", None),
    "a loop that ends by a hand": (
        "repeat r until joker in hand of turn at most 3 { open_count := 1 }",
        "joker in hand of turn",
    ),
    "who is asked": ("the owner of joker chooses play c from cards", "the owner of joker"),
    "one's own cards offered": (
        "turn chooses play c from hand of turn where rank is not ace preferring suit is hearts",
        None,
    ),
    "another's cards offered": ("turn chooses take c from hand of left of turn", "hand of left of turn"),
    "another's cards offered, after they were shown": (
        "show hand of left of turn to turn\n  turn chooses take c from hand of left of turn",
        None,
    ),
    "another's cards offered, after they were hidden": (
        "hide hand of left of turn for turn\n  turn chooses take c from hand of left of turn",
        "hand of left of turn",
    ),
    "another's cards offered by a rule, after others were shown": (
        "show table to turn\n  turn chooses take c from those(left of turn)\n  rule those(s: seat) = hand of s",
        "those(left of turn)",
    ),
    "a condition of an answer": (
        "turn chooses act {\n  yes if some hand of left of turn where rank is ace { }\n  otherwise no { }\n}",
        "some hand of left of turn where rank is ace",
    ),
    "a question after a secret answer": (
        "turn secretly chooses act {\n  yes { left of turn chooses play c from hand of left of turn }\n  no { }\n}",
        "left of turn chooses play c from hand of left of turn",
    ),
    "what a secret answer pays": (
        "turn secretly chooses act {\n  yes { turn pays 10 to pot }\n  no { }\n}",
        "turn pays 10 to pot",
    ),
    "a secret answer kept": ("turn secretly chooses act {\n  yes { bid of turn := 1 }\n  no { }\n}", None),
    "a secret answer shown to oneself": (
        "turn secretly chooses act {\n  look { show hand of left of turn to turn }\n  no { }\n}",
        None,
    ),
    "a secret answer draws": (
        "turn secretly chooses act {\n  look { show first(1) of deck to turn }\n  no { }\n}",
        "deck",
    ),
    "what was drawn before a secret answer": (
        "repeat once 1 times {\nlet top = the first of deck\n"
        "turn secretly chooses act {\n  look { show top to turn }\n  no { }\n}\n}",
        None,
    ),
    "a secret tells how much is drawn": (
        "repeat once 1 times {\nlet n = count of (hand of turn where rank is ace)\n"
        "let taken = first(n) of deck\nif count of taken > 9 { open_count := 1 }\n}",
        "deck",
    ),
    "a secret answer shown to another": (
        "turn secretly chooses act {\n  look { show hand of turn to left of turn }\n  no { }\n}",
        "show hand of turn to left of turn",
    ),
    "a secret pick told on": (
        "turn secretly chooses play c from hand of turn\n  if rank of c is ace { open_count := 1 }",
        "rank of c is ace",
    ),
    "an open pick": ("turn chooses play c from hand of turn\n  if rank of c is ace { open_count := 1 }", None),
    "by a rule": (
        "if strong(turn) { open_count := 1 }\n  rule strong(s: seat) = some hand of s where rank is ace",
        "strong(turn)",
    ),
    "by a rule that acts": (
        "open_count := told(turn)\n  rule told(s: seat): number { give count of (hand of s where rank is ace) }",
        "open_count := told(turn)",
    ),
    "by a value that changes": (
        "state n: number = 0\n  n := count of (hand of turn where rank is ace)",
        "n := count of (hand of turn where rank is ace)",
    ),
    "revealed": ("reveal aces = count of (hand of turn where rank is ace)\n  if aces > 1 { open_count := aces }", None),
    "revealed after a secret": (
        "turn secretly chooses act {\n  yes { reveal one = 1\n bid of turn := one }\n  no { }\n}",
        "reveal one = 1",
    ),
    "the end": (
        "if false { finish by count of (hand of it where rank is ace) }",
        "count of (hand of it where rank is ace)",
    ),
}


def write(lines: str, folder: Path) -> Path:
    path = folder / "leaks.coup"
    path.write_text(FRAME.replace("LINES", lines), "utf-8")
    return path


@pytest.mark.parametrize("name", CASES)
def test_what_tells_something_hidden(name: str, tmp_path: Path) -> None:
    lines, told = CASES[name]
    _, problems = check_game(write(lines, tmp_path))
    assert {(p.code.number, p.span.text) for p in problems} == ({("E314", told)} if told is not None else set())


def test_a_revealed_value_is_told_to_everybody(tmp_path: Path) -> None:
    path = write("reveal aces = hand of turn where rank is ace", tmp_path)
    game = coupdsl.Game(coupdsl.load(str(path), players=2), seed=1)
    hand = next(zone["pieces"] for zone in game.state.view(0)["zones"] if zone["name"] == "hand")
    aces = [face for face in ("AS", "AH") if face in hand]
    assert aces
    for seat in (0, 1, None):
        told = [event for event in game.seen(seat) if event["event"] == "revealed"]
        assert told == [{"event": "revealed", "name": "aces", "of": "set of card", "value": aces}]
