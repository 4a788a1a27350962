"""All ways to choose some of a few things: counted by hand, and the same in both executors."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from tests.helpers import new_seeds
from tests.native.lockstep import lockstep
from tests.small_games import load_text

import coupdsl
from coupdsl.authoring.validation import check_paths

FISHING = """edition 1
game fishing {
  seats [2]
  cards {
    suits coins O, cups C, swords S
    ranks seven 7, six 6, five 5, four 4, three 3, two 2, ace 1
  }
  zone deck: row seen by none = cards
  zone table: set seen by all
  zone row_of_all: row seen by all
  state points per seat: number = 0
  rule value(c: card) = 8 - place_in(the rank of c, ranks)
  rule of_sum(pool: set of card, n: number) =
    count of (choices of first(6) of pool where sum of value(it) over it is n)
  rule widest(n: number) =
    largest of count of it over (choices of first(6) of table where sum of value(it) over it is n)
  shuffle deck
  repeat draw 4 times {
    move first(6) of deck to table
    for n in 1 .. 9 {
      reveal ways = of_sum(table, n)
      reveal cards_of_it = widest(n)
    }
    reveal all_suits = some choices of first(6) of table where (count of it is 3 and suit of it is suits)
    move table to row_of_all
    reveal in_order = count of (choices of last(3) of row_of_all where first of row_of_all in it)
    move row_of_all to deck
    shuffle deck
  }
  finish by points
  limit 100 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("seed", new_seeds(5))
def test_both_executors_choose_alike(seed: int) -> None:
    rules = load_text(FISHING, 2)
    lockstep(rules, coupdsl.Machine(rules), seed)


def test_each_way_is_counted_once() -> None:
    rules = load_text(FISHING, 2)
    for seed in range(3):
        events = coupdsl.Game(rules, seed).seen(0)
        worth = [int(event["pieces"][0][0]) for event in events if event["event"] == "moved"][:6]
        told = [event["value"] for event in events if event["event"] == "revealed"]
        for n in range(1, 10):
            found = [size for size in range(1, 7) for some in combinations(worth, size) if sum(some) == n]
            assert told[2 * n - 2 : 2 * n] == [len(found), max(found, default=None)]


def test_of_twelve_things_at_most(tmp_path: Path) -> None:
    def told(many: int) -> list[str]:
        text = FISHING.replace(
            "reveal ways = of_sum(table, n)", f"reveal ways = count of choices of first({many}) of table"
        )
        path = tmp_path / f"{many}.coup"
        path.write_text(text, "utf-8")
        return [f"{one.code.number} {one.message}" for one in check_paths([path], 1).errors]

    assert told(12) == []
    assert told(13) == [
        "E606 there are too many ways to choose from up to 13 things: say how many there are at most, "
        "such as `choices of first(12) of …`"
    ]
