"""Choices that one seat makes one right after the other, as when it picks several cards."""

from dataclasses import replace

import pytest
from tests.small_games import load_text

from coupdsl.search.arena import Arena, CompiledArena
from coupdsl.search.halving import Judged
from coupdsl.search.levels import EASY, MEDIUM, Level, judged

# Picking 3 brings the most, but only with another 3; anything else first brings a little, whatever goes with it.
PAIR = """edition 1
game pair {
  seats [2]
  state picked: number = 0
  state gained per seat: number = 0
  let s = first of seats
  s chooses picking { pick n from 1 .. 6 { picked := n } }
  s chooses picking_again {
    pick n from 1 .. 6 { gained of s := if picked is not 3 then 20 else if n is 3 then 60 else 0 }
  }
  finish by gained
  limit 10 moves { finish by gained }
}
"""
BETWEEN = "  s chooses picking_again"
FLAT = replace(MEDIUM, picks_ahead=False)


def found(text: str, level: Level, compiled: bool = True) -> list[Judged]:
    rules = load_text(text)
    arena = (CompiledArena if compiled else Arena)(rules)
    return judged(arena, [rules.start(1)], 0, 1, level)


@pytest.mark.parametrize("compiled", [False, True])
def test_medium_picks_what_goes_with_what_it_will_pick_next(compiled: bool) -> None:
    assert str(found(PAIR, FLAT, compiled)[-1].move) == "pick 3"
    best = found(PAIR, MEDIUM, compiled)[0]
    assert str(best.move) == "pick 3"
    assert best.expected > 60  # half points: more than the 40 that all else brings


@pytest.mark.parametrize(
    "text",
    [
        PAIR.replace(BETWEEN, f"  left of s chooses answer {{ pick n from 1 .. 2 {{ }} }}\n{BETWEEN}"),
        PAIR.replace("again {\n    pick n", "again {\n    match n"),
        PAIR.replace("again {\n    pick n from 1 .. 6", "again {\n    pick n from 3 .. 3"),
        PAIR.replace(BETWEEN, f"  if picked is 6 {{ finish by gained }}\n{BETWEEN}"),
    ],
    ids=["another seat chooses first", "another kind of move", "a single move", "perhaps over"],
)
def test_where_it_does_not_pick_again_at_once_it_is_tried_at_random_as_before(text: str) -> None:
    assert text != PAIR
    assert found(text, MEDIUM) == found(text, FLAT)


def test_easy_picks_at_random_what_comes_next() -> None:
    assert not EASY.picks_ahead
    assert found(PAIR, EASY)[0].expected <= 40
