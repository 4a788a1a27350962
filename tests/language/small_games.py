"""Small games written for a test: a frame with room for lines, and what came of playing them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import coupdsl

FRAME = """edition 1
{top}
game sample {{
  seats [2, 3]
  cards {{
    suits spades S, hearts H
    ranks ace A, king K, queen Q
    extra joker J
  }}
  unit 10
  account cash per seat = 100
  account pot = 0
  zone deck: row seen by all = cards
  zone hand per seat: set seen by owner
  zone trick: row seen by all
  state leader: seat = first of seats
  state answer: number = 0
  state money: amount = 0

{lines}

  if answer is 0 {{ answer := count of trick }}
  for owner_to_be in seats where it in deck_owners and deck is not empty {{ move first of deck to hand of owner_to_be }}
  leader := leader
  money := money
  pot pays 0 to leader
  finish by answer, money, cash
  limit 50 moves {{ finish by answer }}

  rule deck_owners = seats where it is last of seats
}}
"""


def rules(folder: Path, lines: str, top: str = "", players: int = 2, **more: Any) -> coupdsl.Rules:
    """The rules of the frame with these lines."""
    path = folder / "sample.coup"
    path.write_text(FRAME.format(lines=lines, top=top), "utf-8")
    return coupdsl.load(path, players, **more)


def whole(folder: Path, text: str, players: int = 2, **more: Any) -> coupdsl.Rules:
    """The rules of a game written out."""
    path = folder / "whole.coup"
    path.write_text(text, "utf-8")
    return coupdsl.load(path, players, **more)


def played(given: coupdsl.Rules, *moves: str, seed: int | None = 1) -> coupdsl.State:
    """The state after these moves, and then the first option of everything that is asked."""
    state = given.start(seed)
    for move in moves:
        state.apply(move)
    while not state.is_over:
        state.apply(state.legal_moves()[0])
    return state


def answer(folder: Path, lines: str, *moves: str, top: str = "", players: int = 2, name: str = "answer") -> Any:
    """The value of a state when the frame with these lines was played out."""
    return played(rules(folder, lines, top, players), *moves).view(None)["states"][name]
