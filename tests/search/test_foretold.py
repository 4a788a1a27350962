"""What is seen later tells where pieces lie now: of each face, and of several together."""

from __future__ import annotations

import pytest
from tests.search.test_any_worlds import Seats

from coupdsl.search.foretold import Foretold
from coupdsl.search.hearing import Item

HAND, PASSED, NEXT, TABLE = range(4)


def hidden(start: int, to: int, number: int = 1) -> Item:
    return Item(0, "moved", start=start, to=to, unseen=number)


def seen(start: int, to: int, faces: str) -> Item:
    return Item(0, "moved", start=start, to=to, pieces=tuple((face, start) for face in faces))


def test_a_piece_that_is_seen_to_come_from_somewhere_lay_there_or_where_it_may_have_come_from() -> None:
    foretold = Foretold([hidden(HAND, PASSED), seen(PASSED, NEXT, "A"), seen(HAND, TABLE, "B")])
    assert foretold.needs == {("A", frozenset({HAND, PASSED})): 1, ("B", frozenset({HAND})): 1}
    assert foretold.there == {}  # it may be the one that comes there


def test_more_that_leave_than_come_tell_how_many_lie_there() -> None:
    foretold = Foretold([hidden(HAND, PASSED), seen(PASSED, NEXT, "ABC")])
    assert foretold.there == {PASSED: (frozenset("ABC"), 2)}
    foretold = Foretold([seen(NEXT, PASSED, "A"), hidden(HAND, PASSED), seen(PASSED, NEXT, "ABC")])
    assert foretold.there == {PASSED: (frozenset("BC"), 1)}  # whatever came openly tells nothing


@pytest.mark.unmeasured
@pytest.mark.parametrize(("rotation", "begun"), [(113, 52), (123, 61), (128, 81), (220, 72)])
def test_who_was_given_cards_imagines_how_they_were_chosen(rotation: int, begun: int) -> None:
    seats = Seats("hearts", 3, 0, rotation)
    seats.rng.randrange(100)  # as where none was found
    while len(seats.game.moves) < begun + 24:
        if len(seats.game.moves) >= begun and len(seats.game.state.legal_moves()) > 1:
            assert seats.asked().sample(2)
        seats.game.apply(seats.chosen())
