"""Small games at random that shuffle and read what they shuffled: `program(seed)` is always the same game."""

from __future__ import annotations

import random

import pytest
from tests.small_games import load_text

import coupdsl
from coupdsl.language.checker import whole

PACKS = (
    "suits spades S, hearts H\n    ranks ace A, king K",
    "suits spades S\n    ranks ace A, king K, queen Q",
    "suits spades S, hearts H\n    ranks ace A, king K\n    extra joker X",
    "suits spades S\n    ranks ace A, king K\n    copies 2",
    "suits spades S\n    ranks ace A, king K\n    extra joker X\n    copies 2 of ace",
)
FRAME = """edition 1
game shuffling {{
  seats [2]
  cards {{
    {pack}
  }}
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone pile per seat: row seen by owner
  zone table: row seen by all
  state player: seat = first of seats
  state kept: list of card = [] seen by none
  rule top_of(s: seat) = first of pile of s
  rule both = first(2) of deck
  order high {{ true by ranks }}
  repeat once 1 times {{
{lines}
    reveal held = count of kept
    reveal lone = {same}first of kept is {same}first of highest of table by high
    reveal one_top = top_of(left of player)
    reveal last_of_both = last of both
    player := left of player
  }}
  finish by count of hand
  limit 50 moves {{ finish by 0 }}
}}
"""


def rules_of(seed: int) -> coupdsl.Rules:
    """The rules of `program(seed)`. They are about chance, and may tell anything to anybody."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whole, "check_leaks_at_home", lambda context: None)
        return load_text(program(seed), 2)


def program(seed: int) -> str:
    rnd = random.Random(seed)
    pack = rnd.choice(PACKS)
    names = iter(f"n{number}" for number in range(100))
    lines = [_line(rnd, next(names), "copies" in pack) for _ in range(rnd.randint(3, 5))]
    # One shuffle at least, and few enough of them that every way they go can be played.
    lines.insert(rnd.randrange(2), "shuffle deck")
    text = "\n".join(f"    {line}" for block in lines for line in block.split("\n"))
    same = "rank of " if "copies" in pack else ""  # after a shuffle nobody can say which of two alike was kept
    return FRAME.format(pack=pack, lines=text, same=same)


def _line(rnd: random.Random, name: str, doubled: bool) -> str:
    n = rnd.randint(1, 3)
    who = rnd.choice(("player", "left of player"))
    to = rnd.choice(("table", f"hand of {who}", f"pile of {who}", "deck"))
    row = rnd.choice(("deck", "deck", f"pile of {who}"))
    unseen = rnd.choice(("", "", " unseen"))
    end = rnd.choice(("first", "last"))
    some = rnd.choice(("rank is ace", "rank is king", "rank is not king", "suit is spades"))
    ways = [
        f"if count of deck >= {n} {{ move first({n}) of deck to {to}{unseen} }}",
        f"if count of {row} > 0 {{ move {end} of {row} to {to}{unseen} }}",
        f"reveal {name} = {row} where {some}\nmove {name} to {to}{unseen}",
        f"move {row} to {rnd.choice(('table', f'pile of {who}'))}{unseen}",
        f"show first({n}) of {row} to {who}",
        f"show {row} to {who}",
        f"show cards where {some} to {who}",
        f"hide {row} for {who}",
        f"reveal {name} = {end} of {row}",
        f"reveal {name} = count of (first({n}) of {row} where {some})",
        f"reveal {name} = rank of {end} of {row}",
        f"reveal {name} = first of ({row} where {some})",
        f"for {name} in first({n}) of {row} {{ reveal {name}r = rank of {name} }}",
        f"let {name} = {row}\nshuffle {row}\nreveal {name}r = {end} of {name}",
        f"kept := first({n}) of {row}",
        f"kept := {row} with kept",
        f"if count of deck > {n} {{\n  show first({n}) of deck to {who}\n"
        f"  {who} secretly chooses {name} c from first({n}) of deck\n  move c to {to} unseen\n}}",
        f"shuffle {row}",
    ]
    if not doubled:  # which of two pieces that are alike it is, nobody can say
        ways += [f"show {end} of cards to all", f"reveal {name} = position of {end} of cards"] * 2
    return rnd.choice(ways)
