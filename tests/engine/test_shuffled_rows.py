"""Rows that are shuffled: chance draws what is read of them, and no reading can tell that it was not drawn before."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.engine.eager import Large, histories
from tests.engine.shuffling import rules_of
from tests.helpers import new_seeds
from tests.small_games import load_text

import coupdsl
from coupdsl.engine.chance import derive

PROGRAMS = new_seeds(25)


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", PROGRAMS)
def test_every_history_is_as_likely_as_if_rows_were_put_in_order_at_once(seed: int) -> None:
    for tried in range(9):
        rules = rules_of(derive(seed, tried))
        try:
            lazily, eagerly = histories(rules, eager=False), histories(rules, eager=True)
        except Large:
            continue
        assert sum(lazily.values()) == Fraction(1)
        assert lazily == eagerly
        return
    raise AssertionError("nearly every program is too large")


LOOKING = """edition 1
game looking {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone table: row seen by all
  shuffle deck
  for s in seats {
LINES
  }
  move table to deck
  finish by count of hand
  limit 50 moves { finish by 0 }
}
"""


def looking(lines: str, seed: int | None = None) -> coupdsl.State:
    return load_text(LOOKING.replace("LINES", lines), 2).start(seed)


def test_chance_settles_what_is_read_by_moves_of_its_own() -> None:
    state = looking("    reveal top = the first of deck\n    move first of deck to table")
    assert (state.actor, state.decision) == (coupdsl.CHANCE, "settle")
    assert [(str(move), weight) for move, weight in state.chances()] == [
        (f"settle {face} in deck", 1) for face in ("AS", "KS", "QS", "AH", "KH", "QH")
    ]
    with pytest.raises(coupdsl.IllegalMove):
        state.apply("deal AS to table")
    events = state.apply("settle QH in deck")
    told = [event.seen_by(state.rules.code, None) for event in events]
    assert told[0] == {"event": "revealed", "name": "top", "of": "card", "value": "QH"}
    assert told[1] == {"event": "moved", "from": "deck", "to": "table", "pieces": ["QH"], "unseen": 0}
    assert "settle QH in deck" not in [str(move) for move in state.legal_moves()]


@pytest.mark.parametrize("seed", range(5))
def test_what_was_read_is_what_moves_next(seed: int) -> None:
    state = looking(
        "    reveal one = first of deck\n    reveal end = last of deck\n    move last of deck to table\n"
        "    move first of deck to table",
        seed,
    )
    told = [event.seen_by(state.rules.code, None) for event in state.events]
    read = {event["name"]: event["value"] for event in told if event is not None and event["event"] == "revealed"}
    moved = [event["pieces"] for event in told if event is not None and event["event"] == "moved"]
    assert moved[-3:-1] == [[read["end"]], [read["one"]]]


def test_different_seeds_read_different_cards() -> None:
    found = set()
    for seed in range(60):
        state = looking("    reveal top = the first of deck", seed)
        found.add(next(event.data[2] for event in state.events if event.kind == "revealed"))
    assert len(found) == 6


def test_views_tell_the_known_end_in_order_and_the_rest_as_a_count() -> None:
    state = looking("    show first(2) of deck to s\n    s chooses go { on { } }")
    state.apply("settle KH in deck")
    state.apply("settle AS in deck")
    deck = {"name": "deck", "seat": None, "row": True}
    gap = {"gap": {"at": 2, "pieces": 4}}
    assert state.view(0)["zones"][0] == {**deck, "pieces": ["KH", "AS"], **gap, "unseen": 4}
    assert state.view(1)["zones"][0] == {**deck, "pieces": [], "gap": {"at": 0, "pieces": 6}, "unseen": 6}
    last = looking("    show last of deck to s\n    s chooses go { on { } }", 1).view(0)["zones"][0]
    assert (len(last["pieces"]), last["gap"], last["unseen"]) == (1, {"at": 0, "pieces": 5}, 5)


def test_a_game_can_be_saved_where_chance_settles() -> None:
    state = looking("    show first(2) of deck to s\n    s chooses go { on { } }")
    state.apply("settle KH in deck")
    again = state.rules.restore(state.save())
    assert again == state
    assert again.chances() == state.chances()
    again.apply("settle AS in deck")
    assert again.actor == 0


def test_what_is_settled_already_is_not_drawn_again() -> None:
    state = looking("    let one = first of deck\n    let two = first of deck\n    let three = first(2) of deck\n"
                    "    reveal same = one is two and count of three is 2")  # fmt: skip
    moves = 0
    while state.actor == coupdsl.CHANCE:
        state.apply(state.chances()[-1][0])
        moves += 1
    assert moves == 2
    assert state.is_over


def test_pieces_shown_by_name_are_settled_down_to_them() -> None:
    state = looking("    show first of cards to s\n    s chooses go { on { } }")
    state.apply("settle KH in deck")
    state.apply("settle AS in deck")
    assert state.actor == 0
    assert state.view(0)["zones"][0]["pieces"] == [None, "AS"]
    assert state.view(1)["zones"][0]["pieces"] == []


def test_what_is_settled_stays_where_it_is_when_others_leave() -> None:
    state = looking("    reveal top = the first of deck\n    move cards where rank is king to table\n"
                    "    reveal still = the first of deck\n    s chooses go { on { } }")  # fmt: skip
    state.apply("settle QH in deck")
    values = [event.data[2] for event in state.events if event.kind == "revealed"]
    assert values[0] == values[1]


OF_AN_ENTRY = """edition 1
game asking {
  seats [1]
  cards {
    suits spades S, hearts H
    ranks ace A, king K
  }
  zone deck: row seen by all = cards
  zone table: row seen by all
  state chosen: way = back
  state place: number = 9 seen by none
  kind way as ways {
    rule special: card = the first of table
    rule place_of(c: card): number = 0
  }
  way back {
    rule special: card = the first of (cards where rank is ace and suit is spades)
    rule place_of(c: card) = the position of c
  }
  way front { rule special: card = the last of table }
  move cards where suit is hearts to table
  shuffle deck
  repeat once 1 times {
    let c = the first of (cards where rank is ace and suit is spades)
    place := PLACE
    move deck to table
    first of seats chooses go { on { } }
  }
  finish by 0
  limit 50 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("place", ["the position of special of chosen", "place_of(c) of chosen"])
def test_the_place_that_the_text_of_an_entry_chosen_in_play_asks_for_is_settled(place: str) -> None:
    for seed in range(9):
        state = load_text(OF_AN_ENTRY.replace("PLACE", place), 1).start(seed)
        declared = next(one for one in state.rules.program.states if one.name == "place")
        (slot,) = state.rules.code.layout.slots(declared)
        table = next(zone["pieces"] for zone in state.view(0)["zones"] if zone["name"] == "table")
        assert state.memory[slot] == table[2:].index("AS")
