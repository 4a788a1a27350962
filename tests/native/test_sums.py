"""Sums of what each element is worth in the name of an entry that is chosen in play, by both executors."""

from __future__ import annotations

from itertools import product

import pytest
from tests.native.lockstep import same
from tests.small_games import load_text

import coupdsl
from coupdsl.code.errors import RulesError
from coupdsl.native.compiled_state import State

GAME = """edition 1
game sums {
  seats [2]
  cards {
    suits spades S, hearts H, diamonds D, clubs C
    ranks ace A, king K, queen Q, jack J, ten 10, nine 9
  }
  pieces marks: MARKS
  zone deck: row seen by all = cards
  zone chest: row seen by all = marks
  zone pile: set of piece seen by all
  kind way as ways {
    rule price(p: piece) = 0
    rule counted(p: piece) = rank of p is not ten
  }
  way nothing { }
  way aces { rule price(p: piece) = if rank of p is ace then 800 else 0 }
  way both {
    rule price(p: piece) = if suit of p is hearts then 0 - 3 else if rank of p is none then 100 else 0
    rule counted(p: piece) = suit of p is not spades
  }
  way many {
    rule price(p: piece) = if rank of p is none then 64 else (if rank of p is ace then 1 else 0)
      + (if rank of p in [king, queen] then 2 else 0) + (if suit of p is spades then 4 else 8)
  }
  way another { rule price(p: piece) = WHAT }
  state current: way
  state wanted: number
  state whole: number = 0
  state part: number = 0
  first of seats chooses way {
    name w from ways { current := w }
    name_none { }
  }
  first of seats chooses cards_taken n from 0 .. 24 step 6
  move first(n) of deck to pile
  first of seats chooses marks_taken k from 0 .. MARKS step MARKS
  move first(k) of chest to pile
  whole := sum of price(it) of current over pile
  part := sum of price(it) of current over (pile where counted(it) of current)
  finish by whole, part
  limit 20 moves { finish by wanted }
}
"""
OTHERS = {
    "known": "0 - 1",
    "failing": "wanted",
    "failing for some": "if rank of p is ace then wanted else 1",
    "beyond all bounds": "999999999999999 * 1000",
}


@pytest.mark.parametrize("marks", [6, 70], ids=["in one word", "in two words"])
@pytest.mark.parametrize("other", OTHERS)
def test_sums_are_the_same_for_every_entry_and_for_none(other: str, marks: int) -> None:
    rules = load_text(GAME.replace("MARKS", str(marks)).replace("WHAT", OTHERS[other]))
    machine = coupdsl.Machine(rules)
    for way, cards, some_marks in product(range(6), range(5), range(2)):
        reference, compiled = rules.start(1), machine.start(1)
        for choice in (way, cards, some_marks):
            assert told(compiled, choice) == told(reference, choice)
        same(reference, compiled)
        assert compiled.is_over == reference.is_over
        assert not reference.is_over or compiled.result() == reference.result()


def test_an_entry_is_asked_for_only_where_there_is_something_to_sum() -> None:
    rules = load_text(GAME.replace("MARKS", "6").replace("WHAT", OTHERS["known"]))
    for start in (rules.start, coupdsl.Machine(rules).start):
        told_nothing, told_why = start(1), start(1)
        assert [told(told_nothing, choice) for choice in (5, 0, 0)] == [None, None, None]
        assert "`current` has no value yet" in str([told(told_why, choice) for choice in (5, 1, 0)][2])


def told(state: coupdsl.State | State, choice: int) -> str | None:
    """Takes one of the options; says what is wrong."""
    try:
        state.apply(state.legal_moves()[choice])
    except RulesError as error:
        return str(error)
    return None
