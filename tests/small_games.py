"""Small games written in tests: a frame with cards, money and notes, to which lines are added."""

from __future__ import annotations

import atexit
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import coupdsl
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.rulesets.compose import compose

FRAME = """edition 1
TOP
game frame {
  seats [2, 3, 4]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, two 2
    extra joker X
  }
  account cash per seat = 100
  account pot = 7
  pieces notes: 3 { debtor: seat, owed: amount }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone pile per seat: row seen by owner
  zone trick: row seen by all
  zone blank: row seen by all = notes
  zone signed: row of notes seen by all
  order high { true by ranks }
  state one: number = 1
  state s0: seat = first of seats
  state s1: seat = last of seats
  move first(3) of deck to hand of s0
  move first(3) of deck to hand of s1
  move king of spades to trick
  move ace of hearts to trick
  LINES
  s0 chooses done { yes { } }
  finish by cash
  limit 50 moves {
    touch()
    finish by 0
  }
  rule touch {
    for n in blank {
      debtor of n := s0
      owed of n := cash of s0 + pot
      move n to signed
    }
    if count of (highest of trick by high) > one { pot pays everything to s1 for nothing }
    move pile of s0 to deck
  }
}
"""
# After its first lines: spade ace and queen in hand 0, spade two and heart king in hand 1, spade king and heart ace
# in the trick, heart queen, heart two and the joker left in the deck.


def game(lines: str = "", top: str = "") -> str:
    return FRAME.replace("LINES", lines).replace("TOP", top)


@cache
def _shelf() -> tempfile.TemporaryDirectory[str]:
    """One folder for all of a test run, taken away at its end."""
    shelf = tempfile.TemporaryDirectory(prefix="coupdsl")
    atexit.register(shelf.cleanup)
    return shelf


def in_folder(files: dict[str, str]) -> Path:
    """A new folder with these files."""
    folder = Path(tempfile.mkdtemp(dir=_shelf().name))
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@cache
def load_text(text: str, players: int = 2) -> coupdsl.Rules:
    return coupdsl.load(in_folder({"game.coup": text}) / "game.coup", players)


def start(lines: str, top: str = "", players: int = 2, seed: int | None = 1) -> coupdsl.State:
    """The frame with these lines, as far as its first decision."""
    return load_text(game(lines, top), players).start(seed)


def value(kind: str, expression: str, players: int = 2) -> Any:
    """What an expression of the frame is, as plain data."""
    lines = f"  state result: {kind}\n  reveal found = {expression}\n  result := found\n"
    lines += "  rule used = result\n  touch_it()\n"
    lines += "  rule touch_it { let used_here = used }"
    return start(lines, players=players).view(None)["states"]["result"]


def problems(files: dict[str, str], name: str) -> list[Diagnostic]:
    """Everything wrong with the ruleset `name` among these files."""
    return compose(str(in_folder(files) / name))[1]


def warnings(files: dict[str, str], name: str) -> list[Diagnostic]:
    """What is told of a ruleset with which nothing is wrong."""
    composed, found = compose(str(in_folder(files) / name))
    assert composed is not None and not found
    return composed.warnings


def all_told(files: dict[str, str], name: str) -> list[Diagnostic]:
    """The warnings of the ruleset `name` among these files, then everything wrong with it."""
    composed, found = compose(str(in_folder(files) / name))
    return [*(composed.warnings if composed is not None else ()), *found]


def said(found: list[Diagnostic]) -> list[str]:
    """Problems as short texts: code, line and column, message."""
    return [f"{p.code.number} {p.span.line}:{p.span.column} {p.message}" for p in found]
